import { sql, type RawBuilder } from 'kysely'
import { countsAt } from './attendance.ts'

const attendeeOf = (alias: string) => sql.ref(`${alias}.attendee_id`)

/** SQL expression: another fee waits for the answer of the attendee whom a row of the alias belongs to. */
export const isAmended = (alias: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from agreement_amendment x where x.attendee_id = ${attendeeOf(alias)} and x.status = 'proposed')`

/**
 * SQL expression: the expert has signed what is to be paid. While another fee waits for the expert, what was signed is
 * not that. The alias stands for `labor_agreement`.
 */
export const hasSigned = (agreement: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${agreement}.signature_status`)} = 'signed' and not ${isAmended(agreement)})`

/** SQL expression: the agreement `a` of the attendee `t` of the meeting `m` has terms that its expert may sign and has not signed. */
export const isUnsigned = (now: string): RawBuilder<boolean> => sql<boolean>`(
  a.payable_amount > 0 and ${countsAt(now)} and not ${hasSigned('a')})`

/** SQL expression: agreements of the meeting `m` can be signed at its stage. */
export const isOpenToSigning: RawBuilder<boolean> = sql<boolean>`m.current_stage not in ('draft', 'closed')`

/** SQL expression: the expert can sign now, as far as the organizers decide it. The meeting is `m`. */
export const waitsForSignature = (now: string): RawBuilder<boolean> =>
  sql<boolean>`(${isOpenToSigning} and ${isUnsigned(now)})`
