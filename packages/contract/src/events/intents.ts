import { z } from 'zod'
import { IntentStatus } from '../publicity/publicity.ts'
import { event, type EventRecord } from './event.ts'
import { changesOf } from './records.ts'

const intentsOf = <const Record extends EventRecord>(record: Record) => ({
  ...changesOf(record),
  /** Somebody accepted or refused it, or took that back. */
  decided: event(`${record}.decided`, { version: 1, record, fields: z.object({ status: IntentStatus }) }),
})

export const intentEvents = {
  support: intentsOf('supportIntent'),
  execution: intentsOf('executionIntent'),
  publicitySupport: intentsOf('publicitySupport'),
  publicityExecution: intentsOf('publicityExecution'),
} as const

export type IntentEvents = ReturnType<typeof intentsOf>
