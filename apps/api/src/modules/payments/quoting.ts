import type { Language } from '@consilium/contract/errors.ts'
import type { Db } from '../../infra/db/db.ts'
import { livePayments, Money, surchargesOf, type LaborPayment, type LedgerEntry } from '../fees/service.ts'
import { amountsOf, ledgerOf } from './ledger.ts'
import * as repository from './ledger-repository.ts'
import { personHashes } from '../experts/service.ts'
import { keysOf } from './person-key.ts'
import {
  isBeforeSigning,
  payeeFrom,
  requireNotInFuture,
  requireUnpaid,
  settle,
  termsOf,
} from './recording.ts'
import { rateOn as treatyRateOn } from './reliefs/relief-repository.ts'
import type { Scope } from './scope.ts'
import { explainerOf } from './settlement/settlement-explanation.ts'
import { refuseField } from '../../infra/refusal.ts'

const YEAR = 'yyyy'.length
const CENTS = 2

/** What a payment would bear after those of the ledger and after others that come before it. */
export interface Quote extends ReturnType<typeof amountsOf> {
  surchargeAmount: string
  /** Knows the person in the ledger of the payer. */
  personHash: Buffer
  /** The last entry of the person that it rests on; null without one. */
  seenEntryId: number | null
  /** Why the net amount differs from the estimate; empty if it does not. */
  differences: Record<Language, string[]>
  /** For the quotes of the same person that come after it. */
  entry: LedgerEntry
}

const keyOf = (personHash: Buffer): string => personHash.toString('hex')

/** What the fees of one payer rest on, read for many at once. */
async function readFacts(
  scope: Scope,
  trx: Db,
  { mainUserId, paidDate }: QuotedBatch,
  attendeeIds: readonly number[],
) {
  const attendees = await repository.findPayables(trx, { mainUserId }, attendeeIds)
  const payer = await scope.organizations.payerOn(trx, { mainUserId }, paidDate)
  const identities = await scope.experts.identitiesOf(
    trx,
    attendees.map(({ userId }) => userId),
  )
  const hashes = await personHashes(scope.keys, trx)
  const people = new Map(
    attendees.flatMap((attendee) => {
      const identity = identities.get(attendee.userId)
      if (!identity) return []
      const payee = payeeFrom(scope, attendee, identity)
      return [[attendee.attendeeId, { payee, person: keysOf(hashes, { ...payee, phone: attendee.phone }) }]]
    }),
  )
  const asked = [...people.values()].flatMap(({ person }) => [person.own, person.byPhone])
  const entries =
    payer && asked.length > 0
      ? await repository.entriesOfYear(trx, payer.orgId, asked, paidDate.slice(0, YEAR))
      : []
  const treatyRates = new Map<number, string | null>()
  for (const { attendeeId, userId } of attendees)
    if (payer && people.get(attendeeId)?.payee.isResident === false)
      treatyRates.set(attendeeId, await treatyRateOn(trx, { orgId: payer.orgId, userId, date: paidDate }))
  return {
    attendees: new Map(attendees.map((attendee) => [attendee.attendeeId, attendee])),
    payer,
    people,
    entries: Map.groupBy(entries, ({ personHash }) => keyOf(personHash)),
    treatyRates,
  }
}

interface QuotedBatch {
  /** The main account of the payer. */
  mainUserId: number
  paidDate: string
}

type Facts = Awaited<ReturnType<typeof readFacts>>

function quoteFrom(
  facts: Facts,
  attendeeId: number,
  { paidDate, before }: { paidDate: string; before: ReadonlyMap<string, readonly LedgerEntry[]> },
): Quote {
  const attendee = requireUnpaid(facts.attendees.get(attendeeId))
  const { payer } = facts
  if (!payer) throw refuseField('AGREEMENT_PAYER_MISSING', 'attendeeId')
  const known = facts.people.get(attendeeId)
  if (!known) throw refuseField('NOT_FOUND', 'attendeeId')
  if (isBeforeSigning(attendee, paidDate))
    throw refuseField('PAID_BEFORE_SIGNED', 'paidDate', { signedDate: attendee.signedTime ?? '' })
  const { payee, person } = known
  const keys = new Set([keyOf(person.own), keyOf(person.byPhone)])
  const rows = [...keys]
    .flatMap((key) => facts.entries.get(key) ?? [])
    .toSorted((one, other) => one.entryId - other.entryId)
  const ledger = [...ledgerOf(rows), ...(before.get(keyOf(person.own)) ?? [])]
  const { laborForm } = attendee
  const { isResident } = payee
  const treatyRate = facts.treatyRates.get(attendeeId) ?? null
  // Quotes have negative ids, which no entry has.
  const payment: LaborPayment = {
    ...termsOf(payer, paidDate, { laborForm, isResident, treatyRate }),
    id: -attendeeId,
    paidDate,
    payable: Money(attendee.payableAmount),
  }
  const withheld = settle(ledger, payment)
  const amounts = amountsOf(withheld)
  const { vatAmount: vat, surchargeAmount: surcharge, incomeTax, netAmount: net } = attendee
  const estimate = { vat, surcharge, incomeTax, net, ruleVersion: attendee.feeRuleVersion }
  const settled = { before: ledger, payment, withheld, estimate, isReversal: false }
  const explain =
    amounts.netAmount === net ? null : explainerOf({ ...settled, after: [...livePayments(ledger), payment] })
  const why = (language: Language): string[] => explain?.(language).reasons ?? []
  return {
    ...amounts,
    surchargeAmount: surchargesOf(withheld).toFixed(CENTS),
    personHash: person.own,
    seenEntryId: rows.at(-1)?.entryId ?? null,
    differences: { 'zh-CN': why('zh-CN'), en: why('en') },
    entry: { kind: 'payment', payment, withheld },
  }
}

export interface Quotes {
  /**
   * Reads what these fees rest on. What it returns settles one of them for the day without recording it, and throws as
   * `recordPayment`.
   */
  read(trx: Db, attendeeIds: readonly number[]): Promise<(attendeeId: number) => Quote>
  /** A quote whose line is part of the batch comes before those that follow. */
  keep(quote: Quote): void
}

/** Settles fees of one payer one after the other, each after those of the same person before it. */
export function createQuotes(scope: Scope, batch: QuotedBatch): Quotes {
  const before = new Map<string, LedgerEntry[]>()
  const { paidDate } = batch
  return {
    async read(trx, attendeeIds) {
      requireNotInFuture(scope, paidDate)
      const facts = await readFacts(scope, trx, batch, attendeeIds)
      return (attendeeId) => quoteFrom(facts, attendeeId, { paidDate, before })
    },
    keep({ personHash, entry }) {
      const key = keyOf(personHash)
      before.set(key, [...(before.get(key) ?? []), entry])
    },
  }
}
