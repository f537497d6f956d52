// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { freshPhone, startApi } from '../harness.ts'
import { openWorld, seasonClock } from '../meeting-world.ts'
import { refusalOf } from '../outcomes.ts'

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor } = world
const admin = await api.admin()
const today = seasonClock.today()

const setPolicy = (given: Partial<CallInput<typeof capRoutes.createPolicy>['body']>) =>
  admin.call(capRoutes.createPolicy, {
    body: { validFrom: today, overlaps: 'off', caps: [], tiers: [], ...given },
  })
const between = (from: string, to: string) =>
  world.meeting({ scheduleStartTime: `2026-12-21 ${from}`, scheduleEndTime: `2026-12-21 ${to}` })
const invite = (meetingId: number, phone: string, laborFee: string) =>
  executor.attempt(attendeeRoutes.create, { body: { meetingId, phone, laborFee } })

describe('limits, on both sides of each', () => {
  it('COR-24: a cap counts fees that are signed like those that are only agreed', async () => {
    await setPolicy({
      caps: [{ scope: 'platform', period: 'calendarYear', measure: 'amount', limit: '8000' }],
    })
    const expert = await world.expert()
    const first = await between('08:00:00', '09:00:00')
    const { data: signed } = await invite(first.meetingId, expert.phone, '5000')
    await world.sign(expert, signed.attendeeId)
    const { meetingId } = await between('10:00:00', '11:00:00')
    assert.equal(refusalOf(await invite(meetingId, expert.phone, '3000.01')).error, 'CAP_EXCEEDED')
    assert.equal((await invite(meetingId, expert.phone, '3000.00')).status, 200)
  })

  it('COR-24: meetings that touch do not overlap on either side, and those that share a second do', async () => {
    await setPolicy({ overlaps: 'block' })
    const expert = await world.expert({}, null)
    const statusOf = async (from: string, to: string) => {
      const { meetingId } = await between(from, to)
      const { status, error } = await invite(meetingId, expert.phone, '1000')
      return error?.error ?? status
    }
    assert.equal(await statusOf('12:00:00', '14:00:00'), 200)
    assert.equal(await statusOf('10:00:00', '12:00:01'), 'EXPERT_BUSY')
    assert.equal(await statusOf('13:59:59', '16:00:00'), 'EXPERT_BUSY')
    assert.equal(await statusOf('10:00:00', '12:00:00'), 200)
    assert.equal(await statusOf('14:00:00', '16:00:00'), 200)
    assert.equal(await statusOf('12:30:00', '13:00:00'), 'EXPERT_BUSY', 'within')
    assert.equal(await statusOf('11:00:00', '15:00:00'), 'EXPERT_BUSY', 'around')
  })

  it('COR-24: meals are over their limit by a cent and not at it, for one attendee and for two', async () => {
    await setPolicy({})
    await admin.call(gateRoutes.createPolicy, {
      body: {
        validFrom: today,
        rules: [{ stage: 'inviting', check: 'meals', mode: 'warn', threshold: 150 }],
      },
    })
    const { meetingId } = await between('17:00:00', '18:00:00')
    const isMet = async () =>
      (await manager.call(gateRoutes.get, { params: { meetingId } })).checks.find(({ id }) => id === 'meals')
        ?.met
    const phones = await world.phones(2)
    await invite(meetingId, phones[0]!, '1000')
    let { recordId, version } = await executor.call(materialRoutes.meetingInvoice.create, {
      body: { meetingId, expenseCategory: 'meals', totalAmount: '150.00' },
    })
    const change = async (totalAmount: string) => {
      const body = { recordId, version, totalAmount }
      ;({ recordId, version } = await executor.call(materialRoutes.meetingInvoice.update, { body }))
      return isMet()
    }
    assert.deepEqual([await isMet(), await change('150.01'), await change('149.99')], [true, false, true])
    await invite(meetingId, phones[1]!, '1000')
    assert.deepEqual([await change('300.01'), await change('300.00')], [false, true])
  })

  it('COR-24: a score is exact to the hundredth, and compared as it was given', async () => {
    const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: '评分' } })
    const evaluate = (managerScore: unknown) =>
      manager.attempt(projectRoutes.evaluate, { params: { projectId }, body: { managerScore } as never })
    const scored = async (managerScore: unknown) => (await evaluate(managerScore)).data.managerScore
    assert.deepEqual(
      [await scored('999.99'), await scored(0), await scored(1.1), await scored('0.07')],
      ['999.99', '0.00', '1.10', '0.07'],
    )
    for (const wrong of ['1000', '1000.00', '999.991', -0.01, '4.005', 0.1 + 0.2, '1e2'])
      assert.deepEqual(refusalOf(await evaluate(wrong)).fields, ['managerScore'], String(wrong))
    const found = async (managerScore: string) => {
      const answer = await manager.attempt(projectRoutes.list, { query: { projectId, managerScore } })
      return answer.error ? answer.error.error : answer.data.total
    }
    assert.deepEqual([await found('0.07'), await found('0.08'), await found('0.06')], [1, 0, 0])
    assert.equal(await found('0.07000000000000001'), 'VALIDATION_FAILED', 'the same number in binary')
  })

  /** Registers an expert with a code that was sent before. */
  async function register(phone: string, smsCode: string): Promise<number> {
    const body = {
      phone,
      smsCode,
      password: 'secret-1',
      name: '李文博',
      unit: '首都医院',
      department: '心内科',
      title: '主任医师',
    }
    return (await api.anonymous.attempt(expertRoutes.register, { body })).status
  }

  it('COR-24: a code may be tried five times', async () => {
    for (const [wrong, status] of [
      [4, 200],
      [5, 400],
    ] as const) {
      const phone = freshPhone()
      await api.sendCode(phone, 'register')
      for (let n = 0; n < wrong; n++) assert.equal(await register(phone, '000000'), 400)
      assert.equal(await register(phone, '123456'), status, `after ${wrong} wrong ones`)
    }
  })

  it('COR-24: only phones that begin with 10 get the fixed code', async () => {
    const phones = [freshPhone(), ...['11', '12', '13', '19'].map((prefix) => prefix + freshPhone().slice(2))]
    const statuses = []
    for (const phone of phones) {
      await api.sendCode(phone, 'register')
      statuses.push(await register(phone, '123456'))
    }
    assert.deepEqual(statuses, [200, 400, 400, 400, 400])
  })
})

describe('lists, member by member', () => {
  it('COR-24: an accepted invoice counts in the line of its category', async () => {
    const sums = {
      labor: '0.01',
      meals: '0.02',
      venue: '0.04',
      travel: '0.08',
      lodging: '0.16',
      materials: '0.32',
      other: '0.64',
    } as const
    const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: '票据' } })
    await manager.call(projectRoutes.assignExecutors, {
      params: { projectId },
      body: { execAdminUserIds: [executor.userId] },
    })
    const { meetingId } = await world.meeting({ projectId })
    for (const [expenseCategory, totalAmount] of Object.entries(sums) as [keyof typeof sums, string][])
      await executor.call(materialRoutes.meetingInvoice.create, {
        body: { meetingId, expenseCategory, totalAmount },
      })
    await executor.call(materialRoutes.meetingInvoice.create, { body: { meetingId, totalAmount: '1.28' } })
    const { lines } = await manager.call(budgetRoutes.money, { params: { projectId } })
    assert.deepEqual(Object.fromEntries(lines.map(({ category, actual }) => [category, actual])), {
      ...sums,
      other: '1.92',
    })
  })
})
