// Engine: postgres
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { accountRoutes as routes } from '@consilium/contract/accounts/accounts.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import type { AnonymousCodePurpose } from '@consilium/contract/login/verification.ts'
import { freshPhone, SMS_CODE, startApi } from '../../../../test/harness.ts'

const CODE_TRIES_MAX = 5

const api = await startApi()
after(() => api.close())
const manager = await api.manager()

const WRONG_CODE = '000000'
const smsLogin = (phone: string, code = SMS_CODE) =>
  api.anonymous.attempt(routes.smsLogin, { body: { phone, code } })
const registration = (phone: string) => ({
  phone,
  smsCode: SMS_CODE,
  password: 'Quiet-harbour-7',
  name: '李文博',
})

describe('verification codes', () => {
  it('SEC-4: a code is valid only for the purpose it was requested for', async () => {
    const { phone } = await api.manager()
    await api.sendCode(phone, 'resetPassword')
    assert.equal((await smsLogin(phone)).error?.error, 'SMS_CODE_WRONG')
    const fresh = freshPhone()
    await api.sendCode(fresh, 'login')
    const registered = await api.anonymous.attempt(expertRoutes.register, { body: registration(fresh) })
    assert.equal(registered.error?.error, 'SMS_CODE_WRONG')
  })

  it('AUT-1: without a purpose a code is for login where the phone has an account, else for registration', async () => {
    const { phone } = await api.manager()
    await api.sendCode(phone)
    assert.equal((await smsLogin(phone)).status, 200)
    const fresh = freshPhone()
    await api.sendCode(fresh)
    const registered = await api.anonymous.attempt(expertRoutes.register, { body: registration(fresh) })
    assert.equal(registered.status, 200)
  })

  it('SEC-5: tries and requests are counted per requester: a stranger can neither use up nor guess a code', async () => {
    const { phone } = await api.manager()
    await api.sendCode(phone, 'login')
    const stranger = (purpose: AnonymousCodePurpose) =>
      manager.attempt(routes.smsCode, { body: { phone, purpose } })
    assert.equal((await stranger('login')).status, 200, 'a request of its own')
    assert.equal((await stranger('resetPassword')).status, 429, 'one a minute, whatever the purpose')
    for (let tries = 0; tries < CODE_TRIES_MAX; tries++)
      assert.equal(
        (await manager.attempt(routes.smsLogin, { body: { phone, code: WRONG_CODE } })).status,
        400,
      )
    const used = await manager.attempt(routes.smsLogin, { body: { phone, code: SMS_CODE } })
    assert.equal(used.error?.error, 'SMS_CODE_WRONG', 'the tries of the stranger are used up')
    assert.equal((await smsLogin(phone)).status, 200)
  })

  it('SEC-5: codes are stored as keyed hashes, so trying all codes against the database finds none', async () => {
    const phone = freshPhone()
    await api.sendCode(phone)
    const { code_hash: hash } = await api.db
      .selectFrom('verification_code')
      .select('code_hash')
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow()
    assert.notDeepEqual(hash, createHash('sha256').update(SMS_CODE).digest())
    assert.equal(hash.length, 32)
  })
})
