import { addressOf } from '@consilium/contract/addresses.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import type { Attendee, AttendeeDetail } from '@consilium/contract/attendees/attendees.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Clock } from '../../infra/clock.ts'
import { maskPhone } from '../../infra/mask.ts'
import type { Files } from '../files/service.ts'
import { attendanceOf } from '../../domain/attendance.ts'
import { differsFromAudit } from '../../domain/titles.ts'
import { abilitiesOn, readsAgreements, seesContact } from './policy.ts'
import type { AttendeeRow, WholeAttendee } from './repository.ts'

const documentAddress = (attendeeId: number) => addressOf(agreementRoutes.pdf, { attendeeId })

interface Shown {
  files: Pick<Files, 'personalUrlOf' | 'urlOf'>
  clock: Pick<Clock, 'wire'>
}

/** Hides what the caller may not see. */
export function viewOf(
  { files, clock }: Shown,
  actor: Actor,
  {
    handsignFileId,
    amendment: stored,
    invitationDeadline,
    hasAgreed,
    ...row
  }: AttendeeRow & { laborProtocol?: string | null },
): Attendee {
  const amendment = readsAgreements(actor) ? stored : null
  const sees = seesContact(actor)
  const reads = readsAgreements(actor)
  const isSigned = row.signatureStatus === 'signed'
  const now = clock.wire()
  const isOverdue = invitationDeadline !== null && invitationDeadline < now
  return {
    ...row,
    amendment,
    titleDiffers: differsFromAudit(row),
    attendance: attendanceOf({ hasAgreed, reply: row.reply, isOverdue }),
    phone: sees ? row.phone : maskPhone(row.phone),
    bankRegion: sees ? row.bankRegion : null,
    replyReason: sees ? row.replyReason : null,
    handsign: sees && handsignFileId !== null ? files.personalUrlOf(actor, handsignFileId) : null,
    laborProtocol: reads ? (row.laborProtocol ?? null) : null,
    laborProtocolUrl: isSigned && reads ? documentAddress(row.attendeeId) : null,
    onSitePhotoUrls: row.onSitePhotos.map((fileId) => files.urlOf(fileId)),
    abilities: abilitiesOn(actor, { ...row, amendment }, now),
  }
}

/** One attendee with the meeting as its expert wants to know it. */
export function detailOf(
  shown: Shown,
  actor: Actor,
  {
    invitationTitle: title,
    invitationContent: content,
    scheduleEndTime,
    agenda,
    contactName,
    contactPhone,
    ...row
  }: WholeAttendee,
): AttendeeDetail {
  const invitation = { title, content, scheduleEndTime, agenda, contactName, contactPhone }
  return { ...viewOf(shown, actor, row), invitation }
}
