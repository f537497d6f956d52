import type { LevelLine } from './levelled.ts'

/** Two boxes show the same print if they share so much of the lower one's height, and lengths of so many of its heights. */
const SHARED_HEIGHT = 0.3
const SHARED_LENGTH = 0.5
/** A box whose end is the other one's beginning shares at most so many characters with it. */
const SHARED_CHARACTERS = 4

const bare = (text: string): string => text.replaceAll(/\s/gu, '')

function overlaps(one: LevelLine, other: LevelLine): boolean {
  const height = Math.min(one.height, other.height)
  const down =
    Math.min(one.y + one.height / 2, other.y + other.height / 2) -
    Math.max(one.y - one.height / 2, other.y - other.height / 2)
  const along = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  return down > SHARED_HEIGHT * height && along > SHARED_LENGTH * height
}

/** How many characters at the end of a text the other one begins with, and goes on. */
function sharedLength(text: string, next: string): number {
  const most = Math.min(SHARED_CHARACTERS, text.length, next.length - 1)
  for (let length = most; length > 0; length -= 1) if (text.endsWith(next.slice(0, length))) return length
  return 0
}

/** The label of a longer box's beginning, in the row of that box; null if nothing of it is left. */
function withoutShared(line: LevelLine, longer: LevelLine): LevelLine | null {
  const shared = sharedLength(line.text, longer.text)
  if (shared === 0) return line
  const text = line.text.slice(0, line.text.length - shared).trimEnd()
  const right = Math.max(line.left, Math.min(line.right, longer.left))
  return text === '' ? null : { ...line, text, right, y: longer.y }
}

/**
 * Of boxes that show the same print the one whose text holds the other's and more wins. What only the other one has, such as the
 * label before a name, stays before it.
 */
export function withoutRepeats(lines: readonly LevelLine[]): LevelLine[] {
  const longest = lines.toSorted((a, b) => b.text.length - a.text.length)
  const kept: LevelLine[] = []
  for (const line of longest) {
    let left: LevelLine | null = line
    for (const longer of kept) {
      if (left === null || longer.text.length === line.text.length || !overlaps(line, longer)) continue
      left = bare(longer.text).includes(bare(line.text))
        ? null
        : line.left <= longer.left
          ? withoutShared(left, longer)
          : left
    }
    if (left) kept.push(left)
  }
  const order = new Map(lines.map(({ line }, at) => [line, at]))
  return kept.toSorted((a, b) => order.get(a.line)! - order.get(b.line)!)
}
