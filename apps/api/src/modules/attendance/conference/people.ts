/** An attendee whom a nickname may stand for. */
export interface Person {
  attendeeId: number
  expertId: number
  name: string
}

/** Signs between the people who share one device. `和` is none: names have it. */
const TOGETHER = /[&+、/]/
/** Signs between a name and what somebody adds to it, such as a hospital. */
const APART = /[()[\]{}【】<>《》\-—–_|\\,;:#@~*.。]+/
const BLANK = /\s+/

const squeezed = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s·•.]/g, '')
    .toLowerCase()

/** The parts of a nickname that may be a name. */
function partsOf(text: string): string[] {
  const apart = text.split(APART)
  return [text, ...apart, ...apart.flatMap((part) => part.split(BLANK))].map(squeezed)
}

export type Found = { state: 'matched'; person: Person } | { state: 'review' | 'unknown' }

/** Finds people by the names that a nickname holds. Namesakes, and several people on one device, are for somebody to decide. */
export function peopleFinder(people: readonly Person[]): (nickname: string) => Found {
  const byName = Map.groupBy(people, ({ name }) => squeezed(name))
  return (nickname) => {
    const together = nickname
      .normalize('NFKC')
      .split(TOGETHER)
      .filter((part) => part.trim() !== '')
    const found = new Set(together.flatMap(partsOf).flatMap((part) => byName.get(part) ?? []))
    const [person] = found
    if (!person) return { state: 'unknown' }
    return found.size === 1 && together.length === 1 ? { state: 'matched', person } : { state: 'review' }
  }
}
