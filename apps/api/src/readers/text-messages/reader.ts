import { randomUUID } from 'node:crypto'
import { agreementEvents } from '@consilium/contract/events/agreements.ts'
import type { Context } from '../../context.ts'
import { on } from '../../infra/event-log/event-log.ts'
import type { Reader } from '../../infra/event-log/reading.ts'
import type { Accounts } from '../../modules/accounts/service.ts'
import { attendeeNamed } from './attendee-repository.ts'
import { REMINDERS, textReminder, type ReminderJob } from './reminding.ts'

/** Sends text messages after the commit, as jobs that go out with the position of the reader. */
export function createTextReader({ jobs, config }: Context, accounts: Pick<Accounts, 'text'>): Reader {
  const reminders = jobs.queue<ReminderJob>({
    ...REMINDERS,
    handler: (job) => textReminder({ accounts, config }, job),
  })
  return {
    name: 'text-messages',
    begins: 'now',
    handlers: [
      on(agreementEvents.reminded, async (trx, { recordId }) => {
        const attendee = await attendeeNamed(trx, recordId)
        // The attendee may have been removed since.
        if (attendee) await reminders.send(trx, [{ id: randomUUID(), ...attendee }])
      }),
    ],
  }
}
