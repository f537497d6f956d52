import { createHash } from 'node:crypto'
import { agreementEvents } from '@consilium/contract/events/agreements.ts'
import { SIGNING_CONSENT } from '@consilium/contract/signing/signing-consent.ts'
import type { AgreementSign } from '@consilium/contract/agreements/agreements.ts'
import type { CodeSent } from '@consilium/contract/login/verification.ts'
import { counts } from '../../../domain/attendance.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Actor } from '../../../domain/actor.ts'
import { hasExpired } from '@consilium/pades/expiry.ts'
import { MissingGlyphs } from '@consilium/pdf-layout/render.ts'
import { Refusal, refuseField } from '../../../infra/refusal.ts'
import type { StagedFile } from '../../files/service.ts'
import { agreementDocument } from '../signed-documents/agreement-document.ts'
import { agreementFileName, agreementNumber } from '../signed-documents/agreement-names.ts'
import { accept } from '../amending.ts'
import * as documents from '../signed-documents/document-repository.ts'
import { lockOwnMeeting } from '../meeting-lock-repository.ts'
import { findNext, lockNext, numbersOf } from '../own-agreement.ts'
import { withAccount } from '../templates/protocol.ts'
import { stampNow } from '../signed-documents/proving.ts'
import * as repository from '../repository.ts'
import type { Scope } from '../scope.ts'
import { requireAudited, requireSignable } from './signable.ts'
import { notifyKeeperMissing } from '../signed-documents/seal-keeper.ts'
import { printableStatement } from './identity-statement.ts'
import { appendEvent } from './event-repository.ts'
import { contractHash, FORM, newVerifyCode, signedContent, verifyUrl } from './signed-content.ts'
import { signingEvent, type SigningFacts, type SigningOrigin } from './signing-event.ts'

const UNPRINTABLE = '?'

/** The contract that the expert has read, and the SMS code that is bound to its content; no code is sent in vain. */
async function readyToSign(scope: Scope, actor: Actor, attendeeId: number) {
  const { db, signer, clock } = scope
  if (hasExpired(signer, clock.now())) throw new Refusal('SIGNING_CERTIFICATE_EXPIRED')
  const agreement = requireSignable(await findNext(db, actor, attendeeId))
  const numbers = await numbersOf(scope, db, agreement)
  if (agreement.laborProtocol === null || !numbers) throw new Refusal('AGREEMENT_NOT_READ')
  const protocol = withAccount(agreement.laborProtocol, agreement.accountAt, numbers)
  await requireAudited(scope, db, agreement, numbers)
  const code = {
    phone: agreement.phone,
    purpose: 'sign',
    binding: contractHash(agreement, protocol, numbers),
    requester: `user:${actor.userId}`,
  } as const
  return { agreement, protocol, numbers, code }
}

type Contract = Pick<Awaited<ReturnType<typeof readyToSign>>, 'agreement' | 'protocol' | 'numbers'>

/** Draws the document and signs the whole of it digitally. */
async function render({ pdf, signer }: Scope, document: Parameters<typeof pdf.render>[0]): Promise<Buffer> {
  try {
    return await signer.sign(await pdf.render(document))
  } catch (error) {
    if (!(error instanceof MissingGlyphs)) throw error
    throw new Refusal('GLYPH_MISSING', { params: { characters: error.glyphs.join(' ') } })
  }
}

/** What is known of the identity of whoever signs, as the document can print it. */
async function identityOf({ experts, db, pdf }: Scope, { expertId }: repository.AgreementRecord) {
  const printable = (text: string) =>
    pdf.missingGlyphs(text).reduce((rest, glyph) => rest.replaceAll(glyph, UNPRINTABLE), text)
  return printableStatement(await experts.identityChecks.statementOf(db, expertId), printable)
}

interface Act extends Omit<SigningFacts, 'signedTime' | 'identity'> {
  handsign: Buffer
}

/** The signed document, with the values by which it can be verified and the record of the signing. */
async function drawSigned(scope: Scope, { agreement, protocol, numbers }: Contract, act: Act) {
  const { handsign, ...facts } = act
  const { config, clock, signer } = scope
  const now = clock.now()
  const signedTime = clock.wire(now)
  const verifyCode = newVerifyCode()
  const identity = await identityOf(scope, agreement)
  const event = signingEvent(agreement, { ...facts, signedTime, identity })
  const { execUserId } = agreement
  const sealCertificates =
    execUserId === null ? [] : await scope.organizations.sealingCertificates(execUserId)
  const awaited = execUserId === null ? null : await scope.organizations.awaitedSeal(scope.db, execUserId)
  const content = signedContent(agreement, protocol, {
    numbers,
    handsign,
    signedTime,
    sealCertificates,
    ...event,
  })
  const contentSha256 = content.sha256
  const document = agreementDocument(agreement, protocol, {
    numbers,
    handsign,
    signedTime,
    createdAt: now.toISOString(),
    verifyUrl: verifyUrl(config.baseUrl, verifyCode),
    contentSha256,
    content: content.text,
    event,
    sealKeeper: awaited?.keeperName ?? null,
    signer,
  })
  const proof = { verifyCode, contentSha256, signedTime, form: FORM } as const
  const { pdf, stamp } = await stampNow(scope, await render(scope, document))
  return { document: pdf, stamp, proof, event }
}

/** The files have no uploader: the expert as uploader could read them without an entry in the operation log. */
async function stageBoth(
  { files }: Scope,
  agreement: repository.AgreementRecord,
  handsign: Buffer,
  document: Buffer,
) {
  const ofNobody = { userId: null, personal: true }
  const image = await files.stage({
    ...ofNobody,
    bytes: handsign,
    originalName: `${agreementNumber(agreement.attendeeId)}.png`,
    mediaType: 'image/png',
  })
  const contract = await files.stage({
    ...ofNobody,
    bytes: document,
    originalName: agreementFileName(agreement),
    mediaType: 'application/pdf',
  })
  return [image, contract] as const
}

/** Locks the agreement and throws if another request has signed or changed it since it was read. */
async function requireUnchanged(
  scope: Scope,
  trx: Db,
  actor: Actor,
  { agreement: read, numbers }: Pick<Contract, 'agreement' | 'numbers'>,
): Promise<void> {
  await lockOwnMeeting(trx, actor.userId, read.attendeeId)
  await scope.limits.lockPersons(trx, [read.expertId])
  const now = requireSignable(await lockNext(trx, actor, read.attendeeId))
  if (now.version !== read.version) throw new Refusal('STALE_RECORD')
  await requireAudited(scope, trx, now, numbers)
}

/** A signature accepts an invitation that nobody answered in time; what counts again needs room as a new one does. */
async function requireRoom(
  { limits, clock }: Scope,
  trx: Db,
  { hasAgreed, reply, invitationDeadline, ...attendee }: repository.AgreementRecord,
): Promise<void> {
  const isOverdue = invitationDeadline !== null && invitationDeadline < clock.wire()
  if (!counts({ hasAgreed, reply, isOverdue })) await limits.requireRoom(trx, attendee)
  await limits.requireOfPerson(trx, attendee)
}

/** Notes what is known of the document, and queues what it still waits for. */
async function keepDocument(
  scope: Scope,
  trx: Db,
  given: {
    agreement: repository.AgreementRecord
    verifyCode: string
    stamp: documents.StampColumns
    contract: StagedFile
  },
): Promise<void> {
  const { signer, timestamps, proofs, organizations } = scope
  const { verifyCode, stamp, contract } = given
  const { attendeeId, execUserId, userId: actorId } = given.agreement
  const awaited = execUserId === null ? null : await organizations.awaitedSeal(trx, execUserId)
  const revocation = signer.namesRevocation && timestamps ? 'pending' : 'none'
  await documents.insertDocument(trx, {
    verifyCode,
    attendeeId,
    stamp,
    revocation,
    seal: awaited ? 'awaiting' : 'notNeeded',
    certificateSha256: createHash('sha256').update(signer.certificates[0]).digest(),
  })
  if (execUserId !== null && awaited?.keeperName === null)
    await notifyKeeperMissing(scope, trx, { mainUserId: execUserId, actorId })
  const { fileId, sha256 } = contract
  await documents.addFile(trx, { verifyCode, fileId, sha256, made: 'signed' })
  if (stamp.timestamp_status === 'pending' || revocation === 'pending')
    await proofs.send(trx, [{ verifyCode }])
}

/** Sends an SMS code that is valid for signing this contract only. */
export async function sendCode(scope: Scope, actor: Actor, attendeeId: number): Promise<CodeSent> {
  const { code } = await readyToSign(scope, actor, attendeeId)
  const { expiresInSeconds, retryAfterSeconds } = await scope.codes.send(code)
  return { expiresInSeconds, retryAfterSeconds }
}

/**
 * Signs the contract that the code was sent for. The document is drawn, signed and stored before the transaction
 * begins, so that no lock waits for the storage. Of concurrent requests one succeeds and the others leave nothing
 * behind.
 */
export async function sign(
  scope: Scope,
  actor: Actor,
  { attendeeId, handsign: drawn, typedName, smsCode, readToEnd, consentVersion }: AgreementSign,
  origin: SigningOrigin,
): Promise<void> {
  if (consentVersion !== undefined && consentVersion !== SIGNING_CONSENT.version)
    throw new Refusal('CONSENT_OUTDATED')
  const { db, codes, files, fileWork } = scope
  const { code, ...contract } = await readyToSign(scope, actor, attendeeId)
  const { agreement } = contract
  if (typedName !== undefined && typedName !== agreement.name)
    throw refuseField('SIGNATURE_NAME_DIFFERS', 'typedName')
  const handsign = (await fileWork.readSignature(drawn)).png
  const checked = await codes.check({ ...code, code: smsCode })
  const { document, stamp, proof, event } = await drawSigned(scope, contract, {
    handsign,
    origin,
    messageId: checked.messageId,
    contractSha256: code.binding,
    readToEnd,
    signature: typedName === undefined ? 'drawn' : 'typed',
  })
  const staged = await stageBoth(scope, agreement, handsign, document)
  try {
    await inTransaction(db, async (trx) => {
      await requireUnchanged(scope, trx, actor, contract)
      await codes.spend(trx, checked)
      for (const file of staged) await files.commit(trx, file)
      const [{ fileId: handsignFileId }, { fileId: pdfFileId }] = staged
      if (agreement.amendment)
        await accept(scope, trx, agreement.amendment, { time: proof.signedTime, ...agreement, ...contract })
      const eventId = await appendEvent(trx, { attendeeId, ...event })
      if (!(await repository.saveSignature(trx, agreement, { handsignFileId, pdfFileId, eventId, ...proof })))
        throw new Refusal('STALE_RECORD')
      await requireRoom(scope, trx, agreement)
      await scope.eventLog.record(trx, agreementEvents.signed, {
        recordId: attendeeId,
        actorId: actor.userId,
        fields: { isAmended: agreement.amendment !== null },
      })
      await keepDocument(scope, trx, { agreement, verifyCode: proof.verifyCode, stamp, contract: staged[1] })
    })
  } catch (error) {
    // Only a refusal proves that nothing was committed; other files are collected later.
    if (error instanceof Refusal) await files.discard(staged)
    throw error
  }
}
