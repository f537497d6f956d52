// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes as routes } from '@consilium/contract/accounts/accounts.ts'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { freshName, freshPhone, SMS_CODE, startApi, type User } from '../../../../test/harness.ts'
import { movableClock } from '../../../../test/movable-clock.ts'

const MINUTE_MS = 60_000
const WRONG_CODE = '000000'
const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())
const admin = await api.admin()
const manager = await api.manager()
const executor = await api.executor()

const nextMinute = () => clock.advance(MINUTE_MS)
const login = (username: string, password: string) =>
  api.anonymous.attempt(routes.login, { body: { username, password } })
const smsLogin = async (phone: string) => {
  await api.sendCode(phone, 'login')
  const data = await api.anonymous.call(routes.smsLogin, { body: { phone, code: SMS_CODE } })
  return api.as(data.token)
}
const fieldOf = (answer: { error: { error: string; details?: { field: string }[] } | null }) => [
  answer.error?.error,
  answer.error?.details?.[0]?.field,
]

async function expertByPhone(): Promise<string> {
  const phone = freshPhone()
  await manager.call(expertRoutes.create, { body: { phone, name: '欧阳喆' } })
  return phone
}

describe('an account made by phone', () => {
  it('SEC-4 ACC-3: its initial password only allows choosing a password with a code sent to the phone', async () => {
    const phone = await expertByPhone()
    const stranger = await api.login(phone, phone)
    const data = await stranger.call(profileRoutes.getInfo, {})
    assert.deepEqual([data.expert, data.user.mustChangePassword], [null, true])
    assert.ok(data.permissions.includes('account.changePassword') && !data.permissions.includes('expert.me'))
    for (const route of [expertRoutes.me, messageRoutes.list, routes.ownPhone])
      assert.equal((await stranger.attempt(route, {})).error?.error, 'PASSWORD_CHANGE_REQUIRED')
    const newPassword = freshName('Pw-')
    for (const body of [{ newPassword }, { newPassword, oldPassword: phone }])
      assert.deepEqual(fieldOf(await stranger.attempt(routes.changePassword, { body })), [
        'SMS_CODE_REQUIRED',
        'smsCode',
      ])
    await stranger.call(routes.passwordCode, {})
    const wrong = await stranger.attempt(routes.changePassword, {
      body: { newPassword, smsCode: WRONG_CODE },
    })
    assert.deepEqual(fieldOf(wrong), ['SMS_CODE_WRONG', 'smsCode'])
    const body = { newPassword, smsCode: SMS_CODE }
    const chosen = await stranger.call(routes.changePassword, { body })
    assert.equal(chosen.mustChangePassword, false)
    assert.equal((await login(phone, phone)).status, 401)
    assert.equal((await api.as(chosen.token).attempt(expertRoutes.me, {})).status, 200)
  })

  it('SEC-4: a login by code sets a password without the old one, which ends the other sessions', async () => {
    const user = await api.expert()
    nextMinute()
    const byCode = await smsLogin(user.phone)
    const newPassword = freshName('Pw-')
    assert.equal((await byCode.attempt(routes.changePassword, { body: { newPassword } })).status, 200)
    assert.equal((await user.attempt(profileRoutes.getInfo, {})).status, 401)
    assert.equal((await login(user.userName, newPassword)).status, 200)
  })

  it('SEC-4: without the old password only for a short time after it, and never after a login by password', async () => {
    const user = await api.expert()
    const body = { newPassword: freshName('Pw-') }
    assert.deepEqual(fieldOf(await user.attempt(routes.changePassword, { body })), [
      'VALIDATION_FAILED',
      'oldPassword',
    ])
    nextMinute()
    const byCode = await smsLogin(user.phone)
    clock.advance(16 * MINUTE_MS)
    assert.equal((await byCode.attempt(routes.changePassword, { body })).status, 400)
  })

  it('SEC-9: creating many of them computes no password hashes', async () => {
    const phone = await expertByPhone()
    const { password_hash: stored } = await api.db
      .selectFrom('sys_user')
      .select('password_hash')
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow()
    assert.doesNotMatch(stored, /argon2/)
  })
})

describe('a forgotten password', () => {
  it('COR-14: is replaced with a code by SMS; all sessions end', async () => {
    const user = await api.expert()
    const newPassword = freshName('Pw-')
    const body = { phone: user.phone, smsCode: SMS_CODE, newPassword }
    const early = await api.anonymous.attempt(routes.forgottenPassword, { body })
    assert.equal(early.error?.error, 'SMS_CODE_WRONG')
    nextMinute()
    await api.sendCode(user.phone, 'resetPassword')
    assert.equal((await api.anonymous.attempt(routes.forgottenPassword, { body })).status, 200)
    assert.equal((await user.attempt(profileRoutes.getInfo, {})).status, 401)
    assert.equal((await login(user.userName, user.password)).status, 401)
    assert.equal((await login(user.userName, newPassword)).status, 200)
    const again = await api.anonymous.attempt(routes.forgottenPassword, { body })
    assert.equal(again.error?.error, 'SMS_CODE_WRONG', 'a code works once')
  })

  it('COR-14: the answer does not reveal whether a phone has an account', async () => {
    const phone = freshPhone()
    await api.sendCode(phone, 'resetPassword')
    const body = { phone, smsCode: SMS_CODE, newPassword: freshName('Pw-') }
    assert.equal(
      (await api.anonymous.attempt(routes.forgottenPassword, { body })).error?.error,
      'SMS_CODE_WRONG',
    )
  })

  it('COR-14: a reset by the main account ends the sessions and lets the owner choose with a code', async () => {
    const person = await api.person(executor, 'supervisor')
    const { userId, phone, userName, password } = person
    await executor.call(routes.resetPassword, { body: { userId } })
    assert.equal((await person.attempt(profileRoutes.getInfo, {})).status, 401)
    assert.equal((await login(userName, password)).status, 401)
    nextMinute()
    const byCode = await smsLogin(phone)
    assert.equal((await byCode.attempt(messageRoutes.list, {})).error?.error, 'PASSWORD_CHANGE_REQUIRED')
    const body = { newPassword: freshName('Pw-') }
    const data = await byCode.call(routes.changePassword, { body })
    const { rows } = await api.as(data.token).call(messageRoutes.list, { query: { kind: 'accountSecurity' } })
    assert.match(rows[0]?.content ?? '', /重置/)
  })

  it('COR-14: managers reset organizations and experts, main accounts their people, nobody else', async () => {
    const sponsor = await api.sponsor()
    const expert = await api.expert()
    const other = await api.manager()
    const reset = async (by: User, { userId }: { userId: number }) =>
      (await by.attempt(routes.resetPassword, { body: { userId } })).status
    assert.deepEqual([await reset(manager, sponsor), await reset(manager, expert)], [200, 200])
    assert.deepEqual([await reset(manager, other), await reset(manager, admin)], [404, 404])
    assert.deepEqual([await reset(executor, expert), await reset(executor, other)], [404, 404])
    assert.deepEqual([await reset(admin, other), await reset(admin, admin)], [200, 409])
  })
})

describe('the phone of an account', () => {
  it('SEC-7 COR-14: users change their own with the password and a code sent to the new phone', async () => {
    const expert = await api.expert()
    const phone = freshPhone()
    await expert.call(routes.phoneCode, { body: { phone } })
    const change = (body: { oldPassword?: string; phone?: string }) =>
      expert.attempt(routes.changeOwnPhone, { body: { phone, smsCode: SMS_CODE, ...body } })
    assert.deepEqual(fieldOf(await change({})), ['VALIDATION_FAILED', 'oldPassword'])
    assert.equal((await change({ oldPassword: 'wrong-1' })).error?.error, 'LOGIN_FAILED')
    const right = { oldPassword: expert.password }
    assert.equal((await change({ ...right, phone: freshPhone() })).error?.error, 'SMS_CODE_WRONG')
    const { data } = await change(right)
    assert.equal((await expert.attempt(profileRoutes.getInfo, {})).status, 401, 'the other sessions end')
    const own = await api.as(data.token).call(routes.ownPhone, {})
    assert.deepEqual(own, { phone, pendingPhone: null })
    assert.equal((await smsLogin(phone)) !== null, true)
  })

  it('SEC-7: a code sent to another phone or for another purpose is refused', async () => {
    const expert = await api.expert()
    const phone = freshPhone()
    await api.sendCode(phone, 'register')
    const body = { phone, smsCode: SMS_CODE, oldPassword: expert.password }
    assert.equal((await expert.attempt(routes.changeOwnPhone, { body })).error?.error, 'SMS_CODE_WRONG')
  })

  it('SEC-7: for an account in use others can only propose one; the owner is notified and confirms it', async () => {
    const person = await api.person(executor, 'supervisor')
    const phone = freshPhone()
    const record = await executor.call(personRoutes.get, { params: { personId: person.personId } })
    for (const by of [executor, manager]) {
      const { version } = await by.call(personRoutes.get, { params: record })
      const body = { personId: person.personId, version, phone }
      const data = await by.call(personRoutes.update, { body })
      assert.deepEqual([data.phone, data.pendingPhone], [person.phone, phone])
    }
    await api.sendCode(phone, 'login')
    const thief = await api.anonymous.attempt(routes.smsLogin, { body: { phone, code: SMS_CODE } })
    assert.equal(thief.error?.error, 'SMS_CODE_WRONG')
    const { rows } = await person.call(messageRoutes.list, { query: { kind: 'accountSecurity' } })
    assert.match(rows[0]?.content ?? '', new RegExp(`${phone.slice(0, 3)}\\*+${phone.slice(-4)}`))
    assert.deepEqual(await person.call(routes.ownPhone, {}), {
      phone: person.phone,
      pendingPhone: phone,
    })
    await person.call(routes.phoneCode, { body: { phone } })
    const body = { phone, smsCode: SMS_CODE, oldPassword: person.password }
    assert.equal((await person.attempt(routes.changeOwnPhone, { body })).status, 200)
    const changed = await executor.call(personRoutes.get, { params: record })
    assert.deepEqual([changed.phone, changed.pendingPhone], [phone, null])
  })

  it('SEC-7: a manager cannot take over a main account by changing its phone', async () => {
    const sponsor = await api.sponsor()
    const { rows } = await manager.call(personRoutes.list, { query: { phone: sponsor.phone } })
    const phone = freshPhone()
    const body = { personId: rows[0]?.personId ?? 0, version: rows[0]?.version ?? 0, phone }
    assert.equal((await manager.call(personRoutes.update, { body })).phone, sponsor.phone)
    const replace = { body: { userId: sponsor.userId, phone } }
    assert.equal((await manager.attempt(routes.replacePhone, replace)).status, 403)
  })

  it('SEC-7: for an account that was never used it changes at once', async () => {
    const phone = freshPhone()
    const newPhone = freshPhone()
    const body = {
      name: '赵敏',
      phone,
      userName: freshName('person-'),
      password: 'initial-1',
      role: 'supervisor' as const,
    }
    const data = await executor.call(personRoutes.create, { body })
    const { personId, version } = data
    const changed = await executor.call(personRoutes.update, { body: { personId, version, phone: newPhone } })
    assert.deepEqual([changed.phone, changed.pendingPhone], [newPhone, null])
  })

  it('SEC-7: an administrator replaces it in an emergency: sessions end, and it is logged', async () => {
    const expert = await api.expert()
    const phone = freshPhone()
    const body = { userId: expert.userId, phone }
    assert.equal((await admin.call(routes.replacePhone, { body })).phone, phone)
    assert.equal((await expert.attempt(profileRoutes.getInfo, {})).status, 401)
    const { rows } = await admin.call(operationLogRoutes.list, {
      query: { operation: 'account.replacePhone' },
    })
    assert.ok(rows[0]?.target?.includes(`userId=${expert.userId}`))
  })
})

describe('which passwords are accepted', () => {
  it('SEC-15 PER-16: common ones, and those made of names of the account, are refused on their field', async () => {
    const userName = freshName('zhou')
    const phone = freshPhone()
    const refused = [
      '123456',
      'password',
      'P@ssw0rd',
      'woaini1314',
      'consilium1',
      'aaaaaaaa',
      userName,
      phone,
    ]
    for (const password of refused) {
      const body = { userName, name: '周敏', phone, password, roleType: 'manager' as const }
      assert.deepEqual(
        fieldOf(await admin.attempt(routes.create, { body })),
        ['PASSWORD_GUESSABLE', 'password'],
        password,
      )
    }
    const user = await api.expert({ name: '欧阳建国' })
    const body = { oldPassword: user.password, newPassword: '欧阳建国12' }
    assert.deepEqual(fieldOf(await user.attempt(routes.changePassword, { body })), [
      'PASSWORD_GUESSABLE',
      'newPassword',
    ])
  })

  it('SEC-15 PER-16: any other of 6 to 30 characters is accepted', async () => {
    for (const password of ['vq7_hu', 'correct horse battery staple 9'])
      assert.equal((await api.expert({ password })).roleType, 'doctor')
  })

  it('ASVS 6.2.8: a password counts as it was typed, with its spaces and capitals', async () => {
    const user = await api.leader()
    const newPassword = ' Ruhige See 7 '
    const { token } = await user.call(routes.changePassword, {
      body: { oldPassword: user.password, newPassword },
    })
    assert.ok(token)
    const attempt = (password: string) =>
      api.anonymous.attempt(routes.login, { body: { username: user.userName, password } })
    for (const other of [newPassword.trim(), newPassword.toLowerCase(), newPassword.slice(0, -1)])
      assert.equal((await attempt(other)).error?.error, 'LOGIN_FAILED', other)
    assert.equal((await attempt(newPassword)).status, 200)
  })
})

describe('which names are accepted', () => {
  const create = (userName: string) =>
    admin.attempt(routes.create, {
      body: { userName, name: '周敏', phone: freshPhone(), password: 'initial-1', roleType: 'manager' },
    })

  it('SEC-25: a name is stored in its normalized form; letters of other scripts that look like Latin are refused', async () => {
    const name = freshName('wang-')
    const wide = name.replaceAll('w', 'ｗ')
    assert.equal((await create(wide)).data.userName, name)
    assert.equal((await create(name)).error?.error, 'USER_NAME_TAKEN')
    for (const foreign of ['аdmin-2', 'αdmin-2', 'ad\u200bmin-2'])
      assert.deepEqual(fieldOf(await create(foreign)), ['VALIDATION_FAILED', 'userName'], foreign)
    assert.equal((await create(freshName('张三zhang'))).status, 200)
  })

  it('SEC-25: a name that looks like an existing one is refused', async () => {
    const name = `lolly${freshName('').replaceAll(/[01]/g, '2')}`
    assert.equal((await create(name)).status, 200)
    for (const alike of [name.replaceAll('l', '1'), name.replace('o', '0'), name.replace('l', 'I')])
      assert.deepEqual(fieldOf(await create(alike)), ['USER_NAME_ALIKE', 'userName'], alike)
    assert.equal((await create(`1${'O'.repeat(9)}1`)).error?.error, 'USER_NAME_TAKEN', 'like a phone')
  })

  it('SEC-25: invisible characters in the names of people and organizations are refused', async () => {
    const body = { phone: freshPhone(), name: '李\u200b文' }
    assert.deepEqual(fieldOf(await manager.attempt(expertRoutes.create, { body })), [
      'VALIDATION_FAILED',
      'name',
    ])
  })
})

/** Each way to open an account with a password. */
const OPENERS = {
  'account.create': (given: Given) =>
    admin.attempt(routes.create, { body: { name: '周敏', roleType: 'manager', ...given } }),
  'person.create': (given: Given) =>
    executor.attempt(personRoutes.create, { body: { name: '周敏', role: 'supervisor', ...given } }),
  'organization.create': (given: Given) =>
    manager.attempt(organizationRoutes.create, {
      body: { orgType: 'executor', orgName: freshName('学会'), ...given },
    }),
  'organization.registerSponsor': (given: Given) =>
    api.anonymous.attempt(organizationRoutes.registerSponsor, { body: { ...registering(), ...given } }),
  'organization.registerExecutor': (given: Given) =>
    api.anonymous.attempt(organizationRoutes.registerExecutor, { body: { ...registering(), ...given } }),
}
interface Given {
  userName: string
  phone: string
  password: string
}
const registering = () => ({ orgName: freshName('学会'), smsCode: SMS_CODE })

describe('COR-28: what opens an account declares why it may be refused', () => {
  for (const [name, open] of Object.entries(OPENERS)) {
    const attempt = async (userName: string, password: string) => {
      const phone = freshPhone()
      if (name.includes('register')) await api.sendCode(phone)
      return fieldOf(await open({ userName, phone, password }))
    }

    it(`${name}: a common password, a taken name, and one that looks like it`, async () => {
      const taken = `lolly${freshName('').replaceAll(/[01]/g, '2')}`
      assert.deepEqual(await attempt(taken, 'password'), ['PASSWORD_GUESSABLE', 'password'])
      assert.deepEqual(await attempt(taken, 'vq7_hu'), [undefined, undefined])
      assert.deepEqual(await attempt(taken, 'vq7_hu'), ['USER_NAME_TAKEN', 'userName'])
      assert.deepEqual(await attempt(taken.replace('o', '0'), 'vq7_hu'), ['USER_NAME_ALIKE', 'userName'])
    })
  }

  it('expert.register: a common password', async () => {
    const phone = freshPhone()
    await api.sendCode(phone)
    const body = { phone, password: 'password', name: '周敏', smsCode: SMS_CODE }
    const refused = await api.anonymous.attempt(expertRoutes.register, { body })
    assert.deepEqual(fieldOf(refused), ['PASSWORD_GUESSABLE', 'password'])
  })
})
