import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { part } from '../../infra/db/statements/query-parts.ts'
import { meetingFacts } from '../meetings/service.ts'

const ATTENDEE = part
  .selectFrom('meeting_attendee')
  .select([
    'attendee_id',
    'meeting_id',
    'user_id',
    'expert_id',
    'name',
    'unit',
    'title',
    'labor_form',
    'reply',
    'on_site_photos',
    'create_time',
  ])

/** An attendee: the meeting and the expert, how the meeting names that person, what is done there, and the answer to the invitation. */
export const attendeeFacts = <A extends string>(alias: A) => ATTENDEE.as(alias)

const AGREEMENT = part
  .selectFrom('labor_agreement')
  .select([
    'attendee_id',
    'payable_amount',
    'vat_amount',
    'surcharge_amount',
    'income_tax',
    'net_amount',
    'fee_rule_version',
    'fee_minutes',
    'signature_status',
    'signed_time',
    'signer_name',
    'verify_code',
    'paid_date',
    'was_paid',
    'is_amended',
    'is_offered',
    'id_card_cipher',
    'bank_name',
    'bank_account_cipher',
    'bank_region',
  ])

/** An agreement: its fee, whether it is signed and paid, and who signed with which account; numbers are sealed. */
export const agreementFacts = <A extends string>(alias: A) => AGREEMENT.as(alias)

/**
 * Begins a query of engagements: the attendee `t`, the meeting `m` and the agreement `a`, which the conditions of
 * `domain/attendance.ts` and `domain/signing.ts` are written for.
 */
export const engagements = (db: Db) =>
  db
    .selectFrom(attendeeFacts('t'))
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 't.meeting_id')
    .innerJoin(agreementFacts('a'), 'a.attendee_id', 't.attendee_id')

/** The same tables for FROM of a query in SQL. */
export const ENGAGEMENT = sql`${attendeeFacts('t')} join ${meetingFacts('m')} using (meeting_id)
  join ${agreementFacts('a')} using (attendee_id)`

/** The meeting of each attendee: the attendee `t` with the meeting `m`, for FROM of a query in SQL. */
export const ATTENDANCE = sql`${attendeeFacts('t')} join ${meetingFacts('m')} using (meeting_id)`

const AMENDMENT = part
  .selectFrom('agreement_amendment')
  .select(['amendment_id', 'attendee_id', 'decision_id', 'payable_amount'])
  .where('status', '=', 'proposed')

/** Another fee that waits for the answer of the expert; its decision says why. */
export const amendmentFacts = <A extends string>(alias: A) => AMENDMENT.as(alias)

/** SQL expression: the fee that waits for the answer of the attendee; null while none does. */
export const proposedAmount = (attendeeId: string): RawBuilder<string | null> => sql<string | null>`(
  select proposed.payable_amount from ${amendmentFacts('proposed')} where proposed.attendee_id = ${sql.ref(attendeeId)})`

/** SQL expression: whether the attendee has signed an agreement that was superseded later; a look-up for each row. */
export const hasSuperseded = (attendeeId: string): RawBuilder<boolean> => sql<boolean>`coalesce((
  select true from labor_agreement_history former where former.attendee_id = ${sql.ref(attendeeId)} limit 1), false)`

/** SQL expression: the name of a template of contracts. */
export const templateName = (templateId: string): RawBuilder<string | null> => sql<string | null>`(
  select named.template_name from labor_template named where named.template_id = ${sql.ref(templateId)})`
