import type { Language } from '@consilium/contract/errors.ts'
import { yuan } from '@consilium/contract/digits.ts'
import type { Texts } from './texts.ts'

const DAY = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** British date order: 20 November 2026. */
const LOCALES: Readonly<Record<Language, string>> = { 'zh-CN': 'zh-CN', en: 'en-GB' }

/** Shows the time on the wire unchanged, whatever the reader's time zone; hence UTC on both sides. */
const shown = (time: string, language: Language, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALES[language], parts).format(new Date(`${time.replace(' ', 'T')}Z`))

export const formatDay = (time: string, language: Language) => shown(time, language, DAY)
export const formatMinute = (time: string, language: Language) => shown(time, language, MINUTE)

/** `12000.00` → `¥ 12,000`, for sums in whole thousands. */
export const formatSum = (amount: string) => yuan(String(Number(amount)))

/** A period whose start or end may be open. */
export function formatPeriod(
  { startTime, endTime }: { startTime: string | null; endTime: string | null },
  language: Language,
  texts: Texts,
): string {
  const start = startTime && formatDay(startTime, language)
  const end = endTime && formatDay(endTime, language)
  if (start && end) return texts.range(start, end)
  if (start) return texts.from(start)
  return end ? texts.until(end) : texts.notSet
}
