import type { Expert } from '@consilium/contract/experts.ts'
import type { Actor } from '../../infra/http/actor.ts'
import type { Keys } from '../../infra/keys.ts'
import { maskBankAccount, maskIdCard } from '../../infra/mask.ts'
import type { Files } from '../files/service.ts'
import { attachmentIds } from './attachments.ts'
import { openIdentity } from './identity.ts'
import { abilitiesOn } from './policy.ts'
import type { ExpertRow } from './repository.ts'

/** What others of the service's rooms know of an expert. */
export interface ExpertProfile {
  expertId: number
  userId: number
  name: string
  phone: string
  unit: string | null
  department: string | null
  title: string | null
  bankRegion: string | null
}

export const profileOf = (row: ExpertRow): ExpertProfile => ({
  expertId: row.expertId,
  userId: row.userId,
  name: row.name,
  phone: row.phone ?? '',
  unit: row.unit,
  department: row.department,
  title: row.title,
  bankRegion: row.bankRegion,
})

/** The expert as answered: identity and bank numbers masked, attachments with signed addresses. */
export function expertView(
  { keys, files }: { keys: Keys; files: Pick<Files, 'urlOf'> },
  actor: Actor | null,
  row: ExpertRow,
): Expert {
  const { idCardNo, bankAccount } = openIdentity(keys, row)
  return {
    ...profileOf(row),
    auditStatus: row.auditStatus,
    auditOpinion: row.auditOpinion,
    idCardNo: idCardNo && maskIdCard(idCardNo),
    bankName: row.bankName,
    bankAccount: bankAccount && maskBankAccount(bankAccount),
    idCardAttachments: row.idCardAttachments,
    idCardAttachmentUrls: attachmentIds(row.idCardAttachments).map(files.urlOf),
    status: row.status,
    archivedTime: row.archivedTime,
    createTime: row.createTime,
    version: row.version,
    abilities: abilitiesOn(actor, row),
  }
}
