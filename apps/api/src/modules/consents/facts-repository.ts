import { DATA_CONSENT } from '@consilium/contract/consents/consent-texts.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../infra/db/db.ts'

/** SQL expression: whether an account has consented to the use of its data, in the version of today. */
export const hasConsented = (userId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from data_consent given
    where given.user_id = ${sql.ref(userId)} and given.ended_time is null and given.version = ${DATA_CONSENT.version})`

/** Keeps the consents of an account as they are until the transaction ends. */
export async function shareLockConsents(trx: Db, userId: number): Promise<void> {
  await trx.selectFrom('data_consent').select('consent_id').where('user_id', '=', userId).forShare().execute()
}
