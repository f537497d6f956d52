/** Names that differ by at most this many characters are taken for two readings of one. */
export const NAME_DIFFERENCE_MAX = 2

/** How many characters are replaced, added or lost between two texts; `most` + 1 if there are more. */
export function distanceOf(one: string, other: string, most = NAME_DIFFERENCE_MAX): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let row = Array.from({ length: other.length + 1 }, (_none, at) => at)
  for (const [at, character] of [...one].entries()) {
    const next = [at + 1]
    for (let to = 1; to <= other.length; to += 1)
      next.push(
        Math.min(row[to]! + 1, next[to - 1]! + 1, row[to - 1]! + (character === other[to - 1] ? 0 : 1)),
      )
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return row[other.length]!
}

/** Whether two names are nearly the same: another one by one or two characters. */
export function isVariant(name: string, other: string): boolean {
  const distance = distanceOf(name, other)
  return distance > 0 && distance <= NAME_DIFFERENCE_MAX
}
