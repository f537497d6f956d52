/** Callers whose reach was too wide to be gathered, and when that is to be tried again. */
const wideUntil = new Map<string, number>()
const WIDE_FOR_MS = 10 * 60_000
const WIDE_MAX = 10_000

/** Gathers unless that was found to be too much for this caller a short time ago. */
export async function unlessWide<Result>(
  name: string,
  gather: () => Promise<Result | null>,
): Promise<Result | null> {
  if (performance.now() <= (wideUntil.get(name) ?? 0)) return null
  const page = await gather()
  if (page) return page
  if (wideUntil.size >= WIDE_MAX) wideUntil.clear()
  wideUntil.set(name, performance.now() + WIDE_FOR_MS)
  return null
}
