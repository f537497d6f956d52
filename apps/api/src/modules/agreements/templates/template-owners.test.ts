// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { agreementRoutes as routes } from '@consilium/contract/agreements/agreements.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import {
  freshName,
  startApi,
  type ExpertUser,
  type MainAccount,
  type User,
} from '../../../../test/harness.ts'
import { openWorld } from '../../../../test/meeting-world.ts'
import { steppedClock } from '../../../../test/movable-clock.ts'
import { refusalOf } from '../../../../test/outcomes.ts'

const DAY_MS = 24 * 60 * 60_000
const RACERS = 10

const MINUTE_MS = 60_000
// It stands still, so that no day begins by itself on a slow machine.
const clock = steppedClock()
// From 11:00 to 23:40, so that a day begins before sessions end that nobody uses.
clock.advance(760 * MINUTE_MS)
const api = await startApi({ clock })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor } = world
const [first, second] = [await api.sponsor(), await api.sponsor()]
const [ofFirst, ofSecond] = [await api.person(first, 'compliance'), await api.person(second, 'compliance')]

type Body = CallInput<typeof routes.createTemplate>['body']

const create = (user: User, marker: string, given: Partial<Body> = {}) =>
  user.call(routes.createTemplate, {
    body: {
      templateName: freshName(marker),
      content: `${marker}：{{orgName}}与{{expertName}}约定。`,
      ...given,
    },
  })

async function sponsors(...all: MainAccount[]): Promise<void> {
  const params = { projectId: world.project.projectId }
  const body = { sponsorAdminUserIds: all.map(({ userId }) => userId) }
  await manager.call(projectRoutes.assignSponsors, { params, body })
}

/** Somebody who is invited to a meeting of the project. */
async function invited(
  laborTemplateId?: number,
): Promise<{ expert: ExpertUser; attendeeId: number; meetingId: number }> {
  const { meetingId } = await world.meeting(laborTemplateId === undefined ? {} : { laborTemplateId })
  const expert = await world.expert()
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  return { expert, attendeeId, meetingId }
}

async function drawnUp({ expert, attendeeId }: Awaited<ReturnType<typeof invited>>): Promise<string> {
  await world.readContract(expert, attendeeId)
  return (await expert.call(routes.get, { params: { attendeeId } })).laborProtocol ?? ''
}
const ofMeeting = (user: User, meetingId: number) =>
  user.call(routes.templateOfMeeting, { params: { meetingId } })
const shown = async (user: User, meetingId: number) => {
  const used = await ofMeeting(user, meetingId)
  return [used?.owner.kind, used?.owner.orgName ?? null, used?.templateName ?? null]
}

describe('SPN-2: templates of agreements have owners', () => {
  it("SPN-2: a sponsor's template is drawn up for its meetings where one sponsor alone has one, and who may know is told whose", async () => {
    await sponsors(first, second)
    const plain = await invited()
    const platform = await ofMeeting(manager, plain.meetingId)
    assert.deepEqual([platform?.owner.kind, platform?.isChosen], ['platform', false])
    const own = await create(ofFirst, '甲方标准', { isDefault: true })
    assert.deepEqual(
      [own.owner.orgId, own.isInForce, own.abilities],
      [first.orgId, true, { update: true, remove: true }],
    )
    assert.match(await drawnUp(plain), /^甲方标准：/)
    const { orgName } = own.owner
    for (const user of [manager, first, ofFirst])
      assert.deepEqual(await shown(user, plain.meetingId), ['sponsor', orgName, own.templateName])
    for (const user of [executor, second, ofSecond])
      assert.deepEqual(await shown(user, plain.meetingId), ['sponsor', null, null])
    // What the meeting names is the platform's, and gives way to the sponsor's own.
    const named = await create(manager, '平台讲课')
    assert.match(await drawnUp(await invited(named.templateId)), /^甲方标准：/)
    // Two sponsors with one each: the platform's, or what the meeting names.
    const other = await create(second, '乙方标准', { isDefault: true })
    assert.doesNotMatch(await drawnUp(await invited()), /^[甲乙]方标准/)
    const chosen = await invited(named.templateId)
    assert.match(await drawnUp(chosen), /^平台讲课：/)
    assert.deepEqual((await ofMeeting(executor, chosen.meetingId))?.isChosen, true)
    await second.call(routes.removeTemplates, { params: { templateId: String(other.templateId) } })
  })

  it('SPN-2: a default begins on its day, and what was signed keeps its text', async () => {
    await sponsors(first)
    const signed = await invited()
    const before = await drawnUp(signed)
    await world.sign(signed.expert, signed.attendeeId)
    const waiting = await invited()
    const tomorrow = new Date(clock.now().getTime() + DAY_MS).toISOString().slice(0, 10)
    const yesterday = new Date(clock.now().getTime() - DAY_MS).toISOString().slice(0, 10)
    const past = await ofFirst.attempt(routes.createTemplate, {
      body: { templateName: '过去', content: '正文', isDefault: true, validFrom: yesterday },
    })
    assert.deepEqual([refusalOf(past).error, refusalOf(past).fields], ['DAY_PAST', ['validFrom']])
    const later = await create(ofFirst, '甲方新版', { isDefault: true, validFrom: tomorrow })
    assert.deepEqual([later.isDefault, later.isInForce], [true, false])
    assert.match(await drawnUp(waiting), /^甲方标准：/)
    clock.advance(25 * MINUTE_MS)
    assert.match(await drawnUp(await invited()), /^甲方新版：/)
    const { templateId } = later
    const read = await first.call(routes.getTemplate, { params: { templateId } })
    assert.equal(read.isInForce, true)
    const kept = await signed.expert.call(routes.get, { params: { attendeeId: signed.attendeeId } })
    assert.equal(kept.laborProtocol, before)
    // Its day has come, and may stay as it is.
    const change = {
      templateId,
      version: read.version,
      templateName: '甲方新版二',
      validFrom: read.validFrom,
    }
    assert.equal((await ofFirst.attempt(routes.updateTemplate, { body: change })).status, 200)
  })

  it('SPN-2: each owner writes its own alone, and no other sponsor finds one', async () => {
    const own = await create(ofFirst, '甲方专用')
    const { templateId } = own
    const params = { templateId }
    for (const user of [second, ofSecond, executor]) {
      assert.equal((await user.attempt(routes.getTemplate, { params })).status, 404)
      const { rows } = await user.call(routes.listTemplates, { query: { pageSize: 200 } })
      assert.ok(rows.every(({ owner }) => owner.kind === 'platform' || owner.orgId === second.orgId))
      assert.ok(!JSON.stringify(rows).includes('甲方专用'))
    }
    const change = { templateId, version: own.version, content: '改写' }
    assert.equal(refusalOf(await second.attempt(routes.updateTemplate, { body: change })).error, 'NOT_FOUND')
    assert.equal(refusalOf(await manager.attempt(routes.updateTemplate, { body: change })).error, 'FORBIDDEN')
    const removal = { params: { templateId: String(templateId) } }
    for (const user of [second, manager])
      assert.equal(refusalOf(await user.attempt(routes.removeTemplates, removal)).error, 'NOT_FOUND')
    assert.deepEqual((await manager.call(routes.getTemplate, { params })).abilities, {
      update: false,
      remove: false,
    })
    const { rows } = await manager.call(routes.listTemplates, {
      query: { ownerKind: 'platform', pageSize: 200 },
    })
    assert.ok(rows.length > 0 && rows.every(({ owner }) => owner.kind === 'platform'))
    const [platform] = rows
    const body = { templateId: platform!.templateId, version: platform!.version, content: '改写' }
    assert.equal(refusalOf(await ofFirst.attempt(routes.updateTemplate, { body })).error, 'FORBIDDEN')
    // A meeting names templates of the platform only.
    const { meetingId } = await world.meeting()
    const { version } = await manager.call(meetingRoutes.get, { params: { meetingId } })
    for (const user of [manager, executor]) {
      const naming = { meetingId, version, laborTemplateId: templateId }
      const refused = refusalOf(await user.attempt(meetingRoutes.update, { body: naming }))
      assert.deepEqual(refused.fields, ['laborTemplateId'])
    }
    const unseen = await second.attempt(routes.templateOfMeeting, { params: { meetingId } })
    assert.equal(unseen.status, 404)
    assert.equal((await first.attempt(routes.removeTemplates, removal)).status, 200)
  })

  it('SPN-2: of templates that are made the default of one owner and day at once one remains, beside that of the platform', async () => {
    const made = await Promise.all(Array.from({ length: RACERS }, () => create(first, '甲方并行')))
    const replies = await Promise.all(
      made.map(({ templateId, version }) =>
        first.attempt(routes.updateTemplate, { body: { templateId, version, isDefault: true } }),
      ),
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    const { rows } = await first.call(routes.listTemplates, { query: { pageSize: 200 } })
    const defaults = (kind: string) => rows.filter((row) => row.isDefault && row.owner.kind === kind)
    assert.equal(defaults('sponsor').filter(({ validFrom }) => validFrom === null).length, 1)
    assert.equal(defaults('platform').length, 1)
    assert.equal(rows.filter(({ owner, isInForce }) => isInForce && owner.kind === 'sponsor').length, 1)
  })
})
