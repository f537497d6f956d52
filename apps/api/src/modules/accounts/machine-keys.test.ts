// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { createClient } from '@consilium/contract/client.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import { operations } from '@consilium/contract/routes.ts'
import { sql } from 'kysely'
import { startApi } from '../../../test/harness.ts'
import { machineOf } from '../../../test/machine-accounts.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'

/** What binds, decides, proves, or belongs to an account itself. */
const PERSONAL = [
  'account.changePassword',
  'account.resetPassword',
  'secondFactor.confirm',
  'passkey.create',
  'session.end',
  'listView.create',
  'message.stream',
  'consent.give',
  'attendee.reply',
  'cap.declare',
  'expert.update',
  'expert.identity',
  'plan.audit',
  'gate.decideWaiver',
  'budget.decideChange',
  'treatyRelief.decide',
  'treatyRelief.withdraw',
  'supportIntent.changeStatus',
  'publicityExecution.changeStatus',
  'agreement.signCode',
  'agreement.sign',
  'agreement.decline',
  'seal.change',
  'seal.remove',
  'seal.seal',
  'laborPayment.file',
]
const KEY = /^csk_[\w-]{43}[\da-f]{6}$/

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)
const { executor, rival } = world
const admin = await api.admin()

const clientOf = (token: string) => createClient({ baseUrl: api.app.url + BASE_PATH, token })
const errorOf = (reply: { status: number; error: { error: string } | null }) => [
  reply.status,
  reply.error?.error,
]

it('HSE-27: a key reaches what its organization reaches, and the operation log names its machine account', async () => {
  const machine = await machineOf(api, executor)
  assert.match(machine.key, KEY)
  const client = clientOf(machine.key)
  const { meetingId } = await world.meeting()
  const expert = await world.expert()
  const body = { meetingId, phone: expert.phone, laborFee: '1000.00' }
  const { attendeeId } = await client.call(attendeeRoutes.create, { body })
  const ids = async (caller: typeof client | typeof executor) =>
    (await caller.call(meetingRoutes.list, { query: { pageSize: 100 } })).rows.map((row) => row.meetingId)
  assert.deepEqual(await ids(client), await ids(executor))
  assert.equal((await rival.attempt(attendeeRoutes.get, { params: { attendeeId } })).status, 404)
  const { rows } = await admin.call(operationLogRoutes.list, { query: { userName: machine.userName } })
  assert.deepEqual(
    rows.map(({ operation, userId }) => [operation, userId]),
    [['attendee.create', machine.userId]],
  )
  const { rows: uses } = await sql<{ used: boolean }>`
    select last_used_time is not null as used from machine_key where user_id = ${machine.userId}`.execute(
    api.db,
  )
  assert.deepEqual(uses, [{ used: true }])
})

it('HSE-27: a key is refused once it expires, its account or organization is switched off, or it is not whole', async () => {
  const query = { query: {} }
  const expired = await machineOf(api, executor, { expires: '2026-11-19 00:00:00' })
  assert.deepEqual(errorOf(await clientOf(expired.key).attempt(meetingRoutes.list, query)), [
    401,
    'KEY_EXPIRED',
  ])
  const owner = await api.executor()
  const { key, userId } = await machineOf(api, owner)
  const attempt = (token = key) => clientOf(token).attempt(meetingRoutes.list, query)
  assert.equal((await attempt()).status, 200)
  const refused = [401, 'UNAUTHENTICATED']
  const changed = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
  assert.deepEqual(errorOf(await attempt(changed)), refused)
  assert.deepEqual(errorOf(await attempt(key.slice(0, -6))), refused)
  for (const off of [userId, owner.userId]) {
    await sql`update sys_user set status = '1' where user_id = ${off}`.execute(api.db)
    assert.deepEqual(errorOf(await attempt()), refused)
    await sql`update sys_user set status = '0' where user_id = ${off}`.execute(api.db)
  }
  assert.equal((await attempt()).status, 200)
  // A cookie is sent by a browser on its own, so a key in one is none.
  const inCookie = await api.raw(meetingRoutes.list.path, {
    headers: { cookie: `consilium_session=${key}` },
  })
  assert.equal(inCookie.status, 401)
})

it('HSE-27: a key has no more than the role of the main account, whatever its machine account says', async () => {
  const { key } = await machineOf(api, executor, { role: 'admin' })
  assert.deepEqual(errorOf(await clientOf(key).attempt(accountRoutes.list, { query: {} })), [
    403,
    'FORBIDDEN',
  ])
})

it('HSE-27: nobody logs in to the account of a machine', async () => {
  const { userId, userName } = await machineOf(api, executor)
  await sql`update sys_user set password_hash = (select password_hash from sys_user where user_id = ${executor.userId})
    where user_id = ${userId}`.execute(api.db)
  const body = { username: userName, password: executor.password }
  assert.equal((await clientOf('').attempt(accountRoutes.login, { body })).error?.error, 'LOGIN_FAILED')
})

it('HSE-27: what binds, decides or belongs to an account itself is for persons alone', async () => {
  const marked = new Set(operations.flatMap(({ name, route }) => (route.caller === 'person' ? [name] : [])))
  assert.deepEqual(
    PERSONAL.filter((name) => !marked.has(name)),
    [],
  )
  const client = clientOf((await machineOf(api, executor)).key)
  const refused = [403, 'PERSON_REQUIRED']
  assert.deepEqual(errorOf(await client.attempt(messageRoutes.list, { query: {} })), refused)
  const decision = { waiverId: 1, version: 1, status: 'approved' as const }
  assert.deepEqual(errorOf(await client.attempt(gateRoutes.decideWaiver, { body: decision })), refused)
})
