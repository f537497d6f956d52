import { expertEvents } from '@consilium/contract/events/experts.ts'
import { planEvents } from '@consilium/contract/events/plans.ts'
import { on, type Handler } from '../../infra/event-log/event-log.ts'
import type { Inbox } from './inbox.ts'
import { expertSubject, planSubject } from './subject-repository.ts'

/** To whoever asked for an audit: what was decided. */
export const auditHandlers = (send: Inbox): readonly Handler[] => [
  on(expertEvents.audited, async (trx, { recordId, fields: { auditStatus } }) => {
    const { userId, opinion } = await expertSubject(trx, recordId)
    await send(trx, {
      userId,
      kind: 'expertAudit',
      params: { auditStatus, opinion: opinion ?? '' },
      link: { resource: 'expert', id: recordId },
    })
  }),
  on(expertEvents.accountChanged, async (trx, { recordId, fields: { isWaiting } }) => {
    const { userId, accountFrom } = await expertSubject(trx, recordId)
    const params = { accountFrom: isWaiting ? '' : (accountFrom ?? '') }
    await send(trx, { userId, kind: 'accountChanged', params, link: { resource: 'expert', id: recordId } })
  }),
  on(planEvents.audited, async (trx, { recordId, fields: { auditStatus } }) => {
    const { userId, planName, projectName, opinion } = await planSubject(trx, recordId)
    await send(trx, {
      userId,
      kind: 'planAudit',
      params: { auditStatus, planName, projectName: projectName ?? '', opinion: opinion ?? '' },
      link: { resource: 'projectPlan', id: recordId },
    })
  }),
]
