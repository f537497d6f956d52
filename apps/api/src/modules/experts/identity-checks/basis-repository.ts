import type { IdentityBasis } from '@consilium/contract/experts/identity-check.ts'
import { accountName } from '../../../domain/account-name.ts'
import type { Db } from '../../../infra/db/db.ts'

interface NewBasis extends Pick<
  IdentityBasis,
  'by' | 'provider' | 'matchedTime' | 'approvedTime' | 'reason'
> {
  expertId: number
  approvedBy: number
  subjectHash: Buffer | null
}

export async function insertBasis(db: Db, basis: NewBasis): Promise<void> {
  await db
    .insertInto('identity_basis')
    .values({
      expert_id: basis.expertId,
      established_by: basis.by,
      provider: basis.provider,
      matched_time: basis.matchedTime,
      approved_by: basis.approvedBy,
      approved_time: basis.approvedTime,
      reason: basis.reason,
      subject_hash: basis.subjectHash,
    })
    .execute()
}

/** What the last approval of an expert rests on. */
export const latestBasis = (db: Db, expertId: number) =>
  db
    .selectFrom('identity_basis as b')
    .select([
      'b.established_by as by',
      'b.provider',
      'b.matched_time as matchedTime',
      accountName<string | null>('b.approved_by').as('approvedByName'),
      'b.approved_time as approvedTime',
      'b.reason',
      'b.subject_hash as subjectHash',
    ])
    .where('b.expert_id', '=', expertId)
    .orderBy('b.basis_id', 'desc')
    .limit(1)
    .executeTakeFirst()
