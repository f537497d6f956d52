import { sql } from 'kysely'
import { hasAgreed, invitationDeadline } from '../../domain/attendance.ts'
import type { Db } from '../../infra/db/db.ts'
import { meetingFacts } from '../meetings/service.ts'
import { attendeeFacts } from './facts-repository.ts'
import { organizationFacts } from '../organizations/service.ts'
import { accountFacts } from '../accounts/service.ts'
import { payeeFacts } from '../experts/service.ts'
import { fileFacts } from '../files/service.ts'
import { hasConsented } from '../consents/service.ts'
import { entryFacts } from '../dictionaries/service.ts'

/** Until the expert fills in the agreement, the unit and title of the attendee record apply. */
const unitOfSigner = sql<string | null>`case when a.signer_name is null then t.unit else a.signer_unit end`
const titleOfSigner = sql<string | null>`case when a.signer_name is null then t.title else a.signer_title end`

export const hasDataConsent = hasConsented('t.user_id')

/** Agreements with all data that the contract and the document contain. */
export const records = (db: Db) =>
  db
    .selectFrom('labor_agreement as a')
    .innerJoin(attendeeFacts('t'), 't.attendee_id', 'a.attendee_id')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 't.meeting_id')
    .innerJoin(accountFacts('u'), 'u.user_id', 't.user_id')
    .innerJoin(payeeFacts('e'), 'e.expert_id', 't.expert_id')
    .leftJoin(organizationFacts('o'), 'o.main_user_id', 'm.exec_user_id')
    .leftJoin(fileFacts('f'), 'f.file_id', 'a.pdf_file_id')
    .leftJoin('signed_document as s', 's.verify_code', 'a.verify_code')
    .leftJoin(entryFacts('d'), (join) =>
      join.on('d.dict_type', '=', 'labor_form').onRef('d.dict_value', '=', 't.labor_form'),
    )
    .select((eb) => [
      'a.attendee_id as attendeeId',
      't.user_id as userId',
      't.expert_id as expertId',
      'e.audit_status as auditStatus',
      'e.id_type as idType',
      'e.tax_residence as taxResidence',
      'e.name as profileName',
      'm.meeting_id as meetingId',
      'm.current_stage as currentStage',
      'm.exec_user_id as execUserId',
      'm.meeting_name as meetingName',
      'm.project_name as projectName',
      eb.fn.coalesce('a.payer_name', 'o.org_name', 'm.org_name').as('orgName'),
      eb.fn.coalesce('a.payer_credit_code', 'o.credit_code').as('payerCreditCode'),
      eb.fn.coalesce('o.org_name', 'm.org_name').as('executorName'),
      'o.credit_code as executorCreditCode',
      'o.registered_address as executorAddress',
      'o.legal_representative as executorRepresentative',
      hasDataConsent.as('hasDataConsent'),
      'm.schedule_start_time as scheduleStartTime',
      'm.schedule_end_time as scheduleEndTime',
      'm.schedule_location as scheduleLocation',
      'm.labor_template_id as laborTemplateId',
      't.labor_form as laborForm',
      't.reply',
      invitationDeadline.as('invitationDeadline'),
      hasAgreed.as('hasAgreed'),
      eb.fn.coalesce('d.dict_label', 't.labor_form').as('laborFormLabel'),
      'a.step',
      'a.signature_status as signatureStatus',
      eb.fn.coalesce('a.signer_name', 'e.name').as('name'),
      // An expert's account always has a phone.
      eb.ref('u.phone').$notNull().as('phone'),
      unitOfSigner.as('unit'),
      titleOfSigner.as('title'),
      'a.payable_amount as payableAmount',
      'a.vat_amount as vatAmount',
      'a.surcharge_amount as surchargeAmount',
      'a.income_tax as incomeTax',
      'a.net_amount as netAmount',
      'a.surcharge_rate as surchargeRate',
      'a.fee_rule_version as feeRuleVersion',
      'a.fee_minutes as feeMinutes',
      'a.id_card_cipher as idCardCipher',
      'a.bank_name as bankName',
      'a.bank_account_cipher as bankAccountCipher',
      'a.bank_region as bankRegion',
      'a.labor_protocol as laborProtocol',
      'a.account_at as accountAt',
      'a.handsign_file_id as handsignFileId',
      'a.pdf_file_id as pdfFileId',
      'a.signed_time as signedTime',
      'a.verify_code as verifyCode',
      'a.content_sha256 as contentSha256',
      'f.sha256 as documentSha256',
      's.timestamp_status as timestamp',
      's.timestamp_time as timestampTime',
      's.timestamp_authority as timestampAuthority',
      's.timestamp_verified as timestampVerified',
      's.revocation_status as revocation',
      's.problem as proofProblem',
      's.seal_status as sealStatus',
      's.sealed_time as sealedTime',
      's.sealed_by_name as sealedByName',
      's.seal_org_name as sealOrgName',
      's.seal_certificate as certificateName',
      'a.form',
      'a.version',
    ])

export type AgreementRecord = Awaited<ReturnType<ReturnType<typeof records>['executeTakeFirstOrThrow']>>

/** The agreement that this person signed last, with the bank details in it. */
export const findLastSigned = (
  db: Db,
  { userId, expertId }: Pick<AgreementRecord, 'userId' | 'expertId'>,
): Promise<AgreementRecord | undefined> =>
  records(db)
    .where('t.user_id', '=', userId)
    .where('t.expert_id', '=', expertId)
    .where('a.signature_status', '=', 'signed')
    .where('a.bank_account_cipher', 'is not', null)
    .orderBy('a.signed_time', 'desc')
    .orderBy('a.attendee_id', 'desc')
    .limit(1)
    .executeTakeFirst()
