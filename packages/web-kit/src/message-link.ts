import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { Message } from '@consilium/contract/messages/messages.ts'

type Linked = Pick<Message, 'kind' | 'link'>

/** True if the message asks an expert to sign. */
export const isToSign = (kind: Message['kind']): boolean =>
  kind === 'agreementInvalidated' || kind === 'agreementReady' || kind === 'amendmentProposed'

const OF_EXPERT: Record<string, (id: number, message: Linked) => string> = {
  meetingAttendee: (id, { kind }) => (isToSign(kind) ? `/my-agreements/${id}` : `/my-meetings/${id}`),
  projectPlan: (id) => `/my-plans/${id}`,
  expert: () => '/my-profile',
}

const OF_STAFF: Record<string, (id: number) => string> = {
  meeting: (id) => `/meetings/${id}`,
  meetingAttendee: (id) => `/attendees/${id}`,
  projectPlan: (id) => `/plans/${id}`,
  expert: (id) => `/experts/${id}`,
  approval: (id) => `/approvals?open=${id}`,
  organization: (id) => `/organizations/${id}`,
}

type Target = 'openMeeting' | 'openPlan' | 'openProfile' | 'openAgreement'

const LABELS: Record<string, Target> = {
  meeting: 'openMeeting',
  meetingAttendee: 'openMeeting',
  projectPlan: 'openPlan',
  expert: 'openProfile',
}

/** Text key of the link to the record of a message. */
export const labelOf = ({ kind, link }: Linked): Target | 'open' =>
  isToSign(kind) ? 'openAgreement' : (LABELS[link?.resource ?? ''] ?? 'open')

/** Address of the page that shows the record of a message, if the reader has one. */
export function addressOf(message: Linked, role: RoleType): string | null {
  if (!message.link) return null
  const { resource, id } = message.link
  const address = role === 'doctor' ? OF_EXPERT[resource] : OF_STAFF[resource]
  return address?.(id, message) ?? null
}
