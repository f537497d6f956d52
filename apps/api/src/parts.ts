import type { Config } from './settings/config.ts'
import type { Context } from './context.ts'
import type { Engine } from './infra/db/engine/engine.ts'
import { createDisks, type Disks, type ReadRoom } from './infra/storage/disks.ts'
import { createHealth, type Health } from './infra/http/metrics/health.ts'
import { createLastCall } from './infra/health/last-call.ts'
import { VerifierFailed } from './infra/verifier-call.ts'
import type { MalwareScanner } from './infra/malware-scanner.ts'
import type { Part } from './infra/health/part.ts'
import { TimestampRefused } from '@consilium/pades/timestamp.ts'
import { Refusal } from './infra/refusal.ts'
import { SmsFailed } from './infra/sms.ts'
import { watchTasks, type TaskRecords } from './infra/health/task-records.ts'

/** The state of the database is asked for this often at most. */
const DATABASE_FRESH_MS = 1000
/** A check of the storage writes a few bytes. */
const STORAGE_FRESH_MS = 2000
const RECOGNITION_FRESH_MS = 2000

type Called = Pick<Context, 'sms' | 'timestamps' | 'invoiceVerifier' | 'identityVerifier'> & {
  scanner: MalwareScanner
}

/** What is called outside of the service, and how it is by its last call; parts that are not in use are left out. */
export function followCalls(
  { sms, timestamps, invoiceVerifier, identityVerifier, scanner }: Called,
  { channels }: Config,
) {
  const textMessages = createLastCall((error) => error instanceof SmsFailed)
  const stamps = createLastCall((error) => error instanceof TimestampRefused)
  const verifications = createLastCall((error) => error instanceof VerifierFailed)
  const identities = createLastCall((error) => error instanceof VerifierFailed)
  const scans = createLastCall((error) => error instanceof Refusal && error.error === 'SCANNER_UNAVAILABLE')
  const parts: Record<string, Part> = {
    ...(channels.sms.length > 0 ? { textMessages: textMessages.part } : {}),
    ...(timestamps ? { timestamps: stamps.part } : {}),
    ...(invoiceVerifier ? { invoiceVerifier: verifications.part } : {}),
    ...(identityVerifier ? { identityVerifier: identities.part } : {}),
    ...(scanner.isOn ? { malwareScanner: scans.part } : {}),
  }
  const called: Called = {
    sms: { ...sms, deliver: (message) => textMessages.follow(sms.deliver(message)) },
    timestamps: timestamps && {
      stamp: (pdf, signal) => stamps.follow(timestamps.stamp(pdf, signal)),
    },
    invoiceVerifier: invoiceVerifier && {
      verify: (callId, question, signal) =>
        verifications.follow(invoiceVerifier.verify(callId, question, signal)),
    },
    identityVerifier: identityVerifier && {
      ...identityVerifier,
      verify: (callId, question, signal) =>
        identities.follow(identityVerifier.verify(callId, question, signal)),
    },
    scanner: { ...scanner, check: (content) => scans.follow(scanner.check(content)) },
  }
  return { ...called, parts }
}

const foldersOf = ({ dataDir, uploadsDir, s3, filesDir, logFile }: Config): Record<string, string> => ({
  data: dataDir,
  uploads: uploadsDir,
  ...(s3 ? {} : { files: filesDir }),
  ...(logFile === null ? {} : { log: logFile }),
})

export interface WatchedParts {
  health: Health
  rooms: Disks['rooms']
  tasks: TaskRecords
}

/** What the health of this node is made of. */
export function watchParts(
  { config, plainStorage, ocr, log }: Context,
  {
    engine,
    called,
    readRoom,
  }: { engine: Engine; called: Record<string, Part>; readRoom?: ReadRoom | undefined },
): WatchedParts {
  const disks = createDisks(foldersOf(config), readRoom)
  const health = createHealth(
    {
      own: {
        database: {
          check: () => engine.state(),
          freshMs: DATABASE_FRESH_MS,
          lastAnswer: () => engine.pool.lastAnswer,
        },
      },
      shared: {
        storage: { check: () => plainStorage.check().then(() => 'ok'), freshMs: STORAGE_FRESH_MS },
        ...disks.parts,
        recognition: { check: () => ocr.check(), freshMs: RECOGNITION_FRESH_MS },
        ...called,
      },
    },
    log,
  )
  return { health, rooms: disks.rooms, tasks: watchTasks(plainStorage) }
}
