import type { Attendee } from '@consilium/contract/attendees/attendees.ts'
import { sql } from 'kysely'
import { decisionFacts } from '../decisions/service.ts'

/** What the agreements of the attendee `t` are, as expressions of SQL; its agreement is `a`. */
export const ofAttendee = {
  supersededCount: sql<number>`(
    select count(*) from labor_agreement_history h where h.attendee_id = t.attendee_id
  )`,

  sealStatus: sql<Attendee['sealStatus']>`(
    select d.seal_status from signed_document d where d.verify_code = a.verify_code
  )`,

  /** The latest amendment; amounts as text, since JSON numbers are not exact. */
  amendment: sql<Attendee['amendment']>`(
    select json_build_object(
        'status', x.status, 'payableAmount', x.payable_amount::text, 'netAmount', x.net_amount::text,
        'feeMinutes', x.fee_minutes,
        'reason', d.reason, 'proposedTime', to_char(d.asked_time, 'YYYY-MM-DD HH24:MI:SS'),
        'declineReason', d.opinion)
      from agreement_amendment x join ${decisionFacts('d')} using (decision_id)
      where x.attendee_id = t.attendee_id order by x.amendment_id desc limit 1
  )`,
} as const
