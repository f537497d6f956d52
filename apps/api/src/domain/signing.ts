import { sql, type RawBuilder } from 'kysely'
import { countsAt } from './attendance.ts'

/** SQL expression: another fee waits for the answer of the expert. The alias stands for `labor_agreement`. */
export const isAmended = (agreement: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${agreement}.is_amended`)}`

/**
 * SQL expression: the expert has signed what is to be paid. While another fee waits for the expert, what was signed is
 * not that. The alias stands for `labor_agreement`.
 */
export const hasSigned = (agreement: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${agreement}.signature_status`)} = 'signed' and not ${isAmended(agreement)})`

/** SQL expression: the agreement `a` has terms that can be signed at the stage of its meeting and are not signed. */
export const isOffered: RawBuilder<boolean> = sql<boolean>`a.is_offered`

/** SQL expression: the meeting `m` is at a stage at which agreements can be signed, as `is_open` of each of them says. */
export const isOpenToSigning: RawBuilder<boolean> = sql<boolean>`m.current_stage not in ('draft', 'closed')`

/**
 * SQL expression: the expert of the attendee `t` of the meeting `m` can sign the agreement `a` now, as far as the organizers
 * decide it.
 */
export const waitsForSignature = (now: string): RawBuilder<boolean> =>
  sql<boolean>`(${isOffered} and ${countsAt(now)})`
