import { randomInt } from 'node:crypto'
import type { ProofProblem } from '@consilium/contract/signing/document-proof.ts'
import { accountIdOf, PLATFORM } from '../../../domain/actor.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import { askService } from '../../../infra/ask-service.ts'
import type { JobRun } from '../../../infra/jobs/jobs.ts'
import { provePdf } from '@consilium/pades/prove-pdf.ts'
import { RevocationUnknown } from '@consilium/pades/revocation.ts'
import { TIMESTAMP_FLAWS } from '@consilium/pades/timestamp-trust.ts'
import { TimestampRefused, type Timestamp } from '@consilium/pades/timestamp.ts'
import * as repository from './document-repository.ts'
import type { ProofJob, Scope } from '../scope.ts'

export const QUEUE = { name: 'agreement-proof', expireSeconds: 120, concurrency: 1 } as const

/** A signer waits so long for the authority; after that the document gets its timestamp later. */
const SIGNER_WAITS_MS = 5000
/** Pauses double from the first to the longest, each by up to a half shorter, so that waiting documents do not ask at once. */
const PAUSE_SECONDS = { first: 2, longest: 3600 }
/** Over two days, most of them an hour apart. */
export const ATTEMPTS_MAX = 60
const JITTER = 1000

const pauseAfter = (attempts: number) => {
  const whole = Math.min(PAUSE_SECONDS.longest, PAUSE_SECONDS.first * 2 ** (attempts - 1))
  return Math.ceil(whole * (1 - randomInt(JITTER) / (2 * JITTER)))
}

const stampOf = (
  { clock }: Pick<Scope, 'clock'>,
  { time, authority, isVerified }: Timestamp,
): repository.StampColumns => ({
  timestamp_status: 'stamped',
  timestamp_time: clock.wire(time),
  timestamp_authority: authority,
  timestamp_verified: isVerified,
})

const UNSTAMPED = { timestamp_time: null, timestamp_authority: null, timestamp_verified: false } as const

/** Asks for the timestamp of a document while its signer waits. Without one the document is signed all the same. */
export async function stampNow(
  scope: Pick<Scope, 'clock' | 'timestamps'>,
  pdf: Buffer,
  signal: AbortSignal = AbortSignal.timeout(SIGNER_WAITS_MS),
): Promise<{ pdf: Buffer; stamp: repository.StampColumns }> {
  const { timestamps } = scope
  if (!timestamps) return { pdf, stamp: { timestamp_status: 'none', ...UNSTAMPED } }
  try {
    const stamped = await timestamps.stamp(pdf, signal)
    return { pdf: stamped.pdf, stamp: stampOf(scope, stamped.timestamp) }
  } catch (error) {
    if (!(error instanceof TimestampRefused)) throw error
    return { pdf, stamp: { timestamp_status: 'pending', ...UNSTAMPED } }
  }
}

interface Step {
  pdf: Buffer
  change: repository.DocumentChange
  made: 'stamped' | 'proven'
}

type WithFile = repository.DocumentRow & { fileId: number }

/** What another attempt may cure; a revoked certificate stays revoked. */
interface Failure {
  problem: ProofProblem
  isFinal: boolean
}

async function stampLater(scope: Scope, pdf: Buffer, signal: AbortSignal): Promise<Step | Failure> {
  const { timestamps } = scope
  try {
    if (!timestamps) return { problem: 'unreachable', isFinal: true }
    const stamped = await timestamps.stamp(pdf, signal)
    const change = { ...stampOf(scope, stamped.timestamp), problem: null, attempts: 0 }
    return { pdf: stamped.pdf, change, made: 'stamped' }
  } catch (error) {
    if (!(error instanceof TimestampRefused)) throw error
    return { problem: error.problem, isFinal: false }
  }
}

async function proveLater(
  { signer, fileWork }: Scope,
  pdf: Buffer,
  signal: AbortSignal,
): Promise<Step | Failure> {
  try {
    const proven = await provePdf(pdf, signer.certificates, {
      ask: askService,
      reader: fileWork.revocations,
      signal,
    })
    return {
      pdf: proven,
      change: { revocation_status: 'kept', problem: null, attempts: 0 },
      made: 'proven',
    }
  } catch (error) {
    if (!(error instanceof RevocationUnknown)) throw error
    return { problem: error.isRevoked ? 'revoked' : 'revocationUnknown', isFinal: error.isRevoked }
  }
}

/** Stores the file with what was added. If something else was added meanwhile, the next job starts from that. */
async function keep(
  { db, files, proofs }: Scope,
  { verifyCode, fileId }: WithFile,
  { pdf, change, made }: Step,
): Promise<void> {
  const staged = await files.stage({
    userId: accountIdOf(PLATFORM),
    personal: true,
    bytes: pdf,
    originalName: `${verifyCode}.pdf`,
    mediaType: 'application/pdf',
  })
  const isKept = await inTransaction(db, async (trx) => {
    await proofs.send(trx, [{ verifyCode }])
    if (!(await repository.lockFile(trx, verifyCode, fileId))) return false
    await files.commit(trx, staged)
    await repository.replaceFile(trx, { verifyCode, fileId: staged.fileId, sha256: staged.sha256, made })
    await repository.changeDocument(trx, verifyCode, change)
    return true
  })
  if (!isKept) await files.discard([staged])
}

/** The columns of what is given up: without a timestamp, proof of certificates proves nothing for later. */
const givenUp = ({ timestamp, revocation }: repository.DocumentRow): repository.DocumentChange => ({
  ...(timestamp === 'pending' ? { timestamp_status: 'failed' } : {}),
  ...(revocation === 'pending' ? { revocation_status: 'failed' } : {}),
})

async function noteFailure(
  { db, proofs }: Scope,
  document: repository.DocumentRow,
  { problem, isFinal }: Failure,
): Promise<void> {
  const { verifyCode } = document
  const attempts = document.attempts + 1
  const isLast = isFinal || attempts >= ATTEMPTS_MAX
  await inTransaction(db, async (trx) => {
    await repository.changeDocument(trx, verifyCode, {
      problem,
      attempts,
      ...(isLast ? givenUp(document) : {}),
    })
    if (!isLast) await proofs.send(trx, [{ verifyCode }], pauseAfter(attempts))
  })
}

/** Does the next thing that a document waits for, and queues the one after it. */
export async function proveDocument(
  scope: Scope,
  { verifyCode }: ProofJob,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const document = await repository.findDocument(scope.db, verifyCode)
  const fileId = document?.fileId ?? null
  if (!document || fileId === null) return
  const isUnstamped = document.timestamp === 'pending'
  if (!isUnstamped && document.revocation !== 'pending') return
  const { bytes } = await scope.files.readAll(fileId)
  const result = isUnstamped ? await stampLater(scope, bytes, signal) : await proveLater(scope, bytes, signal)
  if ('problem' in result) await noteFailure(scope, document, result)
  else await keep(scope, { ...document, fileId }, result)
}

/**
 * Queues the documents that wait but have no job, as after a restore. What was given up since its timestamps were not
 * accepted waits again: the operator may have named another authority, or the authority another certificate.
 */
export async function requeueProofs({ db, proofs }: Pick<Scope, 'db' | 'proofs'>): Promise<void> {
  await repository.waitAgain(db, TIMESTAMP_FLAWS)
  await proofs.sendLost(db, repository.waitingDocuments, ({ verifyCode }) => verifyCode)
}
