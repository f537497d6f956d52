import type { NeedKind, NeedRow } from '@consilium/contract/overviews/overviews.ts'

interface Place {
  /** The list of all that wait; none where there is no such list. */
  list?: string
  row: (row: NeedRow) => string
}

const tabOf =
  (tab: string): Place['row'] =>
  ({ meetingId }) =>
    `/meetings/${meetingId}${tab === '' ? '' : `?tab=${tab}`}`

/** Where each kind of task is done. */
const PLACES: Readonly<Record<NeedKind, Place>> = {
  experts: { list: '/experts?auditStatus=pending', row: ({ id }) => `/experts/${id}?audit=1` },
  plans: { list: '/plans?auditStatus=pending', row: ({ id }) => `/plans/${id}?audit=1` },
  supportIntents: {
    list: '/support-intents?status=pending',
    row: ({ id }) => `/support-intents?intentId=${id}`,
  },
  executionIntents: {
    list: '/execution-intents?status=pending',
    row: ({ id }) => `/execution-intents?intentId=${id}`,
  },
  publicitySupport: {
    list: '/publicity-intents?kind=support&status=pending',
    row: ({ id }) => `/publicity-intents?kind=support&intentId=${id}`,
  },
  publicityExecution: {
    list: '/publicity-intents?kind=execution&status=pending',
    row: ({ id }) => `/publicity-intents?kind=execution&intentId=${id}`,
  },
  waivers: { list: '/waivers?status=pending', row: tabOf('gate') },
  budgetChanges: { row: ({ projectId }) => `/projects/${projectId}/money` },
  stages: { row: tabOf('') },
  signatures: { list: '/meetings?currentStage=agreements', row: tabOf('attendees') },
  materials: { list: '/meetings?currentStage=materials', row: tabOf('materials') },
  reviews: { list: '/meetings?currentStage=settlement', row: tabOf('materials') },
  invoices: { row: tabOf('invoices') },
  supervisions: { row: tabOf('materials') },
}

export const listOf = (kind: NeedKind): string | undefined => PLACES[kind].list

/** The address where a task is done, with the task itself, so that the page leads on to the next. */
export function addressOf(kind: NeedKind, row: NeedRow): string {
  const address = PLACES[kind].row(row)
  return `${address}${address.includes('?') ? '&' : '?'}needs=${kind}&of=${row.id}`
}

const DAY_MS = 24 * 3600 * 1000

/** Whole days from one time to another by the calendar, both `yyyy-MM-dd …`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / DAY_MS)

/** A task that is due within so many days is marked. */
const SOON_DAYS = 3

export function urgencyOf(dueTime: string | null, now: string): 'past' | 'soon' | 'later' | 'none' {
  if (dueTime === null) return 'none'
  if (dueTime < now) return 'past'
  return daysBetween(now, dueTime) <= SOON_DAYS ? 'soon' : 'later'
}
