import type { Language } from '@consilium/contract/errors.ts'

export type MessageParams = Readonly<Record<string, string>>

export interface MessageText {
  title: string
  content: string
}

type Render = (params: MessageParams) => MessageText
export type Entry = Readonly<Record<Language, Render>>
