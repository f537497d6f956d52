import type { ExpertCreate, ExpertRegister } from '@consilium/contract/experts.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Requester } from '../../infra/http/origin.ts'
import { PHONE_IS_PASSWORD } from '../../infra/password.ts'
import { missingFields, refuseField } from '../../infra/refusal.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Files } from '../files/service.ts'
import { attachmentIds, attachmentList } from './attachments.ts'
import { profileOf, type ExpertProfile } from './expert-view.ts'
import { sealIdentity } from './identity.ts'
import { requirePrintable } from './printable-name.ts'
import * as repository from './repository.ts'

/** An expert named by phone; `name` is needed where it is a new one. */
export interface ExpertToLocate {
  phone: string
  name?: string | undefined
  unit?: string | null | undefined
  department?: string | null | undefined
  title?: string | null | undefined
  bankRegion?: string | null | undefined
}

/** The three ways in which a person becomes an expert. Nobody is notified of any. */
export function createEnrolment(
  context: Context,
  {
    accounts,
    files,
  }: { accounts: Accounts; files: Pick<Files, 'requireUsable' | 'markPersonal' | 'isShown'> },
) {
  const { db, keys, pdf } = context
  const { codes } = accounts

  /** The account of a new expert; null where the phone has one. */
  const openAccount = (within: Db, phone: string, passwordHash: string): Promise<number | null> =>
    accounts.openIfAbsent(within, {
      userName: phone,
      passwordHash,
      phone,
      roleType: 'doctor',
      mustChangePassword: passwordHash === PHONE_IS_PASSWORD,
    })

  /** The expert of a phone. Refused where the phone is somebody else's. */
  async function findByPhone(within: Db, phone: string): Promise<ExpertProfile | undefined> {
    const known = await repository.findByPhone(within, phone)
    if (!known) return undefined
    if (known.expertId === null) throw refuseField('PHONE_NOT_EXPERT', 'phone')
    const row = await repository.findExpert(within, known.expertId)
    return row && profileOf(row)
  }

  /** Account and expert of a phone; undefined where another request was quicker. */
  async function addByPhone(
    within: Db,
    { phone, name, ...profile }: ExpertToLocate,
  ): Promise<ExpertProfile | undefined> {
    if (name === undefined) throw missingFields('name')
    requirePrintable(pdf, name)
    const userId = await openAccount(within, phone, PHONE_IS_PASSWORD)
    if (userId === null) return undefined
    const expertId = await repository.insertExpert(within, { ...profile, userId, name })
    const row = await repository.findExpert(within, expertId)
    return row && profileOf(row)
  }

  return {
    /** Answers the new expert's id. A code is used up only when everything else stands. */
    async register(
      requester: Requester,
      { phone, smsCode, password, ...profile }: ExpertRegister,
    ): Promise<number> {
      requirePrintable(pdf, profile.name)
      const code = await codes.check({ phone, purpose: 'register', requester, code: smsCode })
      const passwordHash = await accounts.hashNewPassword(password, [phone, profile.name])
      return inTransaction(db, async (trx) => {
        const userId = await openAccount(trx, phone, passwordHash)
        if (userId === null) throw refuseField('PHONE_TAKEN', 'phone')
        await codes.spend(trx, code)
        await accounts.tellRegistered(trx, userId, phone)
        return repository.insertExpert(trx, { ...profile, userId })
      })
    },

    /** Answers the new expert's id. */
    async create(actor: Actor, { phone, idCardNo, bankAccount, ...profile }: ExpertCreate): Promise<number> {
      requirePrintable(pdf, profile.name)
      const attached = attachmentIds(profile.idCardAttachments ?? '')
      return inTransaction(db, async (trx) => {
        await files.requireUsable(trx, actor, attached, [], 'idCardAttachments', files.isShown)
        const userId = await openAccount(trx, phone, PHONE_IS_PASSWORD)
        if (userId === null) {
          const known = await findByPhone(trx, phone)
          throw refuseField(known ? 'PHONE_TAKEN' : 'USER_NAME_TAKEN', 'phone')
        }
        await files.markPersonal(trx, attached)
        // A sealed number is bound to the id of its row.
        const expertId = await repository.nextExpertId(trx)
        return repository.insertExpert(trx, {
          ...profile,
          ...sealIdentity(keys, expertId, { idCardNo, bankAccount }),
          expertId,
          idCardAttachments: attachmentList(attached),
          userId,
        })
      })
    },

    /**
     * The expert of a phone, made where there is none, in the caller's transaction. Of several requests with one
     * new phone, one makes the account; the others wait for it and find it.
     */
    async locateByPhone(within: Db, given: ExpertToLocate): Promise<ExpertProfile> {
      const expert =
        (await findByPhone(within, given.phone)) ??
        (await addByPhone(within, given)) ??
        (await findByPhone(within, given.phone))
      if (!expert) throw refuseField('USER_NAME_TAKEN', 'phone')
      return expert
    },
  }
}
