import { NO_TRACING, type Tracing } from '@consilium/tracing/tracing.ts'
import type { Config } from './settings/config.ts'
import type { Context } from './context.ts'
import type { DomainEvent } from './domain/events.ts'
import { layFoundation, type FoundationOptions } from './foundation.ts'
import type { Engine } from './infra/db/engine/engine.ts'
import { openEventBus } from './infra/db/signals/events.ts'
import { createEventLog } from './infra/event-log/event-log.ts'
import { migrateToLatest } from './infra/db/schema/migrate.ts'
import { openChannels } from './infra/channels/open-channels.ts'
import { createIdentityVerifier } from './infra/identity-verifier.ts'
import { createInvoiceVerifier } from './infra/invoice-verifier.ts'
import { createJobs } from './infra/jobs/jobs.ts'
import { createOcrClient } from './infra/ocr/ocr-client.ts'
import { askService } from './infra/ask-service.ts'
import { expiryWarning } from '@consilium/pades/expiry.ts'
import { loadSigningKey } from '@consilium/pades/keys/key-store.ts'
import { createPdfSigner } from '@consilium/pades/signer.ts'
import { createTimestampAuthority } from '@consilium/pades/timestamp-authority.ts'
import { TOKEN_MAX_BYTES } from '@consilium/pades/timestamp.ts'
import { readCertificates, type TimestampTrust } from '@consilium/pades/timestamp-trust.ts'
import { createSms } from './infra/sms.ts'
import { openWorkerThreads, type WorkerThreads } from './worker-threads.ts'

export interface ContextOptions extends FoundationOptions {
  heartbeatMs?: number
  tracing?: Tracing
  /** Threads of several services in one process; who opened them closes them. The service has its own by default. */
  threads?: WorkerThreads
}

/** Throws if the operator's certificates cannot be read, since no timestamp would be accepted. */
function timestampTrust({ timestampCaFile, timestampPolicy }: Config): TimestampTrust {
  try {
    return {
      roots: timestampCaFile === null ? [] : readCertificates(timestampCaFile),
      policy: timestampPolicy,
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`TSA_CA_FILE cannot be used: ${reason}`, { cause: error })
  }
}

/** Migrates the database and opens what modules work with. The caller closes it. */
export async function openContext(options: ContextOptions, engine: Engine): Promise<Context> {
  const { config, log, tracing = NO_TRACING } = options
  const foundation = await layFoundation(options, engine, (db) =>
    migrateToLatest(db, { warn: (message) => log.warn(message) }),
  )
  const signingKey = await loadSigningKey({
    file: config.signingKeyFile,
    passphrase: config.signingKeyPassphrase,
    name: config.signingName,
    dataDir: config.dataDir,
    now: foundation.clock.now(),
  })
  const stamped = config.timestampUrls.length > 0
  const signer = await createPdfSigner(signingKey, stamped ? TOKEN_MAX_BYTES : 0)
  const warning = expiryWarning(signer, foundation.clock.now())
  if (warning !== null) log.warn(warning)
  const threads = options.threads ?? openWorkerThreads()
  const channels = await openChannels(config.channels, {
    dataDir: config.dataDir,
    isDevelopment: config.mode === 'development',
  })
  const events = await openEventBus<DomainEvent>(engine, log)
  return {
    ...foundation,
    tracing,
    events,
    eventLog: createEventLog(),
    ...threads,
    identityVerifier: config.identityVerifier && createIdentityVerifier(config.identityVerifier),
    invoiceVerifier: config.invoiceVerifier && createInvoiceVerifier(config.invoiceVerifier),
    jobs: createJobs(engine, events, { log, tracing }),
    ocr: createOcrClient({ url: config.ocrUrl, apiKey: config.ocrApiKey, log, tracing }),
    signer,
    timestamps: stamped
      ? createTimestampAuthority(
          config.timestampUrls,
          askService,
          threads.fileWork.stampReader(timestampTrust(config)),
        )
      : null,
    channels,
    sms: createSms({ fixedCode: config.smsFixedCode, channel: channels.sms }),
    ...(options.heartbeatMs === undefined ? {} : { heartbeatMs: options.heartbeatMs }),
  }
}
