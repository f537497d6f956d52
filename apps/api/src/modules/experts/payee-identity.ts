import type { IdType, TaxResidence } from '@consilium/contract/persons/identity.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Keys } from '../../infra/keys/keys.ts'
import { Refusal } from '../../infra/refusal.ts'
import { openIdentity, type Identity } from './identity.ts'
import { openFacts, type PersonalFacts } from './personal-facts.ts'
import * as repository from './repository.ts'

/** The unmasked data for paying an expert. Only for the module that pays; never returned by the API. */
export interface PayeeIdentity extends Identity, PersonalFacts {
  idType: IdType
  taxResidence: TaxResidence
  name: string
  bankName: string | null
  bankRegion: string | null
}

/** Everything that is stored encrypted only. Throws SealBroken. */
export const openAll = (keys: Keys, row: repository.ExpertRow): Identity & PersonalFacts => ({
  ...openIdentity(keys, row),
  ...openFacts(keys, row),
})

function identityFrom(keys: Keys, row: repository.ExpertRow): PayeeIdentity {
  const { name, idType, taxResidence, bankName, bankRegion } = row
  return { ...openAll(keys, row), name, idType, taxResidence, bankName, bankRegion }
}

export const createPayeeIdentities = (keys: Keys) => ({
  /** Throws NOT_FOUND. */
  async identityOf(within: Db, userId: number): Promise<PayeeIdentity> {
    const row = await repository.findExpertOfUser(within, userId)
    if (!row) throw new Refusal('NOT_FOUND')
    return identityFrom(keys, row)
  },

  /** As `identityOf`, of many by user; those without an expert are left out. */
  async identitiesOf(within: Db, userIds: readonly number[]): Promise<Map<number, PayeeIdentity>> {
    const rows = await repository.findExpertsOfUsers(within, userIds)
    return new Map(rows.map((row) => [row.userId, identityFrom(keys, row)]))
  },
})
