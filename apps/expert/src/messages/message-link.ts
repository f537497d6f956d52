import type { Message } from '@consilium/contract/messages/messages.ts'

type Linked = Pick<Message, 'kind' | 'link'>

/** True if the message asks an expert to sign. */
const isToSign = (kind: Message['kind']): boolean =>
  kind === 'agreementInvalidated' || kind === 'agreementReady' || kind === 'amendmentProposed'

const PAGES: Readonly<Record<string, (id: number, message: Linked) => string>> = {
  meetingAttendee: (id, { kind }) => (isToSign(kind) ? `/my-agreements/${id}` : `/my-meetings/${id}`),
  projectPlan: (id) => `/my-plans/${id}`,
  expert: () => '/my-profile',
}

const LABELS: Readonly<Record<string, 'openMeeting' | 'openPlan' | 'openProfile'>> = {
  meetingAttendee: 'openMeeting',
  projectPlan: 'openPlan',
  expert: 'openProfile',
}

/** Text key of the link to the record of a message. */
export const labelOf = ({ kind, link }: Linked) =>
  isToSign(kind) ? 'openAgreement' : (LABELS[link?.resource ?? ''] ?? 'open')

/** Address of the page that shows the record of a message, if experts have one. */
export const addressOf = (message: Linked): string | null =>
  message.link ? (PAGES[message.link.resource]?.(message.link.id, message) ?? null) : null
