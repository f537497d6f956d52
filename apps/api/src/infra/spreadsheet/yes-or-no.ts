import type { Language } from '@consilium/contract/errors.ts'

const LABELS = {
  'zh-CN': { yes: '是', no: '否' },
  en: { yes: 'Yes', no: 'No' },
} as const satisfies Record<Language, Record<'yes' | 'no', string>>

/** Text of a flag in a cell. */
export const yesOrNo = (language: Language, flag: boolean): string => LABELS[language][flag ? 'yes' : 'no']
