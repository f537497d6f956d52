import {
  CLOCK_OFFSET_MINUTES,
  FAR_METRES,
  LATE_MINUTES,
  WINDOW_HOURS,
  type MarkKind,
  type MarkMethod,
  type PresenceFlag,
  type PresenceReview,
} from '@consilium/contract/attendance/presence.ts'

const MINUTE = 60
const HOUR = 3600

/** When a meeting is, in seconds since 1970. */
export interface MeetingTime {
  start: number
  end: number
}

/** A mark that counts, as far as presence follows from it. */
export interface Mark {
  markId: number
  kind: MarkKind
  method: MarkMethod
  /** Seconds since 1970. */
  at: number
  distance: number | null
  clockOffset: number | null
  /** The same browser signed in somebody else at this meeting. */
  isDeviceShared: boolean
  /** Its code was used from as many networks as are looked at. */
  isCodeSpread: boolean
  /** The imported row that it is an end of, and the seconds that the conference tool counted; null for others. */
  rowId: number | null
  staySeconds: number | null
}

/** What somebody decided, and the latest mark that was there then. */
export interface Decided {
  review: 'accepted' | 'rejected'
  flags: readonly PresenceFlag[]
  seenMarkId: number
}

export interface PresenceFacts {
  marks: readonly Mark[]
  time: MeetingTime | null
  /** Seconds since 1970. */
  now: number
  /** The place of the meeting is known, so that distances can be. */
  hasPlace: boolean
  decided: Decided | null
}

export interface PresenceFindings {
  firstIn: number | null
  lastOut: number | null
  minutes: number | null
  flags: PresenceFlag[]
  review: PresenceReview
}

/** From when until when people sign in and out. */
export const signInWindow = ({ start, end }: MeetingTime): MeetingTime => ({
  start: start - WINDOW_HOURS * HOUR,
  end: end + WINDOW_HOURS * HOUR,
})

export const isWithin = ({ start, end }: MeetingTime, at: number): boolean => at >= start && at <= end

/** A time between a sign-in and the next sign-out; the end is null while it is missing. */
interface Stay {
  from: number
  to: number | null
  /** Seconds of it that a conference tool counted; null for all. */
  counted: number | null
}

/** Of what was imported, each row is a stay of its own, unless one of its ends was corrected. */
function staysOf(marks: readonly Mark[]): Stay[] {
  const stays: Stay[] = []
  const byRow = Map.groupBy(marks, ({ rowId }) => rowId)
  const isWhole = (rowId: number | null) => rowId !== null && byRow.get(rowId)?.length === 2
  for (const { kind, at } of marks.filter(({ rowId }) => !isWhole(rowId))) {
    const last = stays.at(-1)
    if (kind === 'in' && last?.to !== null) stays.push({ from: at, to: null, counted: null })
    else if (kind === 'out' && last?.to === null) last.to = at
  }
  for (const [rowId, [first, last]] of byRow)
    if (isWhole(rowId)) stays.push({ from: first!.at, to: last!.at, counted: first!.staySeconds })
  return stays.toSorted((one, other) => one.from - other.from)
}

/**
 * Whole minutes of the union of the stays within the meeting; null if one has no end, since nobody is taken to have stayed.
 * Where stays overlap, as of one person with two devices, the time counts once, and never more than was counted.
 */
function minutesOf(stays: readonly Stay[], time: MeetingTime | null): number | null {
  if (!time || stays.length === 0) return null
  let seconds = 0
  let joined: { from: number; to: number; counted: number } | null = null
  const close = () => {
    if (joined) seconds += Math.min(joined.to - joined.from, joined.counted)
  }
  for (const stay of stays) {
    if (stay.to === null) return null
    const from = Math.max(stay.from, time.start)
    const to = Math.max(from, Math.min(stay.to, time.end))
    const counted = Math.min(to - from, stay.counted ?? Infinity)
    if (joined && from <= joined.to) {
      joined.to = Math.max(joined.to, to)
      joined.counted += counted
    } else {
      close()
      joined = { from, to, counted }
    }
  }
  close()
  return Math.floor(seconds / MINUTE)
}

function flagsOf(
  { marks, time, now, hasPlace }: PresenceFacts,
  { firstIn, lastOut, isOpen }: { firstIn: number | null; lastOut: number | null; isOpen: boolean },
): PresenceFlag[] {
  const scanned = marks.filter(({ method }) => method === 'code' || method === 'session')
  const isOver = time !== null && now > time.end
  const raised: Record<PresenceFlag, boolean> = {
    NO_POSITION: hasPlace && scanned.some(({ distance }) => distance === null),
    FAR: scanned.some(({ distance }) => distance !== null && distance > FAR_METRES),
    DEVICE_SHARED: marks.some(({ isDeviceShared }) => isDeviceShared),
    CODE_SPREAD: marks.some(({ isCodeSpread }) => isCodeSpread),
    LATE: time !== null && firstIn !== null && firstIn > time.start + LATE_MINUTES * MINUTE,
    LEFT_EARLY: isOver && !isOpen && lastOut !== null && lastOut < time.end - LATE_MINUTES * MINUTE,
    NO_SIGN_OUT: isOpen && time !== null && now > signInWindow(time).end,
    OFFLINE_CLOCK: marks.some(
      ({ clockOffset }) => clockOffset !== null && Math.abs(clockOffset) > CLOCK_OFFSET_MINUTES * MINUTE,
    ),
    BY_HAND: marks.some(({ method }) => method === 'hand'),
  }
  return (Object.keys(raised) as PresenceFlag[]).filter((flag) => raised[flag])
}

/** A decision holds for what it has seen: another finding, or a later entry by hand, opens the review again. */
function reviewOf({ marks, decided }: PresenceFacts, flags: readonly PresenceFlag[]): PresenceReview {
  if (marks.length === 0) return 'absent'
  if (flags.length === 0) return 'clear'
  if (!decided || !flags.every((flag) => decided.flags.includes(flag))) return 'open'
  const isEnteredSince = marks.some(({ method, markId }) => method === 'hand' && markId > decided.seenMarkId)
  return isEnteredSince ? 'open' : decided.review
}

/** What follows from the marks of one attendee, in the order of their times. */
export function presenceOf(facts: PresenceFacts): PresenceFindings {
  const marks = facts.marks.toSorted((one, other) => one.at - other.at || one.markId - other.markId)
  const stays = staysOf(marks)
  const firstIn = stays[0]?.from ?? null
  const lastOut = marks.findLast(({ kind }) => kind === 'out')?.at ?? null
  const isOpen = stays.some(({ to }) => to === null)
  const flags = flagsOf(facts, { firstIn, lastOut, isOpen })
  return { firstIn, lastOut, minutes: minutesOf(stays, facts.time), flags, review: reviewOf(facts, flags) }
}

/** Whether somebody was there for less than the fee is for. Nobody is taken to have stayed, and a rejected presence is none. */
export const isShort = (
  { minutes, review }: Pick<PresenceFindings, 'minutes' | 'review'>,
  feeMinutes: number | null,
): boolean =>
  review === 'rejected' || (feeMinutes !== null && (review === 'absent' || (minutes ?? 0) < feeMinutes))

const EARTH_METRES = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

export interface Place {
  latitude: number
  longitude: number
}

/** Metres between two places on a sphere (haversine formula). */
export function metresBetween(one: Place, other: Place): number {
  const [first, second] = [radians(one.latitude), radians(other.latitude)]
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
  const share =
    half(other.latitude - one.latitude) +
    Math.cos(first) * Math.cos(second) * half(other.longitude - one.longitude)
  return Math.round(2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(share))))
}
