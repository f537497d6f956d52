import { paymentEvents } from '@consilium/contract/events/payments.ts'
import type { IdType } from '@consilium/contract/persons/identity.ts'
import type { PaymentRecord, PaymentReversal, TaxRegime } from '@consilium/contract/payments/payments.ts'
import type { FileTerms } from '@consilium/contract/organizations/tax-settings.ts'
import type { PayeeFact } from '@consilium/contract/persons/personal-facts.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { badFields, Refusal, refuseField } from '../../infra/refusal.ts'
import {
  Money,
  rateOn,
  settlePayment,
  settleReversal,
  type LaborPayment,
  type LedgerEntry,
  type WithheldAmounts,
} from '../fees/service.ts'
import { missingIn, type PayeeIdentity } from '../experts/service.ts'
import type { Payer } from '../organizations/service.ts'
import { cashOf, settleWith } from './cash/cash.ts'
import { amountsOf, ledgerOf } from './ledger.ts'
import * as repository from './ledger-repository.ts'
import { claimFee, freeFee } from './claim-repository.ts'
import { personKeys, type PersonKeys } from './person-key.ts'
import { requirePayable } from './payable.ts'
import { ownedBy } from './policy.ts'
import { rateOn as treatyRateOn } from './reliefs/relief-repository.ts'
import type { Scope } from './scope.ts'
import { joinEntries, lockPerson } from './ledger-repository.ts'

const YEAR = 'yyyy'.length
const PERIOD = 'yyyy-MM'.length
const DAY = 'yyyy-MM-dd'.length
const CENTS = 2

const numberPlace = (entryId: number) => ({
  table: 'labor_payment_entry',
  column: 'id_number_cipher',
  row: entryId,
})

/** The identity number of an entry; null if it was not known. Throws SealBroken. */
export const numberOf = (
  keys: Scope['keys'],
  { entryId, idNumberCipher }: { entryId: number; idNumberCipher: Buffer | null },
): string | null => idNumberCipher && keys.open(idNumberCipher, numberPlace(entryId))

const IN_FUTURE = { 'zh-CN': '付款日期不能晚于今天', en: 'The day of payment cannot be in the future' }

/** The terms of a payment on a day, as the payer's settings and the person's residence decide them. */
export const termsOf = (
  payer: Omit<Payer, keyof FileTerms>,
  date: string,
  given: {
    laborForm: repository.NewEntry['terms']['laborForm']
    county?: string | undefined
    isResident: boolean
    /** Of a non-resident; null without relief under a treaty. */
    treatyRate?: string | null
  },
): repository.NewEntry['terms'] => {
  const declared: TaxRegime = payer.isPlatform ? 'platform' : 'resident'
  return {
    laborForm: given.laborForm,
    taxItem: payer.laborItems[given.laborForm],
    county: given.county ?? payer.county ?? '',
    isCountyApart: payer.isCountyApart,
    regime: given.isResident ? declared : 'nonResident',
    vatBasis: payer.vatBasis,
    isContinuous: payer.isContinuous,
    surchargeRate: rateOn(payer, date),
    treatyRate: given.isResident ? null : (given.treatyRate ?? null),
  }
}

export interface Payee {
  idType: IdType
  /** Null while it is known neither by the agreement nor by the profile. */
  idNumber: string | null
  isResident: boolean
  /** What the tax authority asks for beside. */
  missingFacts: PayeeFact[]
}

type PaidAgreement = Pick<
  repository.PayableAttendee,
  'attendeeId' | 'userId' | 'idCardCipher' | 'bankAccountCipher'
>

/** Who is paid: the number that the agreement names, or else that of the profile. */
export const payeeOf = async (scope: Scope, within: Db, attendee: PaidAgreement): Promise<Payee> =>
  payeeFrom(scope, attendee, await scope.experts.identityOf(within, attendee.userId))

/** As `payeeOf`, with a profile that was read before. */
export function payeeFrom(
  { agreements }: Pick<Scope, 'agreements'>,
  attendee: PaidAgreement,
  { idType, idCardNo, taxResidence, ...facts }: PayeeIdentity,
): Payee {
  const idNumber = agreements.numbersOf(attendee)?.idCardNo ?? idCardNo
  return {
    idType,
    idNumber,
    isResident: taxResidence === 'resident',
    missingFacts: missingIn({ ...facts, idType, idCardNo: idNumber }),
  }
}

/** Throws NOT_FOUND, PAYMENT_EXISTS and AGREEMENT_FEE_MISSING on `attendeeId`. */
export function requireUnpaid(attendee: repository.PayableAttendee | undefined): repository.PayableAttendee {
  if (!attendee) throw refuseField('NOT_FOUND', 'attendeeId')
  if (attendee.paidDate !== null) throw refuseField('PAYMENT_EXISTS', 'attendeeId')
  if (Number(attendee.payableAmount) === 0) throw refuseField('AGREEMENT_FEE_MISSING', 'attendeeId')
  return attendee
}

const signedDateOf = ({ signedTime }: Pick<repository.PayableAttendee, 'signedTime'>): string | null =>
  signedTime?.slice(0, DAY) ?? null

/** True if the agreement was signed on a later day, by the zone of the service. */
export function isBeforeSigning(
  attendee: Pick<repository.PayableAttendee, 'signedTime'>,
  paidDate: string,
): boolean {
  const signedDate = signedDateOf(attendee)
  return signedDate !== null && paidDate < signedDate
}

/** Throws PAID_BEFORE_SIGNED on `paidDate` unless a reason says why. */
function requireSignedBefore(
  attendee: repository.PayableAttendee,
  { paidDate, reason }: Pick<PaymentRecord, 'paidDate' | 'reason'>,
): void {
  if (reason === undefined && isBeforeSigning(attendee, paidDate))
    throw refuseField('PAID_BEFORE_SIGNED', 'paidDate', { signedDate: signedDateOf(attendee) ?? '' })
}

export function requireNotInFuture({ clock }: Pick<Scope, 'clock'>, paidDate: string): void {
  if (paidDate > clock.today()) throw badFields(['paidDate'], IN_FUTURE)
}

export interface PreparedPayment {
  payer: Payer
  payee: Payee
  terms: repository.NewEntry['terms']
}

/** Who pays whom under which terms; with `isLocked` these stay until the transaction ends. @throws Refusal for a day in the future and for a meeting without an executor */
export async function prepare(
  scope: Scope,
  within: Db,
  attendee: repository.PayableAttendee,
  { paidDate, county }: Pick<PaymentRecord, 'paidDate' | 'county'>,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<PreparedPayment> {
  requireNotInFuture(scope, paidDate)
  const { execUserId: mainUserId, laborForm } = attendee
  const payer =
    mainUserId === null
      ? null
      : await scope.organizations.payerOn(within, { mainUserId }, paidDate, { isLocked })
  if (!payer) throw refuseField('AGREEMENT_PAYER_MISSING', 'attendeeId')
  const payee = await payeeOf(scope, within, attendee)
  const { isResident } = payee
  const relief = { orgId: payer.orgId, userId: attendee.userId, date: paidDate }
  const treatyRate = isResident ? null : await treatyRateOn(within, relief)
  return { payer, payee, terms: termsOf(payer, paidDate, { laborForm, county, isResident, treatyRate }) }
}

/** What a payment bears after those of the ledger. Throws PAYMENT_NET_NEGATIVE, and PAYMENT_DIFFERS from what was shown. */
export function settle(
  ledger: readonly LedgerEntry[],
  payment: LaborPayment,
  shownNet?: string,
): WithheldAmounts {
  const withheld = settlePayment(ledger, payment)
  const params = { net: withheld.net.toFixed(2) }
  if (withheld.net.lt('0')) throw new Refusal('PAYMENT_NET_NEGATIVE', { params })
  if (shownNet !== undefined && !withheld.net.eq(shownNet)) throw new Refusal('PAYMENT_DIFFERS', { params })
  return withheld
}

const estimateOf = (attendee: repository.PayableAttendee): repository.NewEntry['estimate'] => ({
  estimatedVat: attendee.vatAmount,
  estimatedSurcharge: attendee.surchargeAmount,
  estimatedIncomeTax: attendee.incomeTax,
  estimatedNet: attendee.netAmount,
  estimateRuleVersion: attendee.feeRuleVersion,
})

/** Who records, and of which payer: a request of a person, or the work on a batch that a person released. */
export interface Recorder {
  userId: number
  userName: string
  owner: { mainUserId?: number }
  /** The line of a batch that holds the fee; null if it is paid without one. */
  lineId: number | null
}

/** An entry as it is written, with what is settled beside it. */
interface Recording {
  attendee: repository.PayableAttendee
  prepared: PreparedPayment
  person: PersonKeys
  withheld: WithheldAmounts
  entryId: number
  isCorrection: boolean
}

async function writeEntry(
  scope: Scope,
  trx: Db,
  by: Recorder,
  body: PaymentRecord,
  { attendee, prepared, person, withheld, entryId, isCorrection }: Recording,
): Promise<void> {
  const { attendeeId, paidDate } = body
  const { orgId } = prepared.payer
  const { idType, idNumber } = prepared.payee
  const { cash, settled } = await cashOf(trx, { orgId, person, lineIds: body.lineIds }, withheld.net)
  await repository.insertEntry(trx, {
    entryId,
    kind: 'payment',
    paymentId: null,
    orgId,
    attendeeId,
    personHash: person.own,
    personName: attendee.name,
    idType,
    idNumberCipher: idNumber === null ? null : scope.keys.seal(idNumber, numberPlace(entryId)),
    paidDate,
    amounts: amountsOf(withheld),
    estimate: estimateOf(attendee),
    terms: prepared.terms,
    isCorrection,
    cashAmount: cash.toFixed(CENTS),
    reason: body.reason ?? null,
    bankReference: body.bankReference ?? null,
    userId: by.userId,
  })
  await settleWith(scope, trx, by, { lineIds: settled, entryId, paidDate })
  await scope.agreements.savePaidDate(trx, attendeeId, paidDate)
  await scope.eventLog.record(trx, paymentEvents.recorded, {
    recordId: entryId,
    actorId: by.userId,
    fields: { attendeeId },
  })
}

/**
 * Records that the agreed fee of an attendee was paid on a day, and returns the id of the entry. The entry bears what
 * the law takes from all payments of the month so far, less what they have borne. Payments of one payer to one person
 * wait for one another, so the sums hold however many are recorded at once. An amendment that is proposed meanwhile
 * waits for the agreement, and is refused then.
 */
export async function recordIn(scope: Scope, trx: Db, by: Recorder, body: PaymentRecord): Promise<number> {
  const { attendeeId, paidDate } = body
  const { expertId } = requireUnpaid(await repository.findPayable(trx, by.owner, attendeeId))
  // Persons are locked before agreements, as a signing locks them.
  await scope.caps.lockPersons(trx, [expertId])
  const attendee = requireUnpaid(await repository.lockPayable(trx, by.owner, attendeeId))
  const prepared = await prepare(scope, trx, attendee, body, { isLocked: true })
  await requirePayable(scope, trx, attendeeId)
  requireSignedBefore(attendee, body)
  await scope.caps.requireOfPerson(trx, attendee, 'paid')
  const { orgId } = prepared.payer
  const { idType, idNumber } = prepared.payee
  const person = await personKeys(scope.keys, trx, { idType, idNumber, phone: attendee.phone })
  const year = paidDate.slice(0, YEAR)
  await lockPerson(trx, orgId, year, [person.own, person.byPhone])
  const isCorrection = await repository.isFiled(trx, orgId, paidDate.slice(0, PERIOD))
  await joinEntries(trx, { orgId, userId: attendee.userId }, person)
  await claimFee(trx, { attendeeId, lineId: by.lineId })

  const ledger = ledgerOf(await repository.entriesOfYear(trx, orgId, [person.own], year))
  const entryId = await repository.nextEntryId(trx)
  const payment = { ...prepared.terms, id: entryId, paidDate, payable: Money(attendee.payableAmount) }
  const withheld = settle(ledger, payment, body.netAmount)
  await writeEntry(scope, trx, by, body, { attendee, prepared, person, withheld, entryId, isCorrection })
  return entryId
}

export const recordPayment = (scope: Scope, actor: Actor, body: PaymentRecord): Promise<number> =>
  inTransaction(scope.db, (trx) => {
    const { userId, userName } = actor
    return recordIn(scope, trx, { userId, userName, owner: ownedBy(actor), lineId: null }, body)
  })

/**
 * Reverses a payment in its own month and returns the id of the reversal, which returns what the payment bore and lets
 * the rest of the month bear what the law takes without it. After the month was filed it is a correction.
 */
export async function reverseIn(
  scope: Scope,
  trx: Db,
  by: Omit<Recorder, 'lineId'>,
  { entryId, reason }: PaymentReversal,
): Promise<number> {
  const seen = await repository.findEntry(trx, by.owner, entryId)
  if (!seen) throw refuseField('NOT_FOUND', 'entryId')
  const { orgId, attendeeId, paidDate, period } = seen
  // The order of the locks is that of a payment: agreement, person, month.
  const attendee = await repository.lockPayable(trx, {}, attendeeId)
  if (!attendee) throw refuseField('NOT_FOUND', 'entryId')
  const payee = await payeeOf(scope, trx, attendee)
  const known = await personKeys(scope.keys, trx, { ...payee, phone: attendee.phone })
  const year = paidDate.slice(0, YEAR)
  await lockPerson(trx, orgId, year, [seen.personHash, known.own, known.byPhone])
  const isCorrection = await repository.isFiled(trx, orgId, period)
  // A payment that was recorded meanwhile may have joined this one to an identity number.
  const payment = await repository.findEntry(trx, {}, entryId)
  if (!payment?.isLive || !(await repository.endLife(trx, entryId)))
    throw refuseField('PAYMENT_REVERSED', 'entryId')

  const rows = await repository.entriesOfYear(trx, orgId, [payment.personHash], year)
  const withheld = settleReversal(ledgerOf(rows), entryId)
  const reversalId = await repository.nextEntryId(trx)
  const number = numberOf(scope.keys, payment)
  await repository.insertEntry(trx, {
    entryId: reversalId,
    kind: 'reversal',
    paymentId: entryId,
    orgId,
    attendeeId,
    personHash: payment.personHash,
    personName: payment.personName,
    idType: payment.idType,
    idNumberCipher: number === null ? null : scope.keys.seal(number, numberPlace(reversalId)),
    paidDate,
    amounts: amountsOf(withheld),
    estimate: payment,
    terms: payment,
    isCorrection,
    cashAmount: null,
    reason,
    bankReference: null,
    userId: by.userId,
  })
  await scope.agreements.savePaidDate(trx, attendeeId, null)
  await freeFee(trx, attendeeId)
  await scope.eventLog.record(trx, paymentEvents.reversed, {
    recordId: reversalId,
    actorId: by.userId,
    fields: { attendeeId },
  })
  return reversalId
}

export const reversePayment = (scope: Scope, actor: Actor, body: PaymentReversal): Promise<number> =>
  inTransaction(scope.db, (trx) => {
    const { userId, userName } = actor
    return reverseIn(scope, trx, { userId, userName, owner: ownedBy(actor) }, body)
  })
