import {
  DEFAULT_FILE_TERMS,
  DEFAULT_TAX_TERMS,
  type FileTerms,
  type OrganizationTax,
  type TaxSettingsChange,
  type TaxTerms,
} from '@consilium/contract/organizations/tax-settings.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { findRow } from './changing.ts'
import { maySetSurchargeRate } from './policy.ts'
import type { Scope } from './scope.ts'
import * as repository from './tax-settings-repository.ts'

const DEFAULTS = { ...DEFAULT_TAX_TERMS, ...DEFAULT_FILE_TERMS }

/** A payer with the settings under which it is taxed on a day. */
export interface Payer extends repository.PayerRow, Omit<TaxTerms, 'validFrom'>, FileTerms {
  /** Null while the organization has no settings for the day. */
  validFrom: string | null
}

/**
 * The organization with its settings of a day (`yyyy-MM-dd`), without an access check; null if there is none. Within a
 * transaction, `isLocked` keeps its settings as they are until that ends.
 */
async function payerOn(
  within: Db,
  by: repository.PayerKey,
  date: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<Payer | null> {
  if (isLocked) await repository.shareLockPayer(within, by)
  const found = await repository.findPayer(within, by, date)
  return found && { ...found.payer, ...(found.terms ?? { ...DEFAULTS, validFrom: null }) }
}

/** How an organization within the caller's access is taxed. Throws NOT_FOUND. */
async function findTax(scope: Scope, actor: Actor, orgId: number): Promise<OrganizationTax> {
  const { orgName, surchargeRate, orgType } = await findRow(scope, actor, orgId)
  const today = await payerOn(scope.db, { orgId }, scope.clock.today())
  if (!today) throw new Refusal('NOT_FOUND')
  const settings = await repository.listSettings(scope.db, orgId)
  const {
    orgId: _org,
    orgName: _name,
    orgType: _type,
    mainUserId: _user,
    surchargeRate: _rate,
    ...terms
  } = today
  return {
    orgId,
    orgName,
    surchargeRate,
    version: settings[0]?.version ?? 0,
    today: terms,
    settings,
    earliestFrom: await earliestFrom(scope.db, orgId),
    abilities: { update: maySetSurchargeRate(actor) && orgType === 'executor' },
  }
}

const DAY = 'yyyy-MM-dd'.length
const DAY_MS = 86_400_000

/** The first day that is neither paid nor filed nor before one that is; null if there is no such day yet. */
async function earliestFrom(db: Db, orgId: number): Promise<string | null> {
  const last = await repository.lastSettledDay(db, orgId)
  return last && new Date(Date.parse(`${last}T00:00:00Z`) + DAY_MS).toISOString().slice(0, DAY)
}

/**
 * Adds settings that apply from a day on, after the last payment and filed month of the payer, or with a reason earlier:
 * payments made before keep their settings, and those recorded later for these days get the new ones. Throws
 * TAX_SETTINGS_TOO_EARLY, and STALE_RECORD if others were added since they were read.
 */
async function changeTax(scope: Scope, actor: Actor, change: TaxSettingsChange): Promise<void> {
  const { orgId, validFrom, version, reason = null } = change
  const { orgType } = await findRow(scope, actor, orgId)
  if (orgType !== 'executor') throw refuseField('TAX_SETTINGS_OF_SPONSOR', 'orgId')
  await inTransaction(scope.db, async (trx) => {
    await repository.lockPayer(trx, orgId)
    if ((await repository.latestVersion(trx, orgId)) !== version) throw new Refusal('STALE_RECORD')
    const from = await earliestFrom(trx, orgId)
    if (from !== null && validFrom < from && reason === null)
      throw refuseField('TAX_SETTINGS_TOO_EARLY', 'validFrom', { from })
    const before = (await repository.settingsOn(trx, orgId, validFrom)) ?? DEFAULTS
    const { laborItems = before.laborItems, isCountyApart = before.isCountyApart } = change
    const { nonResidentItem = before.nonResidentItem, withholdingColumn = before.withholdingColumn } = change
    const { surchargesDeducted = before.surchargesDeducted, invoiceExpected = before.invoiceExpected } =
      change
    const files = { nonResidentItem, withholdingColumn, surchargesDeducted, invoiceExpected }
    const { userId } = actor
    await repository.insertSettings(trx, { ...change, ...files, laborItems, isCountyApart, reason, userId })
  })
}

/** The use cases of tax settings, as the service of organizations offers them. */
export const taxUseCases = (scope: Scope) => ({
  payerOn,
  findTax: (actor: Actor, orgId: number): Promise<OrganizationTax> => findTax(scope, actor, orgId),

  async changeTax(actor: Actor, change: TaxSettingsChange): Promise<OrganizationTax> {
    await changeTax(scope, actor, change)
    return findTax(scope, actor, change.orgId)
  },
})
