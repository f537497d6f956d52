import type { PayerAccount, PayerAccountUpdate } from '@consilium/contract/bank-files/bank-files.ts'
import { RELEASE_PROOF_MINUTES } from '@consilium/contract/batches/batch-access.ts'
import type { Context } from '../../context.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { maskBankAccount } from '../../infra/mask.ts'
import { missingFields, Refusal, refuseField } from '../../infra/refusal.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Decisions } from '../decisions/service.ts'
import type { Organizations, Payer } from '../organizations/service.ts'
import * as repository from './account-repository.ts'
import type { PayingAccount } from './drawing.ts'
import { createForms } from './forms.ts'
import { presetsServedBy } from './own-approving.ts'
import { createOwnPresets } from './own-presets.ts'

export {
  drawBankFile,
  placeOf,
  plainNumber,
  type BankPayment,
  type DrawnFile,
  type PayingAccount,
} from './drawing.ts'
export { amountOf, readAnswerRows, type AnswerRow } from './answer-rows.ts'
export { referencesIn } from './references.ts'
export { isInGbk } from './gbk.ts'
export { isOwnBank, needsOf, NO_NEEDS, type PayeeNeeds } from './presets.ts'

interface Modules {
  accounts: Pick<Accounts, 'confirmation'>
  decisions: Decisions
  organizations: Pick<Organizations, 'payerOn'>
}

const placeIn = (orgId: number) => ({ table: 'payer_account', column: 'account_cipher', row: orgId })

/** Forms of bank files, and the accounts that payers pay from. */
export function createBankFiles(
  { db, clock, keys }: Context,
  { accounts, decisions, organizations }: Modules,
) {
  const open = ({ orgId, accountCipher }: repository.StoredAccount) =>
    keys.open(accountCipher, placeIn(orgId))

  /** The payer that the caller means: managers name it, people of an executor have their own. Throws NOT_FOUND. */
  async function payerOf(actor: Actor, orgId: number | undefined): Promise<Payer> {
    if (orgId === undefined && reachesAll(actor)) throw missingFields('orgId')
    const by = orgId === undefined ? { mainUserId: actor.mainUserId } : { orgId }
    const payer = await organizations.payerOn(db, by, clock.today())
    const isReached = payer && (reachesAll(actor) || payer.mainUserId === actor.mainUserId)
    if (!isReached || payer.orgType !== 'executor') throw refuseField('NOT_FOUND', 'orgId')
    return payer
  }

  async function find(orgId: number): Promise<PayerAccount | null> {
    const stored = await repository.findAccount(db, orgId)
    if (!stored) return null
    const { accountName, bankName, version } = stored
    return { orgId, accountName, bankName, version, bankAccount: maskBankAccount(open(stored)) }
  }

  async function payingAccount(within: Db, orgId: number): Promise<PayingAccount | null> {
    const stored = await repository.findAccount(within, orgId)
    if (!stored) return null
    const { accountName, bankName } = stored
    return { accountName, bankName, bankAccount: open(stored) }
  }

  return {
    payerOf,
    own: createOwnPresets({ db, clock, decisions, organizations, payerOf }),
    approvals: [presetsServedBy({ db, clock, decisions, organizations })],

    ...createForms({ db, clock, payerOf, payingAccount }),

    payingAccount,

    account: async (actor: Actor, orgId: number | undefined): Promise<PayerAccount | null> =>
      find((await payerOf(actor, orgId)).orgId),

    async changeAccount(
      actor: Actor,
      { orgId: given, bankAccount, version, accountName, bankName }: PayerAccountUpdate,
    ): Promise<PayerAccount> {
      const { orgId } = await payerOf(actor, given)
      await accounts.confirmation.requireSecondFactor(actor, RELEASE_PROOF_MINUTES)
      const accountCipher = keys.seal(bankAccount, placeIn(orgId))
      const changed = { orgId, accountCipher, accountName, bankName }
      if (!(await repository.saveAccount(db, changed, version))) throw new Refusal('STALE_RECORD')
      const saved = await find(orgId)
      if (!saved) throw new Refusal('NOT_FOUND')
      return saved
    },
  }
}

export type BankFiles = ReturnType<typeof createBankFiles>
