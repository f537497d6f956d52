import { grouped, yuan as inYuan } from '@consilium/contract/digits.ts'
import type { Language } from '@consilium/contract/errors.ts'

const NOTHING = '—'

/** `12345.60` → `12,345.60`; the digits are never converted, so no cent is lost. */
export function money(value: string | null): string {
  return value === null ? NOTHING : grouped(value)
}

/** `12345.60` → `¥ 12,345.60`, where no label beside the sum says what it is in. */
export const yuan = (value: string | null): string => (value === null ? NOTHING : inYuan(value))

/** `2026-11-20 09:30:00` → `2026-11-20 09:30`, which stays on one line. */
export const minute = (time: string | null): string => time?.slice(0, 16).replace(' ', '\u00a0') ?? NOTHING
export const day = (time: string | null): string => time?.slice(0, 10) ?? NOTHING
export const orNothing = (value: string | number | null | undefined): string =>
  value === null || value === undefined || value === '' ? NOTHING : String(value)

const BYTES_PER_STEP = 1024
const UNITS = ['B', 'KB', 'MB', 'GB']

export function bytes(size: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(size, 1)) / Math.log(BYTES_PER_STEP)))
  const value = size / BYTES_PER_STEP ** step
  return `${Number(value.toFixed(1))} ${UNITS[step]}`
}

/** What stands between the items of a list. */
export const commaOf = (language: Language): string => (language === 'en' ? ', ' : '、')

/** Names in one text, which the API joins as Chinese does. */
export const namesOf = (joined: string, language: Language): string =>
  joined.split('、').join(commaOf(language))
