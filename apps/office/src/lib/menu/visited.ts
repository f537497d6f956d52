import { parseSearch, type Search } from '../search.ts'

/** The query with which each page was last left, so that a way back to it keeps filters, order and page. */
const left = new Map<string, Search>()

export function rememberVisit(user: number, path: string, search: Search): void {
  left.set(`${user} ${path}`, search)
}

/** The address to return to: as the page was left, unless `to` itself names another part of it. */
export function asLeft(user: number, to: string): string {
  const [path = '/', query = ''] = to.split('?')
  const kept = left.get(`${user} ${path}`)
  const wanted = Object.entries(parseSearch(query))
  if (!kept || wanted.some(([key, value]) => kept[key] !== value)) return to
  const search = new URLSearchParams(kept).toString()
  return search === '' ? path : `${path}?${search}`
}
