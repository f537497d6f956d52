import type { AgreementFill, AgreementSign, LaborAgreement } from '@consilium/contract/agreements.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { FeeExplanation } from '@consilium/contract/labor-fees.ts'
import type { SupersededAgreement } from '@consilium/contract/signed-agreements.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Experts } from '../experts/service.ts'
import { computeFee, explanationOf, type FeeBasis } from '../fees/service.ts'
import type { Files } from '../files/service.ts'
import type { Messages } from '../messages/service.ts'
import { agreementFileName } from './agreement-document.ts'
import { viewOf } from './agreement-view.ts'
import { createDrafting } from './drafting.ts'
import { createHistory } from './history.ts'
import { decryptNumbers } from './numbers.ts'
import * as repository from './repository.ts'
import { createRepricing } from './repricing.ts'
import { verifyUrl } from './signed-content.ts'
import { createSigning } from './signing.ts'
import { createTemplates } from './templates.ts'

interface Modules {
  files: Files
  experts: Experts
  messages: Messages
  accounts: Pick<Accounts, 'codes'>
}

/** Labor agreements of attendees, from the agreed fee to the signed document. */
export function createAgreements(context: Context, modules: Modules) {
  const { config, db, keys } = context
  const { files } = modules
  const drafting = createDrafting(context, modules)
  const signing = createSigning(context, { files, codes: modules.accounts.codes })
  const history = createHistory(context, modules)
  const repricing = createRepricing(context, modules)

  async function findRecord(actor: Actor, attendeeId: number): Promise<repository.AgreementRecord> {
    const agreement = await repository.findAgreement(db, actor, attendeeId)
    if (!agreement) throw new Refusal('NOT_FOUND')
    return agreement
  }

  async function find(actor: Actor, attendeeId: number): Promise<LaborAgreement> {
    const agreement = await findRecord(actor, attendeeId)
    const { handsignFileId: fileId, verifyCode: code } = agreement
    return viewOf(actor, agreement, {
      numbers: decryptNumbers(keys, agreement),
      handsign: fileId === null ? null : files.personalUrlOf(actor, fileId),
      verifyUrl: code === null ? null : verifyUrl(config.baseUrl, code),
    })
  }

  return {
    templates: createTemplates(context),
    find,

    /** Opens the agreement of a new attendee. Throws FEE_RULE_MISSING if no tax rules cover the day. */
    async open(
      trx: Db,
      { attendeeId, bankRegion, ...basis }: FeeBasis & { attendeeId: number; bankRegion: string | null },
    ): Promise<void> {
      await repository.insertAgreement(trx, { attendeeId, bankRegion, fee: computeFee(basis) })
    },

    change: repricing.change,
    tellReady: repricing.tellReady,
    recompute: repricing.recompute,
    requireNeverSigned: repricing.requireNeverSigned,

    async fill(actor: Actor, body: AgreementFill): Promise<LaborAgreement> {
      await drafting.fill(actor, body)
      return find(actor, body.attendeeId)
    },

    async drawUp(actor: Actor, attendeeId: number): Promise<LaborAgreement> {
      await drafting.drawUp(actor, attendeeId)
      return find(actor, attendeeId)
    },

    sendCode: signing.sendCode,

    async sign(actor: Actor, body: AgreementSign): Promise<LaborAgreement> {
      await signing.sign(actor, body)
      return find(actor, body.attendeeId)
    },

    /** The signed document. Throws AGREEMENT_UNSIGNED if the agreement is not signed. */
    async openDocument(actor: Actor, attendeeId: number): Promise<FileAnswer> {
      const agreement = await findRecord(actor, attendeeId)
      if (agreement.pdfFileId === null) throw new Refusal('AGREEMENT_UNSIGNED')
      return { ...(await files.open(agreement.pdfFileId)), name: agreementFileName(agreement), inline: false }
    },

    async listHistory(actor: Actor, attendeeId: number): Promise<Page<SupersededAgreement>> {
      return history.list(await findRecord(actor, attendeeId))
    },

    async openSuperseded(actor: Actor, attendeeId: number, historyId: number): Promise<FileAnswer> {
      return history.openDocument(await findRecord(actor, attendeeId), historyId)
    },

    verify: history.verify,
    verifyFile: history.verifyFile,

    async explainFee(actor: Actor, attendeeId: number, language: Language): Promise<FeeExplanation> {
      return { attendeeId, ...explanationOf(await findRecord(actor, attendeeId), language) }
    },
  }
}

export type Agreements = ReturnType<typeof createAgreements>
