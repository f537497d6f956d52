// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes as routes, type AccountCreate } from '@consilium/contract/accounts/accounts.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { atFullPasswordCost, freshName, freshPhone, SMS_CODE, startApi } from '../../../test/harness.ts'
import { movableClock } from '../../../test/movable-clock.ts'

const CODE_TRIES_MAX = 5
const CODES_PER_DAY_MAX = 10
const LOCK_MINUTES = 10
const WRONG_PASSWORDS_MAX = 5

const MINUTE_MS = 60_000
const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())
const admin = await api.admin()

const staffBody = (change: Partial<AccountCreate> = {}): AccountCreate => ({
  userName: freshName('staff-'),
  name: '郑职员',
  password: 'initial-1',
  phone: freshPhone(),
  roleType: 'manager',
  ...change,
})

const smsLogin = (phone: string, code: string) =>
  api.anonymous.attempt(routes.smsLogin, { body: { phone, code } })

describe('login', () => {
  it('AUT-1 ACC-4: by user name and password, returning the role', async () => {
    const { data, status } = await api.anonymous.attempt(routes.login, {
      body: { username: 'ADMIN', password: admin.password },
    })
    assert.equal(status, 200)
    assert.equal(data.roleType, 'admin')
    assert.equal(data.userName, 'admin')
    assert.ok(Buffer.from(data.token, 'base64url').length >= 32)
  })

  it('AUT-1: a wrong password and an unknown name get the same answer', async () => {
    const wrong = await api.anonymous.attempt(routes.login, {
      body: { username: 'admin', password: 'nonsense' },
    })
    const unknown = await api.anonymous.attempt(routes.login, {
      body: { username: 'nobody', password: 'nonsense' },
    })
    assert.equal(wrong.status, 401)
    assert.deepEqual([wrong.error?.error, wrong.error?.msg], [unknown.error?.error, unknown.error?.msg])
  })

  it('AUT-1 AUT-2: by phone and the fixed code of development', async () => {
    const expert = await api.expert()
    await api.sendCode(expert.phone).catch(() => {
      clock.advance(2 * MINUTE_MS)
      return api.sendCode(expert.phone)
    })
    const { data } = await smsLogin(expert.phone, SMS_CODE)
    assert.equal(data.userId, expert.userId)
    assert.equal(data.roleType, 'doctor')
    assert.equal((await smsLogin(expert.phone, SMS_CODE)).error?.error, 'SMS_CODE_WRONG', 'a code works once')
  })

  it('AUT-2: a phone that does not start with 10 never receives the fixed code', async () => {
    const phone = '13912345678'
    await api.sendCode(phone, 'register')
    const body = { phone, smsCode: SMS_CODE, password: 'Quiet-harbour-7', name: '李文博' }
    const registered = await api.anonymous.attempt(expertRoutes.register, { body })
    assert.equal(registered.error?.error, 'SMS_CODE_WRONG')
  })

  it('AUT-1: one code a minute and ten a day, also for concurrent requests', async () => {
    const phone = freshPhone()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.anonymous.attempt(routes.smsCode, { body: { phone } })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const refused = answers.find(({ status }) => status === 429)
    assert.ok(Number(refused?.headers.get('retry-after')) > 0)
    for (let sent = 1; sent < CODES_PER_DAY_MAX; sent++) {
      clock.advance(MINUTE_MS)
      const { status } = await api.anonymous.attempt(routes.smsCode, { body: { phone } })
      assert.equal(status, 200)
    }
    clock.advance(MINUTE_MS)
    const { status } = await api.anonymous.attempt(routes.smsCode, { body: { phone } })
    assert.equal(status, 429)
  })

  it('AUT-1: a code is valid for five tries and five minutes', async () => {
    const expert = await api.expert()
    clock.advance(2 * MINUTE_MS)
    await api.sendCode(expert.phone)
    for (let tries = 0; tries < CODE_TRIES_MAX; tries++) await smsLogin(expert.phone, '000000')
    assert.equal((await smsLogin(expert.phone, SMS_CODE)).status, 400, 'tries used up')
    clock.advance(2 * MINUTE_MS)
    await api.sendCode(expert.phone)
    clock.advance(6 * MINUTE_MS)
    assert.equal((await smsLogin(expert.phone, SMS_CODE)).status, 400, 'expired')
  })

  it('AUT-1: five wrong passwords lock the account for ten minutes', async () => {
    const manager = await api.manager()
    const login = (password: string) =>
      api.anonymous.attempt(routes.login, { body: { username: manager.userName, password } })
    for (let tries = 1; tries < WRONG_PASSWORDS_MAX; tries++)
      assert.equal((await login('wrong-1')).status, 401)
    assert.equal((await login('wrong-1')).status, 423)
    assert.equal((await login(manager.password)).error?.error, 'ACCOUNT_LOCKED')
    clock.advance((LOCK_MINUTES + 1) * MINUTE_MS)
    assert.equal((await login(manager.password)).status, 200)
  })

  it('AUT-1: an unknown name is locked like a known one, and concurrent attempts do not exceed five', async () => {
    const login = (username: string) =>
      api.anonymous.attempt(routes.login, { body: { username, password: 'wrong-1' } })
    for (const username of [freshName('nobody-'), (await api.expert()).phone]) {
      const answers = await atFullPasswordCost(() =>
        Promise.all(Array.from({ length: 50 }, () => login(username))),
      )
      assert.equal(answers.filter(({ status }) => status === 401).length, WRONG_PASSWORDS_MAX - 1)
      assert.equal(answers.filter(({ status }) => status === 423).length, 50 - WRONG_PASSWORDS_MAX + 1)
    }
  })

  it('AUT-1: many concurrent logins with the right password all succeed', async () => {
    // Their hash says what it cost, so each login takes as long as in production.
    const { userName, password } = await atFullPasswordCost(() => api.manager())
    const login = () => api.anonymous.attempt(routes.login, { body: { username: userName, password } })
    const answers = await Promise.all(Array.from({ length: 20 }, login))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  })

  it('AUT-1: a session ends at logout and when it expires', async () => {
    const manager = await api.manager()
    assert.equal((await manager.attempt(profileRoutes.getInfo, {})).status, 200)
    await manager.call(routes.logout, {})
    assert.equal((await manager.attempt(profileRoutes.getInfo, {})).status, 401)
    const again = await api.login(manager.userName, manager.password)
    clock.advance(13 * 60 * MINUTE_MS)
    assert.equal((await again.attempt(profileRoutes.getInfo, {})).status, 401)
  })
})

describe('accounts', () => {
  it('ACC-1: an account has its fields, and never a password', async () => {
    const boss = await api.admin()
    const data = await atFullPasswordCost(() => boss.call(routes.create, { body: staffBody() }))
    const { userId, userName, phone, roleType, status, parentUserId } = data
    assert.ok(Number.isSafeInteger(userId) && userName && phone)
    assert.deepEqual([roleType, status, parentUserId], ['manager', '0', null])
    const raw = await api.raw(`/system/user/${userId}`, { token: boss.token })
    assert.doesNotMatch(await raw.text(), /password_hash|passwordHash|argon2/)
    const stored = await api.db
      .selectFrom('sys_user')
      .select('password_hash')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    assert.match(stored.password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('ACC-1: tokens are stored hashed', async () => {
    const boss = await api.admin()
    const rows = await api.db.selectFrom('sys_session').select('token_hash').execute()
    const raw = Buffer.from(boss.token, 'base64url')
    assert.ok(rows.every(({ token_hash: hash }) => !hash.equals(raw) && hash.toString() !== boss.token))
  })

  it('ACC-2: user name 3–30, password 6–30 and the phone pattern are checked, each reported on its field', async () => {
    const boss = await api.admin()
    const bad: [Partial<AccountCreate>, string][] = [
      [{ userName: 'ab' }, 'userName'],
      [{ userName: 'a'.repeat(31) }, 'userName'],
      [{ password: '12345' }, 'password'],
      [{ password: 'p'.repeat(31) }, 'password'],
      [{ phone: '23800138000' }, 'phone'],
      [{ phone: '1380013800' }, 'phone'],
    ]
    for (const [change, field] of bad) {
      const { status, error } = await boss.attempt(routes.create, { body: staffBody(change) })
      assert.equal(status, 400)
      assert.deepEqual(
        error?.details?.map((detail) => detail.field),
        [field],
      )
    }
    for (const userName of ['abc', 'a'.repeat(30)])
      assert.equal((await boss.attempt(routes.create, { body: staffBody({ userName }) })).status, 200)
  })

  it('ACC-2: a taken name or phone is refused on its field, the phone as a warning', async () => {
    const boss = await api.admin()
    const first = staffBody()
    await boss.call(routes.create, { body: first })
    const name = await boss.attempt(routes.create, {
      body: staffBody({ userName: first.userName.toUpperCase() }),
    })
    assert.deepEqual([name.status, name.error?.error], [409, 'USER_NAME_TAKEN'])
    const phone = await boss.attempt(routes.create, { body: staffBody({ phone: first.phone }) })
    assert.deepEqual([phone.status, phone.error?.code, phone.error?.details?.[0]?.field], [409, 601, 'phone'])
    const raced = staffBody()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => boss.attempt(routes.create, { body: raced })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.ok(answers.every(({ status }) => status === 200 || status === 409))
  })

  it("ACC-3: a name that looks like another's phone is refused, so that experts can be added by phone", async () => {
    const boss = await api.admin()
    const { error } = await boss.attempt(routes.create, { body: staffBody({ userName: freshPhone() }) })
    assert.equal(error?.error, 'USER_NAME_TAKEN')
  })

  it('ACC-1: list with filters, sorting and paging; update with a version; delete', async () => {
    const boss = await api.admin()
    const prefix = freshName('zz')
    for (const suffix of ['a', 'b', 'c'])
      await boss.call(routes.create, { body: staffBody({ userName: `${prefix}_${suffix}` }) })
    const page = await boss.call(routes.list, {
      query: { userName: prefix, pageSize: 2, orderByColumn: 'userName', isAsc: 'asc' },
    })
    assert.equal(page.total, 3)
    assert.deepEqual(
      page.rows.map((row) => row.userName.slice(-1)),
      ['a', 'b'],
    )
    const [first] = page.rows
    assert.ok(first)
    const { userId, version } = first
    const data = await boss.call(routes.update, { body: { userId, version, roleType: 'leader' } })
    assert.equal(data.roleType, 'leader')
    const stale = await boss.attempt(routes.update, { body: { userId, version, roleType: 'manager' } })
    assert.deepEqual([stale.status, stale.error?.error], [409, 'STALE_RECORD'])
    assert.equal((await boss.attempt(routes.remove, { params: { userId: String(userId) } })).status, 200)
    assert.equal((await boss.attempt(routes.get, { params: { userId } })).status, 404)
  })

  it('ACC-1: nobody disables or deletes their own account, and experts are not edited here', async () => {
    const boss = await api.admin()
    const own = await boss.attempt(routes.changeStatus, { body: { userId: boss.userId, status: '1' } })
    assert.equal(own.error?.error, 'OWN_RECORD_FIXED')
    const expert = await api.expert()
    const foreign = await boss.attempt(routes.remove, { params: { userId: String(expert.userId) } })
    assert.equal(foreign.error?.error, 'ORGANIZATION_ACCOUNT_FIXED')
  })

  it('PER-10: disabling ends live sessions and streams at once; enabling allows logging in again', async () => {
    const boss = await api.admin()
    const manager = await api.manager()
    const stream = await manager.open(messageRoutes.stream, {})
    assert.equal(stream.status, 200)
    await boss.call(routes.changeStatus, { body: { userId: manager.userId, status: '1' } })
    assert.equal((await manager.attempt(profileRoutes.getInfo, {})).status, 401)
    await stream.text()
    const login = () =>
      api.anonymous.attempt(routes.login, {
        body: { username: manager.userName, password: manager.password },
      })
    assert.equal((await login()).error?.error, 'ACCOUNT_DISABLED')
    await boss.call(routes.changeStatus, { body: { userId: manager.userId, status: '0' } })
    assert.equal((await login()).status, 200)
  })

  it('ACC-3: an initial password allows nothing but changing it', async () => {
    const boss = await api.admin()
    const body = staffBody()
    await boss.call(routes.create, { body })
    const user = await api.login(body.userName, body.password)
    const refused = await user.attempt(expertRoutes.list, {})
    assert.deepEqual([refused.status, refused.error?.error], [403, 'PASSWORD_CHANGE_REQUIRED'])
    assert.equal((await user.call(profileRoutes.getInfo, {})).user.mustChangePassword, true)
    const same = await user.attempt(routes.changePassword, {
      body: { oldPassword: body.password, newPassword: body.password },
    })
    assert.equal(same.error?.error, 'PASSWORD_UNCHANGED')
    const data = await user.call(routes.changePassword, {
      body: { oldPassword: body.password, newPassword: 'another-1' },
    })
    assert.equal((await user.attempt(profileRoutes.getInfo, {})).status, 401, 'the old session has ended')
    assert.equal((await api.as(data.token).attempt(expertRoutes.list, {})).status, 200)
  })

  it('ACC-4: getInfo returns the caller and the operations of its role', async () => {
    const sponsor = await api.sponsor()
    const data = await sponsor.call(profileRoutes.getInfo, {})
    assert.equal(data.user.userId, sponsor.userId)
    assert.equal(data.organization?.orgId, sponsor.orgId)
    assert.equal(data.person?.role, 'admin')
    assert.equal(data.expert, null)
    assert.ok(data.permissions.includes('project.list') && !data.permissions.includes('project.create'))
  })
})
