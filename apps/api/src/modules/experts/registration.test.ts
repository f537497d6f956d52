// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { expertRoutes as routes } from '@consilium/contract/experts/experts.ts'
import { freshPhone, SMS_CODE } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { dataOf } from '../../../test/outcomes.ts'

const api = await sharedApi({ after })
const admin = await api.admin()
const manager = await api.manager()

const bodyFor = (phone: string) => ({
  phone,
  smsCode: SMS_CODE,
  password: 'secret-1',
  name: '陈喆堃',
  unit: '北京协和医院',
  department: '心内科',
  title: '主任医师',
})
type Body = ReturnType<typeof bodyFor>

/** Registers a phone that was sent a code. */
async function register(change: Partial<Body> = {}) {
  const phone = change.phone ?? freshPhone()
  await api.sendCode(phone)
  return api.anonymous.attempt(routes.register, { body: { ...bodyFor(phone), ...change } })
}
const submit = (body: Body) => api.anonymous.attempt(routes.register, { body })

const accountsOf = async (phone: string) => (await admin.call(accountRoutes.list, { query: { phone } })).rows
const expertsOf = async (phone: string) => (await manager.call(routes.list, { query: { phone } })).rows
const messageCount = async () => (await api.db.selectFrom('message').select('msg_id').execute()).length

describe('registration of experts', () => {
  it('SVC-2: with an SMS code creates an account of role doctor and an unaudited expert', async () => {
    const phone = freshPhone()
    const { data } = await register({ phone })
    assert.deepEqual(
      [data.name, data.phone, data.unit, data.department, data.title, data.auditStatus, data.status],
      ['陈喆堃', phone, '北京协和医院', '心内科', '主任医师', 'pending', '0'],
    )
    const user = await api.login(phone, 'secret-1')
    assert.equal(user.roleType, 'doctor')
    const own = await user.call(routes.me, {})
    assert.equal(own.expertId, data.expertId)
    const [account] = await accountsOf(phone)
    assert.deepEqual([account?.roleType, account?.mustChangePassword], ['doctor', false])
  })

  it('EXP-1: assigns generated ids, ordered by time and safe in JSON', async () => {
    const ids: number[] = []
    for (let made = 0; made < 3; made++) ids.push((await register()).data.expertId)
    assert.ok(ids.every((id) => Number.isSafeInteger(id) && id > 2 ** 32))
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    )
    const accounts = await Promise.all(
      ids.map((expertId) => manager.attempt(routes.get, { params: { expertId } })),
    )
    for (const { data } of accounts) assert.notEqual(data.expertId, data.userId)
  })

  it('EXP-4: notifies no manager, nor anyone else', async () => {
    const before = await messageCount()
    await dataOf(register())
    assert.equal(await messageCount(), before)
  })

  it('SVC-2: refuses a wrong code, naming the field, and creates nothing', async () => {
    const phone = freshPhone()
    const { status, error } = await register({ phone, smsCode: '000000' })
    assert.deepEqual([status, error?.error, error?.details?.[0]?.field], [400, 'SMS_CODE_WRONG', 'smsCode'])
    assert.deepEqual(await accountsOf(phone), [])
    assert.deepEqual(await expertsOf(phone), [])
    assert.equal((await submit(bodyFor(phone))).status, 200, 'the right code still works')
  })

  it('SVC-2: a code that registered a phone is used up', async () => {
    const phone = freshPhone()
    const { expertId } = (await register({ phone })).data
    await manager.call(routes.remove, { params: { expertId: String(expertId) } })
    assert.equal((await submit(bodyFor(phone))).error?.error, 'SMS_CODE_WRONG')
    assert.deepEqual(await accountsOf(phone), [])
  })

  it('SVC-2: refuses invalid fields, each by its name', async () => {
    const cases: [string, object][] = [
      ['phone', { phone: '23800138000' }],
      ['smsCode', { smsCode: 'abc' }],
      ['password', { password: '12345' }],
      ['name', { name: '  ' }],
      ['name', { name: '长'.repeat(101) }],
      ['department', { department: '科'.repeat(101) }],
      ['auditStatus', { auditStatus: 'approved' }],
      ['roleType', { roleType: 'admin' }],
    ]
    for (const [field, change] of cases) {
      const { status, error } = await submit({ ...bodyFor(freshPhone()), ...change })
      assert.deepEqual([status, error?.error], [400, 'VALIDATION_FAILED'], field)
      assert.deepEqual(
        error?.details?.map((detail) => detail.field),
        [field],
      )
    }
  })

  it('refuses a name that an agreement could not print, naming the characters, and does not use up the code', async () => {
    const phone = freshPhone()
    const { status, error } = await register({ phone, name: '李😀文' })
    assert.deepEqual([status, error?.error, error?.details?.[0]?.field], [400, 'GLYPH_MISSING', 'name'])
    assert.ok(error?.msg.includes('😀'))
    assert.deepEqual(await accountsOf(phone), [])
    assert.equal((await submit(bodyFor(phone))).status, 200)
  })

  it('SVC-2: refuses a phone that has an account, of whichever kind, as a warning', async () => {
    const taken = [(await register()).data.phone, (await api.executor()).phone, manager.phone]
    for (const phone of taken) {
      // The phone was sent a code a moment ago, but codes requested by a logged-in user are counted separately.
      await manager.call(accountRoutes.smsCode, { body: { phone, purpose: 'register' } })
      const { status, error } = await manager.attempt(routes.register, { body: bodyFor(phone) })
      assert.deepEqual(
        [status, error?.code, error?.error, error?.details?.[0]?.field],
        [409, 601, 'PHONE_TAKEN', 'phone'],
      )
      assert.equal((await accountsOf(phone)).length, 1)
    }
  })

  it('SVC-2: of concurrent registrations of a phone one succeeds', async () => {
    const phone = freshPhone()
    await api.sendCode(phone)
    const replies = await Promise.all(Array.from({ length: 5 }, () => submit(bodyFor(phone))))
    assert.deepEqual(replies.filter(({ status }) => status === 200).length, 1)
    for (const { error } of replies)
      assert.ok(!error || ['PHONE_TAKEN', 'SMS_CODE_WRONG'].includes(error.error), error?.error)
    assert.equal((await accountsOf(phone)).length, 1)
    assert.equal((await expertsOf(phone)).length, 1)
  })
})
