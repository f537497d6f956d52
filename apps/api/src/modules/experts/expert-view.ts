import { hasCheckDigit } from '@consilium/contract/experts/account-number.ts'
import { bankOfNumber } from '@consilium/contract/experts/card-prefixes.ts'
import { expertRecord } from '@consilium/contract/experts/expert-record.ts'
import type { Expert } from '@consilium/contract/experts/experts.ts'
import type { TaxResidence } from '@consilium/contract/persons/identity.ts'
import type { Actor } from '../../domain/actor.ts'
import { declaredValues } from '../../infra/db/declared-columns.ts'
import { SealBroken, type Keys } from '../../infra/keys/keys.ts'
import type { Log } from '../../infra/log.ts'
import { isSameTitle } from '../../domain/titles.ts'
import { maskBankAccount, maskIdCard } from '../../infra/mask.ts'
import type { Files } from '../files/service.ts'
import { attachmentIds } from './attachments.ts'
import { openAudited, openAuditedAccount, openIdentity, type Identity } from './identity.ts'
import { missingIn, shownFacts } from './personal-facts.ts'
import { abilitiesOn, isOwn } from './policy.ts'
import type { ExpertRow } from './repository.ts'

/** What other modules know of an expert. */
export interface ExpertProfile {
  expertId: number
  userId: number
  name: string
  phone: string
  unit: string | null
  department: string | null
  title: string | null
  bankRegion: string | null
  taxResidence: TaxResidence
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
  taxResidence: row.taxResidence,
})

/** Shown for a stored number that cannot be decrypted. */
const UNREADABLE = '****'

/** What the digits of an account say about it. */
type AccountHints = Pick<Expert, 'bankOfNumber' | 'isAccountDoubtful'>

/** A corrupted number must not break a whole list, so it is masked; reading it in full is refused. */
function maskedIdentity({ keys, log }: { keys: Keys; log: Log }, row: ExpertRow): Identity & AccountHints {
  try {
    const { idCardNo, bankAccount } = openIdentity(keys, row)
    return {
      idCardNo: idCardNo && maskIdCard(idCardNo),
      bankAccount: bankAccount && maskBankAccount(bankAccount),
      bankOfNumber: bankAccount && bankOfNumber(bankAccount),
      isAccountDoubtful: bankAccount !== null && !hasCheckDigit(bankAccount),
    }
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    log.error(error)
    return {
      idCardNo: row.idCardCipher && UNREADABLE,
      bankAccount: row.bankAccountCipher && UNREADABLE,
      bankOfNumber: null,
      isAccountDoubtful: false,
    }
  }
}

/** What has changed since the last approval, which the next audit decides on. */
export function differenceOf(
  { keys, log }: { keys: Keys; log: Log },
  row: ExpertRow,
): Expert['auditDifference'] {
  if (row.auditedName === null) return []
  const mask = (number: string | null) => number && maskIdCard(number)
  const maskAccount = (number: string | null) => number && maskBankAccount(number)
  const name = { field: 'name' as const, approved: row.auditedName, now: row.name }
  const title = { field: 'title' as const, approved: row.auditedTitle, now: row.title }
  const open = [
    ...(row.auditedName === row.name ? [] : [name]),
    ...(isSameTitle(row.auditedTitle, row.title) ? [] : [title]),
  ]
  try {
    const [approved, { idCardNo: now, bankAccount }] = [openAudited(keys, row), openIdentity(keys, row)]
    const idCardNo = { field: 'idCardNo' as const, approved: mask(approved), now: mask(now) }
    const account = {
      field: 'bankAccount' as const,
      approved: maskAccount(openAuditedAccount(keys, row)),
      now: maskAccount(bankAccount),
    }
    return [...open, ...(approved === now ? [] : [idCardNo]), ...(row.accountWaits ? [account] : [])]
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    log.error(error)
    return open
  }
}

/** The expert as returned: identity and bank numbers masked, attachments with signed addresses. */
export function expertView(
  context: { keys: Keys; log: Log; files: Pick<Files, 'personalUrlOf'> },
  actor: Actor | null,
  row: ExpertRow,
  /** False if the steps of its audit ask others. */
  isAsked = true,
): Expert {
  return {
    ...declaredValues(expertRecord.stored, row),
    phone: row.phone ?? '',
    ...maskedIdentity(context, row),
    accountFrom: row.accountWaits ? null : row.accountFrom,
    ...shownFacts(context, row, actor !== null && isOwn(actor, row)),
    missingFacts: missingIn({
      idType: row.idType,
      idCardNo: row.idCardCipher,
      nationality: row.nationalityCipher,
      sex: row.sexCipher,
      birthDate: row.birthDateCipher,
    }),
    auditDifference: differenceOf(context, row),
    idCardAttachmentUrls: actor
      ? attachmentIds(row.idCardAttachments).map((fileId) => context.files.personalUrlOf(actor, fileId))
      : [],
    status: row.status,
    archivedTime: row.archivedTime,
    abilities: abilitiesOn(actor, row, isAsked),
  }
}
