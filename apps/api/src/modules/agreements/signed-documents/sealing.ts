import { createHash } from 'node:crypto'
import type { SealOutcome, Sealing } from '@consilium/contract/signing/seals.ts'
import type { Actor } from '../../../domain/actor.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import { commonName } from '@consilium/pades/keys/certificate-name.ts'
import { NoSealField, sealPdf, type SealPicture } from '@consilium/pades/seal.ts'
import { hasExpired } from '@consilium/pades/expiry.ts'
import { createPdfSigner, type PdfSigner } from '@consilium/pades/signer.ts'
import { TOKEN_MAX_BYTES } from '@consilium/pades/timestamp.ts'
import { pixelsOf } from '../../../infra/pictures/signature-image.ts'
import { Refusal } from '../../../infra/refusal.ts'
import type { OpenSeal } from '../../organizations/service.ts'
import { agreementFileName, agreementNumber } from './agreement-names.ts'
import { canonicalJson } from '../signing/canonical-json.ts'
import * as documents from './document-repository.ts'
import { appendEvent } from '../signing/event-repository.ts'
import { stampNow } from './proving.ts'
import * as repository from '../repository.ts'
import type { Scope } from '../scope.ts'
import { notifyKeeperMissing } from './seal-keeper.ts'
import { sealWarrant } from './seal-warrant.ts'
import type { SigningOrigin } from '../signing/signing-event.ts'

/** The version of the statement's format. */
const FORM = 'consilium-sealing-event-2'
/** A job that adds a timestamp meanwhile makes one more attempt necessary; each document has two such jobs. */
const ATTEMPTS = 3
/** The person at the page waits so long for timestamps of all documents together. */
const SEALER_WAITS_MS = 5000

/** Who seals with what, for all documents of a request. */
interface Press {
  scope: Scope
  actor: Actor
  origin: SigningOrigin
  seal: OpenSeal
  picture: SealPicture
  signer: PdfSigner
  /** Aborts the wait for timestamps; documents that missed it get theirs later. */
  signal: AbortSignal
}

const reasonOf = ({ keeperName, sealedByName }: OpenSeal) =>
  `甲方盖章（印章责任人：${keeperName}${sealedByName === keeperName ? '' : `；经办人：${sealedByName}`}）`

/** States a sealing: who put whose seal on which file, when and from where. */
function sealingEvent(
  { actor, origin, seal }: Press,
  agreement: repository.AgreementRecord,
  { time, before }: { time: string; before: Buffer },
) {
  const statement = canonicalJson({
    form: FORM,
    kind: 'sealed',
    agreementNumber: agreementNumber(agreement.attendeeId),
    organization: seal.orgName,
    keeper: seal.keeperName,
    sealedBy: seal.sealedByName,
    userId: String(actor.userId),
    sealedTime: time,
    address: origin.address,
    userAgent: origin.userAgent,
    sessionId: String(origin.sessionId),
    documentSha256: createHash('sha256').update(before).digest('hex'),
  })
  return { statement, eventSha256: createHash('sha256').update(statement).digest() }
}

/** The key of the platform vouches for the certificate of the seal. */
async function warrantOf({ scope, seal, signer }: Press, agreement: repository.AgreementRecord) {
  const { attendeeId, contentSha256 } = agreement
  const statement = Buffer.from(
    sealWarrant({
      agreementNumber: agreementNumber(attendeeId),
      contentSha256: contentSha256?.toString('hex') ?? '',
      certificate: signer.certificates[0],
      organization: seal.orgName,
    }),
  )
  return { statement, signature: await scope.signer.attest(statement) }
}

async function draw(
  press: Press,
  agreement: repository.AgreementRecord,
  before: Buffer,
  time: Date,
): Promise<Buffer | null> {
  const { seal, picture, signer } = press
  const warrant = await warrantOf(press, agreement)
  try {
    return await sealPdf(
      before,
      { picture, name: seal.orgName, reason: reasonOf(seal), time, warrant },
      signer,
    )
  } catch (error) {
    if (error instanceof NoSealField) return null
    throw error
  }
}

/** Seals the document as it is now. Returns undefined if something else was added to it meanwhile. */
async function trySeal(
  press: Press,
  agreement: repository.AgreementRecord,
): Promise<SealOutcome | undefined> {
  const { scope, actor, seal, signer, signal } = press
  const { files, clock, timestamps } = scope
  const { attendeeId, verifyCode, pdfFileId } = agreement
  if (verifyCode === null || pdfFileId === null) return 'unsigned'
  if (agreement.sealStatus === null) return 'formerRules'
  if (agreement.sealStatus === 'sealed') return 'sealedBefore'
  const { bytes: before } = await files.readAll(pdfFileId)
  const now = clock.now()
  const drawn = await draw(press, agreement, before, now)
  if (!drawn) return 'formerRules'
  const { pdf, stamp } = await stampNow(scope, drawn, signal)
  const time = clock.wire(now)
  const event = sealingEvent(press, agreement, { time, before })
  const staged = await files.stage({
    userId: null,
    personal: true,
    bytes: pdf,
    originalName: agreementFileName(agreement),
    mediaType: 'application/pdf',
  })
  const revocation = scope.signer.namesRevocation && timestamps ? 'pending' : 'none'
  const isSealed = await inTransaction(scope.db, async (trx) => {
    if (!(await documents.lockFile(trx, verifyCode, pdfFileId))) return false
    await files.commit(trx, staged)
    await appendEvent(trx, { attendeeId, ...event })
    const { fileId, sha256 } = staged
    await documents.replaceFile(trx, { verifyCode, fileId, sha256, made: 'sealed' })
    await documents.changeDocument(trx, verifyCode, {
      ...stamp,
      revocation_status: revocation,
      problem: null,
      attempts: 0,
      seal_status: 'sealed',
      sealed_time: time,
      sealed_by: actor.userId,
      sealed_by_name: seal.sealedByName,
      seal_org_name: seal.orgName,
      seal_certificate: commonName(signer.certificates[0]),
      seal_certificate_sha256: createHash('sha256').update(signer.certificates[0]).digest(),
    })
    if (stamp.timestamp_status === 'pending' || revocation === 'pending')
      await scope.proofs.send(trx, [{ verifyCode }])
    return true
  })
  if (!isSealed) await files.discard([staged])
  return isSealed ? 'sealed' : undefined
}

async function sealOne(press: Press, attendeeId: number): Promise<SealOutcome> {
  const { scope, actor } = press
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const agreement = await repository.findAgreement(scope.db, actor, attendeeId)
    if (!agreement) throw new Refusal('NOT_FOUND')
    const outcome = await trySeal(press, agreement)
    if (outcome) return outcome
  }
  return 'changed'
}

/** Opens the seal of the caller. If the seal names no person, its main account is told that somebody tried to use it. */
async function openNamed(scope: Scope, actor: Actor): Promise<OpenSeal> {
  try {
    return await scope.organizations.openSeal(actor)
  } catch (error) {
    const isNameless = error instanceof Refusal && error.error === 'SEAL_KEEPER_MISSING'
    if (isNameless && actor.userId !== actor.mainUserId)
      await inTransaction(scope.db, (trx) =>
        notifyKeeperMissing(scope, trx, { mainUserId: actor.mainUserId, actorId: actor.userId }),
      )
    throw error
  }
}

/**
 * Puts the seal of the caller's organization on agreements that it pays. Each is a transaction of its own: the answer
 * says what became of it. Of simultaneous requests one seals. Throws NOT_FOUND if the organization does not pay one of
 * them.
 */
export async function sealAgreements(
  scope: Scope,
  actor: Actor,
  attendeeIds: readonly number[],
  origin: SigningOrigin,
): Promise<Sealing[]> {
  const seal = await openNamed(scope, actor)
  const wanted = [...new Set(attendeeIds)]
  const { found } = await repository.findPaidBy(scope.db, actor, wanted, seal.mainUserId)
  if (found < wanted.length) throw new Refusal('NOT_FOUND')
  const signer = seal.key
    ? await createPdfSigner(seal.key, scope.timestamps ? TOKEN_MAX_BYTES : 0)
    : scope.signer
  if (hasExpired(signer, scope.clock.now()))
    throw new Refusal(seal.key ? 'SEAL_CERTIFICATE_EXPIRED' : 'SIGNING_CERTIFICATE_EXPIRED')
  const press: Press = {
    scope,
    actor,
    origin,
    seal,
    picture: await pixelsOf(seal.picture),
    signer,
    signal: AbortSignal.timeout(SEALER_WAITS_MS),
  }
  const outcomes: Sealing[] = []
  for (const attendeeId of wanted) outcomes.push({ attendeeId, outcome: await sealOne(press, attendeeId) })
  return outcomes
}
