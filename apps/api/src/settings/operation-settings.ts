import { tracingOf, tracingSettings } from '@consilium/tracing/settings.ts'
import type { TracingSettings } from '@consilium/tracing/tracing.ts'
import { z } from 'zod'
import { drainOf, drainSettings, type DrainSettings } from './drain-settings.ts'
import { setting } from './setting.ts'

/** Evidence of who did what must be kept for six months (Cybersecurity Law of China, article 21). */
const LOG_KEPT_DAYS_MIN = 183
const CLIENT_SILENCE_SECONDS = 120
const RECEIPT_SECRET_MIN = 16
const RECEIPT_SECRET_MAX = 100
const MESSAGES_KEPT_DAYS = 730
const KEPT_DAYS_MAX = 36_500
const days = (least: number) => z.coerce.number().int().min(least).max(KEPT_DAYS_MAX)

/** How the process runs among others: how it ends, how long it waits for clients, what it keeps. */
export const operationSettings = {
  ...drainSettings,
  ...tracingSettings,
  CLIENT_SILENCE_SECONDS: setting(
    z.coerce.number().int().min(1).max(3600).default(CLIENT_SILENCE_SECONDS),
    'A connection over which nothing was sent or received for so long is closed, as of a client that stopped reading',
  ),
  MESSAGES_KEPT_DAYS: setting(
    days(1).default(MESSAGES_KEPT_DAYS),
    'Messages in the portal that are older are deleted, read or not',
  ),
  NOTICE_RECEIPT_SECRET: setting(
    z
      .string()
      .min(RECEIPT_SECRET_MIN)
      .max(RECEIPT_SECRET_MAX)
      .regex(/^[\w-]+$/, 'only letters, digits, - and _')
      .optional(),
    'Ends the addresses /api/notice/receipt/{webhook|aliyun|tencent}/{secret} at which providers report what arrived; none: no reports are taken',
  ),
  OPERATION_LOG_KEPT_DAYS: setting(
    days(LOG_KEPT_DAYS_MIN).optional(),
    'Entries of the operation log that are older are deleted; none: all are kept',
  ),
}

export interface OperationConfig {
  drain: DrainSettings
  /** Null: nothing is traced. */
  tracing: TracingSettings | null
  clientSilenceSeconds: number
  /** Null: no reports of providers are taken. */
  receiptSecret: string | null
  retention: Retention
}

export interface Retention {
  messageDays: number
  /** Null: the operation log is kept. */
  operationLogDays: number | null
}

type Values = z.output<z.ZodObject<typeof operationSettings>>

export const operationOf = (values: Values): OperationConfig => ({
  drain: drainOf(values),
  tracing: tracingOf(values),
  clientSilenceSeconds: values.CLIENT_SILENCE_SECONDS,
  receiptSecret: values.NOTICE_RECEIPT_SECRET ?? null,
  retention: {
    messageDays: values.MESSAGES_KEPT_DAYS,
    operationLogDays: values.OPERATION_LOG_KEPT_DAYS ?? null,
  },
})
