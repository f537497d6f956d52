import { approvalEvents } from '@consilium/contract/events/approvals.ts'
import type { Db } from '../../infra/db/db.ts'
import { on, type Handler } from '../../infra/event-log/event-log.ts'
import type { Approvals } from '../../modules/approvals/service.ts'
import type { Inbox } from './inbox.ts'

/** To whoever is asked to decide, has asked, or has decided what became stale. */
export function approvalHandlers(send: Inbox, approvals: Pick<Approvals, 'told'>): readonly Handler[] {
  async function ask(trx: Db, decisionId: number, stepId: number, isReminder: boolean): Promise<void> {
    const { kind, title, awaited, isFallback } = await approvals.told(trx, decisionId, stepId)
    const params = { approval: kind, title, isFallback: isFallback ? 'yes' : '' }
    for (const userId of new Set(awaited))
      await send(trx, {
        userId,
        kind: 'approvalAsked',
        params,
        link: { resource: 'approval', id: decisionId },
        isReminder,
      })
  }

  async function tell(trx: Db, decisionId: number, status: string): Promise<void> {
    const { kind, title, askedBy, decided } = await approvals.told(trx, decisionId)
    const people = [...(askedBy === null ? [] : [askedBy]), ...(status === 'stale' ? decided : [])]
    for (const userId of new Set(people))
      await send(trx, {
        userId,
        kind: 'approvalEnded',
        params: { approval: kind, title, status },
        link: { resource: 'approval', id: decisionId },
      })
  }

  return [
    on(approvalEvents.opened, (trx, { recordId, fields: { stepId } }) => ask(trx, recordId, stepId, false)),
    on(approvalEvents.reminded, (trx, { recordId, fields: { stepId } }) => ask(trx, recordId, stepId, true)),
    on(approvalEvents.sentBack, (trx, { recordId }) => tell(trx, recordId, 'sentBack')),
    on(approvalEvents.ended, (trx, { recordId, fields: { status } }) => tell(trx, recordId, status)),
  ]
}
