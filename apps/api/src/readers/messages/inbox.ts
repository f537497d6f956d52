import type { Messages } from '../../modules/messages/service.ts'

/** Stores a message of the portal in the transaction of the event that it reports. */
export type Inbox = Messages['send']

/** Also marks messages as read for all who got them, once what they are about has been done. */
export type Inboxes = Pick<Messages, 'send' | 'settle'>
