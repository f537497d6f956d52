import type { Language } from '@consilium/contract/errors.ts'
import type { SettlementExplanation } from '@consilium/contract/payments/payments.ts'
import type { Actor } from '../../../domain/actor.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { livePayments } from '../../fees/service.ts'
import { ledgerOf } from '../ledger.ts'
import * as repository from '../ledger-repository.ts'
import { ownedBy } from '../policy.ts'
import type { Scope } from '../scope.ts'
import { explainSettlement } from './settlement-explanation.ts'

const YEAR = 'yyyy'.length

/** Explains an entry by the entries before it, which stay as they are. Throws NOT_FOUND. */
export async function explainPayment(
  { db }: Scope,
  actor: Actor,
  entryId: number,
  language: Language,
): Promise<SettlementExplanation> {
  const row = await repository.findEntry(db, ownedBy(actor), entryId)
  if (!row) throw new Refusal('NOT_FOUND')
  const year = row.paidDate.slice(0, YEAR)
  const rows = await repository.entriesOfYear(db, row.orgId, [row.personHash], year)
  const before = ledgerOf(rows.filter((each) => each.entryId < entryId))
  const [entry] = ledgerOf([row])
  if (!entry) throw new RangeError('one entry is one entry of a ledger')
  const { payment, withheld, kind } = entry
  const live = livePayments(before)
  const isReversal = kind === 'reversal'
  const explained = explainSettlement(
    {
      before,
      after: isReversal ? live.filter(({ id }) => id !== payment.id) : [...live, payment],
      payment,
      withheld,
      estimate: {
        vat: row.estimatedVat,
        surcharge: row.estimatedSurcharge,
        incomeTax: row.estimatedIncomeTax,
        net: row.estimatedNet,
        ruleVersion: row.estimateRuleVersion,
      },
      isReversal,
    },
    language,
  )
  return { entryId, ...explained, estimateRuleVersion: row.estimateRuleVersion }
}
