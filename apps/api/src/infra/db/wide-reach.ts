/** Callers whose reach was too wide to be gathered, and when that is to be tried again. */
const wideUntil = new Map<string, number>()
const WIDE_FOR_MS = 10 * 60_000
const WIDE_MAX = 10_000

/** Whether something was found to be too much for this caller a short time ago. */
export const isWide = (name: string): boolean => performance.now() <= (wideUntil.get(name) ?? 0)

export function rememberWide(name: string): void {
  if (wideUntil.size >= WIDE_MAX) wideUntil.clear()
  wideUntil.set(name, performance.now() + WIDE_FOR_MS)
}

/** Gathers unless that was found to be too much for this caller a short time ago. */
export async function unlessWide<Result>(
  name: string,
  gather: () => Promise<Result | null>,
): Promise<Result | null> {
  if (isWide(name)) return null
  const page = await gather()
  if (!page) rememberWide(name)
  return page
}
