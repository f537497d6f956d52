/** Callers for whom one way to a page was too much work, and until when it is not tried again. */
const wideUntil = new Map<string, number>()
const WIDE_FOR_MS = 10 * 60_000
const WIDE_MAX = 10_000

/** Whether something was found to be too much for this caller a short time ago. */
export function isWide(name: string): boolean {
  const until = wideUntil.get(name)
  return until !== undefined && performance.now() <= until
}

export function rememberWide(name: string): void {
  if (wideUntil.size >= WIDE_MAX) wideUntil.clear()
  wideUntil.set(name, performance.now() + WIDE_FOR_MS)
}

/** Attempts it unless that was found to be too much for this caller a short time ago. */
export async function unlessWide<Result>(
  name: string,
  attempt: () => Promise<Result | null>,
): Promise<Result | null> {
  if (isWide(name)) return null
  const page = await attempt()
  if (!page) rememberWide(name)
  return page
}
