import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ownMailRoutes } from '@consilium/contract/accounts/own-mail.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { botRoutes } from '@consilium/contract/bots/bots.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { deliveryRoutes, type Delivery, type DeliveryQuery } from '@consilium/contract/notices/deliveries.ts'
import { noticeRoutes } from '@consilium/contract/notices/preferences.ts'
import { reminderRoutes } from '@consilium/contract/notices/reminder-rules.ts'
import { chapter, expect, step } from './narrator.ts'
import type { Cast, ExpertPlayer, Stage } from './cast.ts'
import type { Production } from './chapters.ts'

const PATIENCE_MS = 30_000
const LOOK_MS = 100

/**
 * Where development writes mails, and the address of a bot that answers; null: the walkthrough goes on without them. The mails of
 * another installation are in its own data folder, which DATA_DIR names.
 */
export interface Outlets {
  outbox: string | null
  botAddress: string | null
}

export function outletsOf(env: NodeJS.ProcessEnv): Outlets {
  const folder = env['DATA_DIR'] ?? (env['BASE_URL'] ? null : './data')
  const outbox = env['SMTP_URL'] || folder === null ? null : join(folder, 'mail-outbox.txt')
  return { outbox, botAddress: env['BOT_ADDRESS'] ?? null }
}

async function eventually<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await delay(LOOK_MS)) {
    const found = await look()
    if (found !== undefined) return found
  }
  expect(false, `in vain: ${what}`)
}

const shown = ({ channel, state, provider, reason }: Delivery) =>
  [channel, state, provider ?? reason].filter(Boolean).join(' ')

/** An expert wants mail, at any hour, and confirms the address by the link in the first one. */
async function confirmMail(stage: Stage, expert: ExpertPlayer, outbox: string): Promise<string> {
  await expert.call(noticeRoutes.changePreferences, { body: { quietFrom: '00:00', quietUntil: '00:00' } })
  const address = `expert-${stage.run}@example.com`
  await expert.call(ownMailRoutes.propose, { body: { address } })
  const token = await eventually(async () => {
    if (!existsSync(outbox)) return undefined
    const line = readFileSync(outbox, 'utf8')
      .split('\n')
      .findLast((each) => each.startsWith(address))
    return /token=([\w-]+)/.exec(line ?? '')?.[1]
  }, 'the link arrives')
  await stage.anonymous.call(ownMailRoutes.confirm, { body: { token } })
  const { channels } = await expert.call(noticeRoutes.preferences, {})
  expect(channels.mail !== null, 'the address is confirmed')
  return `SMS to ${channels.sms ?? 'nobody'}, mail to ${channels.mail}`
}

async function addBot({ executors: [executor] }: Cast, address: string): Promise<string> {
  const { botId, name } = await executor.call(botRoutes.create, {
    body: {
      channel: 'wecom',
      name: '会务群',
      address,
      kinds: ['meetingCreated'],
      quietFrom: null,
      quietUntil: null,
    },
  })
  const { sentTime } = await executor.call(botRoutes.test, { body: { botId } })
  expect(sentTime !== null, 'the group was told')
  return `${name}: told at ${sentTime}`
}

/** A meeting of its own, which is called off at the end. */
async function invite(cast: Cast, { project }: Production, expert: ExpertPlayer) {
  const [executor] = cast.executors
  const { meetingId } = await cast.manager.call(meetingRoutes.create, {
    body: { projectId: project.projectId, execUserId: executor.userId },
  })
  await cast.manager.call(meetingRoutes.changeStage, { body: { meetingId, currentStage: 'approved' } })
  const { attendeeId } = await executor.call(attendeeRoutes.create, {
    body: { meetingId, phone: expert.phone, laborFee: '2000' },
  })
  return { meetingId, attendeeId }
}

/** Deliveries as whoever runs the meeting sees them, once those that are asked for are there. */
const arrived = (
  { executors: [executor] }: Cast,
  query: Partial<DeliveryQuery>,
  isDone: (rows: readonly Delivery[]) => boolean,
) =>
  eventually(async () => {
    const { rows } = await executor.call(deliveryRoutes.list, { query })
    return isDone(rows) ? rows : undefined
  }, 'the notice is delivered')

async function beInDigest(cast: Cast, production: Production, expert: ExpertPlayer): Promise<string> {
  const kinds = [{ kind: 'meetingInvitation' as const, mode: 'digest' as const, sms: true, mail: true }]
  await expert.call(noticeRoutes.changePreferences, { body: { kinds } })
  const { meetingId, attendeeId } = await invite(cast, production, expert)
  const [waiting] = await arrived(cast, { attendeeId, channel: 'sms' }, (rows) => rows.length > 0)
  expect(waiting?.state === 'queued', `the second invitation is ${waiting?.state}`)
  expect(waiting.dueTime?.endsWith('08:30:00') === true, `it goes out at ${waiting.dueTime}`)
  await cast.manager.call(meetingRoutes.remove, { params: { meetingId: String(meetingId) } })
  return `the second invitation waits until ${waiting.dueTime}`
}

async function doWithoutMail(cast: Cast, production: Production, expert: ExpertPlayer): Promise<string> {
  const kinds = [{ kind: 'meetingInvitation' as const, mode: 'now' as const, sms: true, mail: false }]
  await expert.call(noticeRoutes.changePreferences, { body: { kinds } })
  const { meetingId, attendeeId } = await invite(cast, production, expert)
  const rows = await arrived(cast, { attendeeId }, (found) => found.some(({ state }) => state === 'sent'))
  expect(!rows.some(({ channel, state }) => channel === 'mail' && state !== 'suppressed'), 'no mail leaves')
  await cast.manager.call(meetingRoutes.remove, { params: { meetingId: String(meetingId) } })
  return rows.map(shown).join(', ')
}

/** An invitation by SMS, mail and bot, a reminder, a digest, and mail that is not wanted any more. */
export async function tellPeople(
  stage: Stage,
  cast: Cast,
  production: Production,
  { outbox, botAddress }: Outlets,
): Promise<void> {
  chapter('People are told outside of the portal, as they want it')
  const [, expert] = cast.experts
  const say = (text: string) => text
  if (outbox !== null)
    await step(`${expert.name} confirms a mail address`, () => confirmMail(stage, expert, outbox), say)
  if (botAddress !== null)
    await step('the executor adds the bot of a group', () => addBot(cast, botAddress), say)
  const { meetingId, attendeeId } = await step(
    `${expert.name} is invited to another meeting`,
    () => invite(cast, production, expert),
    (made) => `meeting ${made.meetingId}`,
  )
  await step(
    'the invitation leaves by each channel, as the executor sees',
    () =>
      arrived(cast, { attendeeId, kind: 'meetingInvitation' }, (rows) => {
        const sent = rows.filter(({ state }) => state === 'sent').map(({ channel }) => channel)
        return sent.includes('sms') && (outbox === null || sent.includes('mail'))
      }),
    (rows) => rows.map(shown).join(', '),
  )
  if (botAddress !== null)
    await step(
      'the group hears of the meeting',
      () =>
        eventually(async () => {
          const query = { meetingId, channel: 'wecom' as const, state: 'sent' as const }
          return (await stage.admin.call(deliveryRoutes.list, { query })).rows[0]
        }, 'the group is told'),
      shown,
    )
  const [executor] = cast.executors
  await step(
    'a reminder goes out, and the next ones are planned',
    async () => {
      await executor.call(attendeeRoutes.remind, { body: { attendeeIds: [attendeeId] } })
      await arrived(cast, { attendeeId, channel: 'sms' }, (rows) => rows.some(({ isReminder }) => isReminder))
      return eventually(async () => {
        const { rows } = await executor.call(reminderRoutes.preview, { query: { meetingId } })
        return rows.length > 0 ? rows : undefined
      }, 'the next reminders are planned')
    },
    (rows) => rows.map(({ number, time }) => `no. ${number} at ${time}`).join(', '),
  )
  await step('invitations in the summary of the day', () => beInDigest(cast, production, expert), say)
  await step('and without mail', () => doWithoutMail(cast, production, expert), say)
  await step(
    'the meeting is called off',
    () => cast.manager.call(meetingRoutes.remove, { params: { meetingId: String(meetingId) } }),
    () => `meeting ${meetingId} is gone`,
  )
}
