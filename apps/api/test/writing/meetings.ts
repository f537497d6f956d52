import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { calendarRoutes } from '@consilium/contract/calendars/calendars.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { verificationRoutes } from '@consilium/contract/invoices/verification-routes.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { recognitionRoutes } from '@consilium/contract/recognition/invoice-recognition.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { Api, User } from '../harness.ts'
import { callsOn, MATERIAL_NAMES, SAMPLES } from '../material-kinds.ts'
import { seasonClock, type openWorld } from '../meeting-world.ts'
import { fileOf, unreadablePicture } from '../ocr-server.ts'
import { dataOf } from '../outcomes.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

const POLL_MS = 50

export async function meetings({ executor, manager, draft, approveMeeting }: World): Promise<void> {
  await approveMeeting((await draft()).meetingId)
  const { meetingId, version } = await draft()
  await executor.call(meetingRoutes.update, { body: { meetingId, version, meetingName: '病例讨论' } })
  await manager.call(meetingRoutes.remove, { params: { meetingId: String(meetingId) } })
}

export async function budgets(api: Api, world: World): Promise<void> {
  const { manager, project } = world
  const { projectId } = project
  const { meetingId } = await world.meeting()
  const line = { projectId, category: 'meals' } as const
  await manager.call(budgetRoutes.plan, { body: { ...line, amount: '1000' } })
  const { changeId, version } = await manager.call(budgetRoutes.askChange, {
    body: { ...line, amount: '1200', reason: '人数增加' },
  })
  const other = await api.manager()
  await other.call(budgetRoutes.decideChange, { body: { changeId, version, status: 'approved' } })
  await manager.call(budgetRoutes.allocate, { body: { meetingId, category: 'meals', amount: '600' } })
}

/** Policies, and exceptions from what they require. */
export async function policies(world: World, admin: User): Promise<void> {
  const { manager, executor } = world
  const { meetingId } = await world.meeting()
  const validFrom = seasonClock.today()
  await admin.call(gateRoutes.applyPreset, { body: { preset: 'advisory' } })
  const rules = [{ stage: 'inviting' as const, check: 'invitation' as const, mode: 'block' as const }]
  await admin.call(gateRoutes.previewPolicy, { body: { validFrom, rules } })
  await admin.call(gateRoutes.createPolicy, { body: { validFrom, rules } })
  const { waiverId, version } = await executor.call(gateRoutes.askWaiver, {
    body: { meetingId, check: 'invitation', reason: '口头邀请' },
  })
  await manager.call(gateRoutes.decideWaiver, { body: { waiverId, version, status: 'approved' } })
  const limits = { validFrom, overlaps: 'warn' as const, caps: [], tiers: [] }
  await admin.call(capRoutes.previewPolicy, { body: limits })
  await admin.call(capRoutes.createPolicy, { body: limits })
  const expert = await world.expert()
  await manager.call(capRoutes.setPost, { body: { expertId: expert.expertId, associationPost: null } })
  await expert.call(capRoutes.declare, { body: { hasConflict: false } })
}

/** Inviting experts, their answers, messages and calendars. */
export async function invitations(world: World): Promise<void> {
  const { executor, manager } = world
  const { meetingId } = await world.meeting()
  const expert = await world.expert()
  await executor.call(attendeeRoutes.readSheet, {
    file: new File(['\ufeff姓名,手机号\n丁专家,13900000001\n'], '专家.csv'),
  })
  await executor.call(attendeeRoutes.known, { body: { meetingId, phones: [expert.phone] } })
  const { attendeeId, version } = await world.attendee(meetingId, { phone: expert.phone })
  await executor.call(attendeeRoutes.update, { body: { attendeeId, version, laborFee: '5200' } })
  await executor.call(attendeeRoutes.remind, { body: { attendeeIds: [attendeeId] } })
  await expert.call(attendeeRoutes.reply, { body: { attendeeId, reply: 'accepted' } })
  const { rows } = await expert.call(messageRoutes.list, { query: {} })
  await expert.call(messageRoutes.markRead, { params: { msgId: String(rows[0]!.msgId) } })
  await expert.call(messageRoutes.readAll, {})
  await expert.call(calendarRoutes.renewFeed, {})
  await expert.call(calendarRoutes.endFeed, {})
  await manager.call(attendeeRoutes.remove, { params: { attendeeId: String(attendeeId) } })
}

/** The five kinds of records of a meeting. */
export async function materials(world: World): Promise<void> {
  const { meetingId } = await world.meeting()
  for (const name of MATERIAL_NAMES) {
    const { create, update, remove } = callsOn(name)
    const made = await dataOf(create(world.manager, meetingId, SAMPLES[name].full))
    const { recordId } = await dataOf(update(world.manager, made, SAMPLES[name].change))
    await dataOf(remove(world.manager, recordId))
  }
}

/** A submission with a file that cannot be read, which is tried again. */
export async function recognition(world: World): Promise<void> {
  const { meetingId } = await world.meeting()
  const { executor } = world
  const { batchId } = await executor.call(recognitionRoutes.submit, {
    body: { meetingId },
    files: [fileOf(unreadablePicture('FILE_DAMAGED'))],
  })
  while (!(await executor.call(recognitionRoutes.get, { params: { batchId } })).isFinished)
    await delay(POLL_MS)
  await executor.call(recognitionRoutes.retry, { params: { batchId } })
}

/** An invoice is verified when it is new, and once more. */
export async function verification(world: World): Promise<void> {
  const { meetingId } = await world.meeting()
  const { executor } = world
  const { create, get } = materialRoutes.meetingInvoice
  const { recordId } = await executor.call(create, {
    body: {
      meetingId,
      invoiceType: '32',
      invoiceNumber: '26112000000000000100',
      issueDate: '2026-11-10',
      totalAmount: '106.00',
    },
  })
  const untilValid = async () => {
    while ((await executor.call(get, { params: { recordId } })).verificationState !== 'valid')
      await delay(POLL_MS)
  }
  await untilValid()
  await executor.call(verificationRoutes.ask, { body: { recordIds: [recordId] } })
  await untilValid()
}
