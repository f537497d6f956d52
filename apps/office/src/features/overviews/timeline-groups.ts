import type { TimelineEvent } from '@consilium/contract/overviews/overviews.ts'

/** Kinds of which a paste, an import or a day of signing brings many. */
const MANY = ['invited', 'signed', 'materialAdded', 'invoiceAdded'] as const
export type ManyKind = (typeof MANY)[number]

/** From so many on they are one line. */
const GROUPED_FROM = 3
const MINUTE_MS = 60_000
/** Between two events of one group at most. */
const PAUSE_MAX_MS = 30 * MINUTE_MS

const manyOf = ({ kind }: TimelineEvent): ManyKind | undefined => MANY.find((each) => each === kind)
const timeOf = ({ time }: TimelineEvent) => Date.parse(`${time.replace(' ', 'T')}Z`)

const isSame = (one: TimelineEvent, other: TimelineEvent) =>
  manyOf(one) !== undefined &&
  one.kind === other.kind &&
  one.meetingId === other.meetingId &&
  one.userName === other.userName &&
  timeOf(other) - timeOf(one) <= PAUSE_MAX_MS

export type Entry = { event: TimelineEvent } | { kind: ManyKind; events: readonly TimelineEvent[] }

/** The events in their order; several alike that follow one another are one entry. */
export function entriesOf(events: readonly TimelineEvent[]): Entry[] {
  const runs: TimelineEvent[][] = []
  for (const event of events) {
    const run = runs.at(-1)
    if (run && isSame(run.at(-1)!, event)) run.push(event)
    else runs.push([event])
  }
  return runs.flatMap((run): Entry[] => {
    const kind = manyOf(run[0]!)
    return kind && run.length >= GROUPED_FROM ? [{ kind, events: run }] : run.map((event) => ({ event }))
  })
}
