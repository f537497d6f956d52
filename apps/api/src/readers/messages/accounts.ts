import { accountEvents } from '@consilium/contract/events/accounts.ts'
import { gateEvents } from '@consilium/contract/events/gates.ts'
import { organizationEvents } from '@consilium/contract/events/organizations.ts'
import { raiseEvent } from '../../domain/events.ts'
import { on, type Handler } from '../../infra/event-log/event-log.ts'
import { maskPhone } from '../../infra/mask.ts'
import { administrators } from './approver-repository.ts'
import type { Inbox } from './inbox.ts'
import { forgetBeyond } from './portfolio-repository.ts'
import { accountSubject, mainAccountOf } from './subject-repository.ts'

/** To the owner of an account whose security changed, and to the administrators. */
export const accountHandlers = (send: Inbox): readonly Handler[] => [
  on(accountEvents.phoneChangeStarted, async (trx, { recordId }) => {
    const { newPhone } = await accountSubject(trx, recordId)
    const params = { event: 'phoneChangeStarted', phone: maskPhone(newPhone ?? '') }
    await send(trx, { userId: recordId, kind: 'accountSecurity', params, link: null })
  }),
  on(accountEvents.phoneChanged, async (trx, { recordId }) => {
    const { phone } = await accountSubject(trx, recordId)
    const params = { event: 'phoneChanged', phone: maskPhone(phone ?? '') }
    await send(trx, { userId: recordId, kind: 'accountSecurity', params, link: null })
  }),
  on(accountEvents.passwordReset, (trx, { recordId }) =>
    send(trx, {
      userId: recordId,
      kind: 'accountSecurity',
      params: { event: 'passwordReset', phone: '' },
      link: null,
    }),
  ),
  on(accountEvents.factorsReset, async (trx, { recordId, actorId }) => {
    const { userName } = await accountSubject(trx, actorId!)
    await send(trx, { userId: recordId, kind: 'factorsReset', params: { by: userName }, link: null })
  }),
  on(accountEvents.portfolioChanged, async (trx, { recordId }) => {
    // What came before would tell of sponsors that the manager reaches no more.
    if (await forgetBeyond(trx, recordId)) await raiseEvent(trx, { type: 'message', userId: recordId })
  }),
  on(organizationEvents.sealUnnamed, async (trx, { recordId }) => {
    const userId = await mainAccountOf(trx, recordId)
    const link = { resource: 'organization', id: recordId }
    await send(trx, { userId, kind: 'sealKeeperMissing', params: {}, link })
  }),
  on(gateEvents.strictOffered, async (trx) => {
    for (const userId of await administrators(trx))
      await send(trx, { userId, kind: 'gatePolicy', params: {}, link: null })
  }),
]
