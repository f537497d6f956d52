import { z } from 'zod'
import { event, type EventRecord } from './event.ts'

const NONE = z.object({})

/** What happens to every record: it is created, changed and removed. */
export const changesOf = <const Record extends EventRecord>(record: Record) => ({
  created: event(`${record}.created`, { version: 1, record, fields: NONE }),
  changed: event(`${record}.changed`, { version: 1, record, fields: NONE }),
  removed: event(`${record}.removed`, { version: 1, record, fields: NONE }),
})

export type RecordEvents = ReturnType<typeof changesOf>
