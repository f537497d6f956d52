import type { BotKind } from '@consilium/contract/bots/bots.ts'
import { DICTIONARY_LABELS } from '@consilium/contract/labels.ts'
import { agreementEvents } from '@consilium/contract/events/agreements.ts'
import { attendeeEvents } from '@consilium/contract/events/attendees.ts'
import { meetingEvents } from '@consilium/contract/events/meetings.ts'
import { paymentEvents } from '@consilium/contract/events/payments.ts'
import type { Db } from '../../infra/db/db.ts'
import { on } from '../../infra/event-log/event-log.ts'
import type { Reader } from '../../infra/event-log/reading.ts'
import type { Bots } from '../../modules/bots/service.ts'
import { meetingIdOf, meetingOf } from './meeting-repository.ts'

/** A name that people chose, on one line and short, so that it is no text of its own. */
const NAME_MAX = 60
const shown = (name: string): string =>
  [...name.replaceAll(/[\p{C}\s]+/gu, ' ').trim()].slice(0, NAME_MAX).join('')

/** Tells the groups of organizations what happened to their meetings. A text names the meeting and nobody in it. */
export function createBotReader({ tell }: Pick<Bots, 'tell'>): Reader {
  async function tellOf(trx: Db, kind: BotKind, meetingId: number | undefined, rest: string): Promise<void> {
    // The meeting may have been deleted since.
    if (meetingId === undefined) return
    const meeting = await meetingOf(trx, meetingId)
    if (!meeting) return
    const text = `会议“${shown(meeting.meetingName)}”${rest}`
    await tell(trx, { orgIds: meeting.orgIds, kind, meetingId, text })
  }
  const ofAttendee = async (trx: Db, kind: BotKind, attendeeId: number, rest: string) =>
    tellOf(trx, kind, await meetingIdOf(trx, attendeeId), rest)
  return {
    name: 'bots',
    begins: 'now',
    handlers: [
      on(meetingEvents.created, (trx, { recordId }) => tellOf(trx, 'meetingCreated', recordId, '已创建')),
      on(meetingEvents.moved, (trx, { recordId }) =>
        tellOf(trx, 'meetingMoved', recordId, '的时间或地点有变更'),
      ),
      on(meetingEvents.stageChanged, (trx, { recordId, fields }) =>
        tellOf(
          trx,
          'meetingStage',
          recordId,
          `进入“${DICTIONARY_LABELS.meeting_stage[fields.to]['zh-CN']}”阶段`,
        ),
      ),
      on(attendeeEvents.replied, (trx, { fields }) =>
        tellOf(trx, 'invitationReplied', fields.meetingId, '收到一位专家的答复'),
      ),
      on(agreementEvents.signed, (trx, { recordId }) =>
        ofAttendee(trx, 'agreementSigned', recordId, '有一份劳务协议已签署'),
      ),
      on(paymentEvents.recorded, (trx, { fields }) =>
        ofAttendee(trx, 'paymentRecorded', fields.attendeeId, '已登记一笔劳务费付款'),
      ),
    ],
  }
}
