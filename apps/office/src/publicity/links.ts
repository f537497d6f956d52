import type { Language } from '@consilium/contract/errors.ts'
import { IntentSource } from '@consilium/contract/publicity/publicity.ts'

export const PROJECTS_PATH = '/publicity'
export const VERIFY_PATH = '/verify'
export const LOGIN_PATH = '/login'
export { PRIVACY_PATH } from '@consilium/contract/addresses.ts'

/** Choices of a visitor that every link keeps. */
export interface Choice {
  /** Null if the browser's language decides. */
  language: Language | null
  source: IntentSource
}

const LANGUAGES: readonly Language[] = ['zh-CN', 'en']
const DEFAULT_SOURCE: IntentSource = 'web'

export function choiceOf(query: URLSearchParams): Choice {
  const source = IntentSource.safeParse(query.get('source'))
  return {
    language: LANGUAGES.find((language) => language === query.get('lang')) ?? null,
    source: source.success ? source.data : DEFAULT_SOURCE,
  }
}

/** Returns an address of these pages with the visitor's choices and parameters; empty ones are left out. */
export function link(path: string, choice: Choice, parameters: Record<string, string | number> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== '') query.set(name, String(value))
  if (choice.source !== DEFAULT_SOURCE) query.set('source', choice.source)
  if (choice.language) query.set('lang', choice.language)
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

export const projectPath = (projectId: number) => `${PROJECTS_PATH}/projects/${projectId}`
export const verifyPath = (code: string) => `${VERIFY_PATH}/${encodeURIComponent(code)}`
