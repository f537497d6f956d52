import {
  DEFAULT_TAX_TERMS,
  type OrganizationTax,
  type TaxSettingsChange,
} from '@consilium/contract/tax-settings.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { findRow } from './changing.ts'
import { maySetSurchargeRate } from './policy.ts'
import type { Scope } from './scope.ts'
import * as repository from './tax-settings-repository.ts'

/** A payer with the settings under which it is taxed on a day. */
export interface Payer extends repository.PayerRow, Omit<repository.TaxTerms, 'validFrom'> {
  /** Null while the organization has no settings for the day. */
  validFrom: string | null
}

/** The organization with its settings of a day (`yyyy-MM-dd`), without an access check; null if there is none. */
export async function payerOn(
  within: Db,
  by: { orgId: number } | { mainUserId: number },
  date: string,
): Promise<Payer | null> {
  const row = await repository.findPayer(within, by)
  if (!row) return null
  const terms = await repository.settingsOn(within, row.orgId, date)
  return { ...row, ...(terms ?? { ...DEFAULT_TAX_TERMS, validFrom: null }) }
}

/** How an organization within the caller's access is taxed. Throws NOT_FOUND. */
export async function findTax(scope: Scope, actor: Actor, orgId: number): Promise<OrganizationTax> {
  const { orgName, surchargeRate, orgType } = await findRow(scope, actor, orgId)
  const today = await payerOn(scope.db, { orgId }, scope.clock.today())
  if (!today) throw new Refusal('NOT_FOUND')
  const settings = await repository.listSettings(scope.db, orgId)
  const { validFrom, place, educationExempt, isContinuous, vatBasis, isPlatform, county } = today
  return {
    orgId,
    orgName,
    surchargeRate,
    version: settings[0]?.version ?? 0,
    today: { validFrom, place, educationExempt, isContinuous, vatBasis, isPlatform, county },
    settings,
    abilities: { update: maySetSurchargeRate(actor) && orgType === 'executor' },
  }
}

/** Adds settings that apply from a day on. Throws STALE_RECORD if others were added since they were read. */
export async function changeTax(scope: Scope, actor: Actor, change: TaxSettingsChange): Promise<void> {
  const { orgType } = await findRow(scope, actor, change.orgId)
  if (orgType !== 'executor') throw refuseField('TAX_SETTINGS_OF_SPONSOR', 'orgId')
  await inTransaction(scope.db, async (trx) => {
    if ((await repository.latestVersion(trx, change.orgId)) !== change.version)
      throw new Refusal('STALE_RECORD')
    await repository.insertSettings(trx, { ...change, userId: actor.userId })
  })
}
