import type { AgreementFill, AgreementSign, LaborAgreement } from '@consilium/contract/agreements.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../infra/http/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { Experts } from '../experts/service.ts'
import type { Files } from '../files/service.ts'
import { agreementFileName } from './agreement-document.ts'
import { viewOf } from './agreement-view.ts'
import { createDrafting } from './drafting.ts'
import { feeOf, Money, type Fee } from './fees.ts'
import { decryptNumbers } from './numbers.ts'
import { isSigned } from './policy.ts'
import * as repository from './repository.ts'
import { createSigning } from './signing.ts'
import { createTemplates } from './templates.ts'

export interface FeeBasis {
  /** Agreed labor fee in yuan. */
  payable: string
  /** Day of payment, `yyyy-MM-dd`, whose tax rules apply. */
  date: string
  /** The paying organization's own rate; null: the rules' usual one. */
  surchargeRate: string | null
}

export interface AgreementChange extends Omit<FeeBasis, 'payable'> {
  payable?: string | undefined
  bankRegion?: string | null | undefined
  /** Something else that the contract says has changed. */
  isReworded?: boolean
}

const computeFee = ({ payable, date, surchargeRate }: FeeBasis) =>
  feeOf({ payable, date, surchargeRate: surchargeRate ?? undefined })

const isSameFee = (fee: Fee, state: repository.AgreementState) =>
  fee.payableAmount === state.payableAmount &&
  fee.netAmount === state.netAmount &&
  fee.feeRuleVersion === state.feeRuleVersion

/** Labor agreements of attendees, from the agreed fee to the signed document. */
export function createAgreements(context: Context, rooms: { files: Files; experts: Experts }) {
  const { db, keys } = context
  const { files } = rooms
  const drafting = createDrafting(context, rooms)
  const signing = createSigning(context, rooms)

  async function findRecord(actor: Actor, attendeeId: number): Promise<repository.AgreementRecord> {
    const agreement = await repository.findAgreement(db, actor, attendeeId)
    if (!agreement) throw new Refusal('NOT_FOUND')
    return agreement
  }

  async function find(actor: Actor, attendeeId: number): Promise<LaborAgreement> {
    const agreement = await findRecord(actor, attendeeId)
    const fileId = agreement.handsignFileId
    const numbers = decryptNumbers(keys, agreement)
    return viewOf(actor, agreement, { numbers, handsign: fileId === null ? null : files.urlOf(fileId) })
  }

  return {
    templates: createTemplates(context),
    find,

    /** Opens the agreement of a new attendee. Throws FEE_RULE_MISSING where no tax rules cover the day. */
    async open(
      trx: Db,
      { attendeeId, bankRegion, ...basis }: FeeBasis & { attendeeId: number; bankRegion: string | null },
    ): Promise<void> {
      await repository.insertAgreement(trx, { attendeeId, bankRegion, fee: computeFee(basis) })
    },

    /**
     * Changes fee or bank region; undefined stays. A contract drawn up before has to be drawn up and read anew.
     * Throws AGREEMENT_SIGNED where anything would differ from what was signed.
     */
    async change(trx: Db, attendeeId: number, change: AgreementChange): Promise<void> {
      const { payable, bankRegion, isReworded = false, ...terms } = change
      const [state] = await repository.holdStates(trx, [attendeeId])
      if (!state) throw new Refusal('NOT_FOUND')
      const isMoved = bankRegion !== undefined && bankRegion !== state.bankRegion
      if (isSigned(state)) {
        const isRepriced = payable !== undefined && !Money(payable).eq(state.payableAmount)
        if (isRepriced || isMoved || isReworded) throw new Refusal('AGREEMENT_SIGNED')
        return
      }
      const fee = payable === undefined ? undefined : computeFee({ ...terms, payable })
      if ((fee && !isSameFee(fee, state)) || isMoved || isReworded)
        await repository.changeTerms(trx, attendeeId, { fee, bankRegion })
    },

    /** Holds the agreements until the transaction ends, so that none is signed meanwhile. Throws AGREEMENT_SIGNED. */
    async requireUnsigned(trx: Db, attendeeIds: readonly number[]): Promise<void> {
      if (attendeeIds.length === 0) return
      const states = await repository.holdStates(trx, attendeeIds)
      if (states.some(isSigned)) throw new Refusal('AGREEMENT_SIGNED')
    },

    async fill(actor: Actor, body: AgreementFill): Promise<LaborAgreement> {
      await drafting.fill(actor, body)
      return find(actor, body.attendeeId)
    },

    async drawUp(actor: Actor, attendeeId: number): Promise<LaborAgreement> {
      await drafting.drawUp(actor, attendeeId)
      return find(actor, attendeeId)
    },

    async sign(actor: Actor, body: AgreementSign): Promise<LaborAgreement> {
      await signing.sign(actor, body)
      return find(actor, body.attendeeId)
    },

    /** The signed document. Throws AGREEMENT_UNSIGNED before there is one. */
    async openDocument(actor: Actor, attendeeId: number): Promise<FileAnswer> {
      const agreement = await findRecord(actor, attendeeId)
      if (agreement.pdfFileId === null) throw new Refusal('AGREEMENT_UNSIGNED')
      return { ...(await files.open(agreement.pdfFileId)), name: agreementFileName(agreement), inline: false }
    },
  }
}

export type Agreements = ReturnType<typeof createAgreements>
