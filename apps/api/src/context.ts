import type { Tracing } from '@consilium/tracing/tracing.ts'
import type { Config } from './settings/config.ts'
import type { Clock } from './infra/clock.ts'
import type { ClockDifference } from './infra/db/engine/clock-difference.ts'
import type { DomainEvent } from './domain/events.ts'
import type { OpenChannels } from './infra/channels/open-channels.ts'
import type { EventBus } from './infra/db/signals/events.ts'
import type { Db } from './infra/db/db.ts'
import type { EventLog } from './infra/event-log/event-log.ts'
import type { FileWork } from './infra/file-work/file-work.ts'
import type { IdentityVerifier } from './infra/identity-verifier.ts'
import type { InvoiceVerifier } from './infra/invoice-verifier.ts'
import type { Jobs } from './infra/jobs/jobs.ts'
import type { Keys } from './infra/keys/keys.ts'
import type { Log } from './infra/log.ts'
import type { OcrClient } from './infra/ocr/ocr-client.ts'
import type { TimestampAuthority } from '@consilium/pades/timestamp-authority.ts'
import type { PdfSigner } from '@consilium/pades/signer.ts'
import type { PdfRenderer } from '@consilium/pdf-layout/render.ts'
import type { Sms } from './infra/sms.ts'
import type { SheetReader } from './infra/spreadsheet/sheet-reader.ts'
import type { SealedStorage } from './infra/storage/sealed-storage.ts'
import type { Storage } from './infra/storage/storage.ts'

/** The dependencies of every module. */
export interface Context {
  config: Config
  db: Db
  /** The ways out of the portal. */
  channels: OpenChannels
  clock: Clock
  clockDifference: ClockDifference
  events: EventBus<DomainEvent>
  /** What happened, for readers above all modules. */
  eventLog: EventLog
  fileWork: FileWork
  /** Null: identities of experts are checked by hand. */
  identityVerifier: IdentityVerifier | null
  /** Null: invoices are not verified. */
  invoiceVerifier: InvoiceVerifier | null
  jobs: Jobs
  keys: Keys
  log: Log
  ocr: OcrClient
  pdf: PdfRenderer
  signer: PdfSigner
  /** Null: documents bear no timestamp. */
  timestamps: TimestampAuthority | null
  sheets: SheetReader
  sms: Sms
  storage: SealedStorage
  tracing: Tracing
  /** The storage below the encryption, for contents that carry their own signature. */
  plainStorage: Storage
  /** Interval between heartbeats of the event stream, if not the default. */
  heartbeatMs?: number
}
