/**
 * A day, with a time or without, or a span of times, as this app writes them: in digits, and on the public pages in the words of
 * both languages.
 */
const MOMENT =
  /(\d{4}-\d\d-\d\d(?:[ \u00a0]\d\d:\d\d(?::\d\d)?)?(?:[-–]\d\d:\d\d)?|\d\d:\d\d[-–]\d\d:\d\d|\d{4}年\d{1,2}月(?:\d{1,2}日)?(?: \d\d:\d\d)?|(?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}(?: at \d\d:\d\d)?)/

/** Class of the element that keeps a moment on one line; both style sheets have it. */
export const MOMENT_CLASS = 'moment'

/** Elements in which text cannot have elements of its own. */
const PLAIN = new Set(['option', 'script', 'style', 'text', 'textarea', 'title', 'tspan'])

export const holdsText = (type: unknown): boolean => typeof type === 'string' && !PLAIN.has(type)

/** A text cut at its moments, which have the odd places; undefined without any. */
export function momentsIn(text: unknown): string[] | undefined {
  if (typeof text !== 'string') return undefined
  const pieces = text.split(MOMENT)
  return pieces.length > 1 ? pieces : undefined
}
