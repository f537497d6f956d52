/** Addresses carry plain text: a phone number in a filter stays a text, and a person can read it. */
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
