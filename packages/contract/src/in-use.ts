import { z } from 'zod'
import type { Language } from './errors.ts'

/** Names of the kinds of record that can prevent the deletion of another one. */
export const IN_USE_LABELS = {
  project: { 'zh-CN': '项目', en: 'projects' },
  meeting: { 'zh-CN': '会议', en: 'meetings' },
  plan: { 'zh-CN': '项目方案', en: 'project plans' },
  specialPlan: { 'zh-CN': '专项方案', en: 'special plans' },
  supportIntent: { 'zh-CN': '支持意向', en: 'support intents' },
  executionIntent: { 'zh-CN': '专家报名', en: 'sign-ups' },
  capPolicy: { 'zh-CN': '劳务上限版本', en: 'versions of caps' },
  publicitySupport: { 'zh-CN': '公示支持意向', en: 'support enquiries' },
  publicityExecution: { 'zh-CN': '公示执行意向', en: 'execution enquiries' },
} as const satisfies Record<string, Record<Language, string>>

export type InUseKind = keyof typeof IN_USE_LABELS
export const IN_USE_KINDS = Object.keys(IN_USE_LABELS) as InUseKind[]

/** Records of a kind are counted up to this number; an exact larger number is of no use. */
export const IN_USE_COUNT_MAX = 100
/** Maximum number of records that are named. */
export const IN_USE_NAMES_MAX = 5

/** Records of one kind that refer to the record, as far as the caller may see them. */
export const InUse = z.object({
  kind: z.string().optional().meta({ description: 'RECORD_IN_USE: the kind of record that refers to it' }),
  count: z
    .int()
    .optional()
    .meta({
      description: `RECORD_IN_USE: number of these records; ${IN_USE_COUNT_MAX} means at least that many`,
    }),
  records: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .optional()
    .meta({ description: `RECORD_IN_USE: at most ${IN_USE_NAMES_MAX} of them, the newest first` }),
})

export interface InUseOfKind {
  kind: InUseKind
  count: number
  records: { id: number; name: string }[]
}

/** "会议 3 个：A、B、C" */
export function inUseText({ kind, count, records }: InUseOfKind, language: Language): string {
  const label = IN_USE_LABELS[kind][language]
  const names = records.map(({ name }) => name)
  const many = count >= IN_USE_COUNT_MAX
  const [more, between] = [records.length < count ? '…' : '', language === 'en' ? ', ' : '、']
  return language === 'en'
    ? `${count}${many ? ' or more' : ''} ${label}: ${names.join(between)}${more}`
    : `${label} ${count} 个${many ? '以上' : ''}：${names.join(between)}${more}`
}
