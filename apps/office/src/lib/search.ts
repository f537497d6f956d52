/** Query values of the address are plain text, so that a phone number stays text and remains readable. */
export type Search = Record<string, string>

export const parseSearch = (search: string): Search => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>): string {
  const kept = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(
    kept.map(([key, value]) => [key, String(value as string | number)]),
  ).toString()
  return text === '' ? '' : `?${text}`
}
