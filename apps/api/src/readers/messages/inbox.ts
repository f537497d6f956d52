import type { Messages } from '../../modules/messages/service.ts'

/** Stores a message of the portal in the transaction of the event that it reports. */
export type Inbox = Messages['send']
