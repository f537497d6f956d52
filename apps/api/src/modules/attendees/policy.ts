import { type RoleType, MEETING_RUNNERS } from '@consilium/contract/accounts/roles.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import type { Attendee } from '@consilium/contract/attendees/attendees.ts'
import { allows } from '@consilium/contract/route.ts'
import { isOfSponsor, type Actor } from '../../domain/actor.ts'
import { isClosedTo } from '../meetings/policy.ts'

const includes = (roles: readonly RoleType[], role: RoleType) => roles.includes(role)

/** People of sponsors and supervisors see who takes part, but neither contact nor bank details. */
export const seesContact = (actor: Actor) => !isOfSponsor(actor) && actor.roleType !== 'supervisor'

export const readsAgreements = (actor: Actor) => allows(agreementRoutes.pdf.access, actor)

type Subject = Pick<
  Attendee,
  'userId' | 'currentStage' | 'signatureStatus' | 'supersededCount' | 'amendment' | 'reply' | 'replyUntil'
>

/** Whether the expert may still answer the invitation, or change the answer. */
export const takesReply = (
  { currentStage, replyUntil }: Pick<Attendee, 'currentStage' | 'replyUntil'>,
  now: string,
): boolean => currentStage !== 'closed' && (replyUntil === null || now <= replyUntil)

export function abilitiesOn(actor: Actor, attendee: Subject, now: string): Attendee['abilities'] {
  const update = includes(MEETING_RUNNERS, actor.roleType) && !isClosedTo(actor, attendee)
  const unsigned = attendee.signatureStatus === 'unsigned'
  return {
    update,
    // Also allowed after signing: another fee is then an amendment.
    changeFee: update,
    withdrawAmendment: update && attendee.amendment?.status === 'proposed',
    remove: update && unsigned && attendee.supersededCount === 0,
    sign: unsigned && attendee.userId === actor.userId && attendee.reply !== 'declined',
    reply: attendee.userId === actor.userId && takesReply(attendee, now),
  }
}
