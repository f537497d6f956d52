// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import {
  organizationRoutes as routes,
  type Organization,
} from '@consilium/contract/organizations/organizations.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { sql } from 'kysely'
import { freshName, freshPhone, SMS_CODE } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'

const CODE_TRIES_MAX = 5

const api = await sharedApi({ after })
const admin = await api.admin()

const WRONG_CODE = '000000'
const TOGETHER = 50

type OrganizationRegister = CallInput<typeof routes.registerSponsor>['body']

const registration = (change: Partial<OrganizationRegister> = {}): OrganizationRegister => ({
  userName: freshName('unit-'),
  password: 'secret-1',
  phone: freshPhone(),
  orgName: freshName('仁和'),
  businessNature: '医药',
  name: '王晓明',
  smsCode: SMS_CODE,
  ...change,
})

const registerSponsor = (body: OrganizationRegister) =>
  api.anonymous.attempt(routes.registerSponsor, { body })
const registerExecutor = (body: OrganizationRegister) =>
  api.anonymous.attempt(routes.registerExecutor, { body })

const peopleOf = async ({ orgId }: Organization) =>
  (await admin.call(personRoutes.list, { query: { orgId } })).rows

const refusal = ({ status, error }: { status: number; error: ErrorAnswer | null }) => [
  status,
  error?.error,
  error?.details?.map(({ field }) => field),
]

/** Fails if a refused registration has left anything in the database. */
async function assertNothingOf(body: OrganizationRegister): Promise<void> {
  const accounts = await admin.call(accountRoutes.list, { query: { userName: body.userName } })
  assert.equal(accounts.total, 0, 'no account of that name')
  const phones = await admin.call(accountRoutes.list, { query: { phone: body.phone } })
  assert.equal(phones.total, 0, 'no account of that phone')
  const organizations = await admin.call(routes.list, { query: { orgName: body.orgName } })
  assert.deepEqual(
    organizations.rows.filter(({ mainPhone }) => mainPhone === body.phone),
    [],
  )
}

describe('registration of an organization', () => {
  it('SVC-1 SVC-2 ORG-1 PER-3 PER-4: a sponsor gets its account, organization and admin person', async () => {
    const body = registration()
    await api.sendCode(body.phone)
    const { data: organization } = await registerSponsor(body)
    assert.equal(organization.orgType, 'sponsor')
    assert.equal(organization.orgName, body.orgName)
    assert.equal(organization.businessNature, '医药')
    assert.equal(organization.mainUserName, body.userName)
    assert.equal(organization.mainPhone, body.phone)
    assert.equal(organization.status, '0')
    assert.equal(organization.surchargeRate, null)

    const [person, ...others] = await peopleOf(organization)
    assert.deepEqual(others, [])
    assert.equal(person?.role, 'admin')
    assert.equal(person?.unitType, 'sponsor')
    assert.equal(person?.userId, organization.mainUserId)
    assert.equal(person?.orgId, organization.orgId)
    assert.equal(person?.name, '王晓明')
    assert.match(String(person?.department), /管理/)
    assert.match(String(person?.position), /负责人/)

    const user = await api.login(body.userName, body.password)
    assert.equal(user.roleType, 'sponsor')
    const profile = await user.call(profileRoutes.getInfo, {})
    assert.equal(profile.user.mustChangePassword, false)
    assert.equal(profile.user.parentUserId, null)
    assert.equal(profile.organization?.orgId, organization.orgId)
    assert.equal(profile.person?.personId, person?.personId)
  })

  it('SVC-1 SVC-2 PER-3 PER-5: the admin person of an executor carries the name of the organization', async () => {
    const body = registration({ name: '王晓明' })
    await api.sendCode(body.phone)
    const { data: organization } = await registerExecutor(body)
    assert.equal(organization.orgType, 'executor')
    const [person] = await peopleOf(organization)
    assert.equal(person?.name, body.orgName)
    assert.equal(person?.role, 'admin')
    assert.equal(person?.unitType, 'executor')
    assert.equal(person?.userId, organization.mainUserId)
    assert.equal((await api.login(body.userName, body.password)).roleType, 'executor')
  })

  it('SVC-2: without a person’s name the admin person of a sponsor carries the organization’s name', async () => {
    const { name: _name, ...body } = registration()
    await api.sendCode(body.phone)
    const { data: organization } = await registerSponsor(body)
    assert.equal((await peopleOf(organization))[0]?.name, body.orgName)
  })

  it('AUT-1: a wrong code, a code of another phone and a missing code register nothing', async () => {
    const body = registration()
    assert.deepEqual(refusal(await registerSponsor(body)), [400, 'SMS_CODE_WRONG', ['smsCode']])
    const other = freshPhone()
    await api.sendCode(other)
    assert.deepEqual(refusal(await registerSponsor(body)), [400, 'SMS_CODE_WRONG', ['smsCode']])
    await api.sendCode(body.phone)
    const wrong = await registerExecutor({ ...body, smsCode: WRONG_CODE })
    assert.deepEqual(refusal(wrong), [400, 'SMS_CODE_WRONG', ['smsCode']])
    await assertNothingOf(body)
    assert.equal((await registerExecutor(body)).status, 200, 'the right code works after a wrong one')
    assert.deepEqual(
      refusal(await registerExecutor({ ...body, userName: freshName('unit-'), orgName: freshName('仁和') })),
      [400, 'SMS_CODE_WRONG', ['smsCode']],
      'a code works once',
    )
  })

  it('ACC-1 ACC-2: every bad field is named', async () => {
    const bad = {
      ...registration(),
      userName: 'ab',
      password: '12345',
      phone: '23800138000',
      orgName: ' ',
      smsCode: '12a456',
      roleType: 'admin',
    }
    const reply = await registerSponsor(bad)
    assert.equal(reply.status, 400)
    assert.equal(reply.error?.error, 'VALIDATION_FAILED')
    assert.deepEqual(reply.error?.details?.map(({ field }) => field).toSorted(), [
      'orgName',
      'password',
      'phone',
      'roleType',
      'smsCode',
      'userName',
    ])
  })

  it('PER-15: a phone that has an account is refused as a warning', async () => {
    const expert = await api.expert()
    // The phone was sent a code a moment ago, but codes requested by a logged-in user are counted separately.
    await admin.call(accountRoutes.smsCode, { body: { phone: expert.phone, purpose: 'register' } })
    const body = registration({ phone: expert.phone })
    const reply = await admin.attempt(routes.registerSponsor, { body })
    assert.deepEqual(refusal(reply), [409, 'PHONE_TAKEN', ['phone']])
    assert.equal(reply.error?.code, 601)
    const { total } = await admin.call(accountRoutes.list, { query: { userName: body.userName } })
    assert.equal(total, 0)
  })
})

describe('PER-2: all or nothing', () => {
  it('PER-2: a taken organization name creates neither account nor person, and the code remains valid', async () => {
    const executor = await api.executor()
    const body = registration({ orgName: executor.orgName })
    await api.sendCode(body.phone)
    assert.deepEqual(refusal(await registerExecutor(body)), [409, 'ORG_NAME_TAKEN', ['orgName']])
    await assertNothingOf(body)
    const { data } = await registerExecutor({ ...body, orgName: freshName('仁和') })
    assert.equal((await peopleOf(data)).length, 1)
  })

  it('PER-2: a taken user name creates nothing, and the code remains valid', async () => {
    const sponsor = await api.sponsor()
    const body = registration({ userName: sponsor.userName.toUpperCase() })
    await api.sendCode(body.phone)
    assert.deepEqual(refusal(await registerSponsor(body)), [409, 'USER_NAME_TAKEN', ['userName']])
    const { total } = await admin.call(routes.list, { query: { orgName: body.orgName } })
    assert.equal(total, 0)
    assert.equal((await registerSponsor({ ...body, userName: freshName('unit-') })).status, 200)
  })

  it('PER-2: if only the person cannot be created, the account and the organization are rolled back', async () => {
    const body = registration({ name: '不可保存' })
    await api.sendCode(body.phone)
    await sql`alter table person add constraint probe check (name <> '不可保存')`.execute(api.db)
    const failed = await registerSponsor(body)
    await sql`alter table person drop constraint probe`.execute(api.db)
    assert.equal(failed.error?.error, 'INTERNAL_ERROR')
    await assertNothingOf(body)
    const { data } = await registerSponsor(body)
    assert.equal((await peopleOf(data))[0]?.name, '不可保存')
  })

  it('PER-2: of concurrent registrations with one phone and code, one succeeds', async () => {
    const phone = freshPhone()
    await api.sendCode(phone)
    // No more requests than a code allows tries, so that none is refused for that reason.
    const answers = await Promise.all(
      Array.from({ length: CODE_TRIES_MAX }, (_, n) =>
        n % 2 ? registerSponsor(registration({ phone })) : registerExecutor(registration({ phone })),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    for (const { status, error } of answers)
      assert.ok(
        status === 200 || ['PHONE_TAKEN', 'SMS_CODE_WRONG'].includes(String(error?.error)),
        error?.error,
      )
    const { total } = await admin.call(accountRoutes.list, { query: { phone } })
    assert.equal(total, 1)
  })

  it('PER-2: of concurrent registrations with one name, one succeeds and the others create nothing', async () => {
    const orgName = freshName('抢注')
    const bodies = Array.from({ length: TOGETHER }, () => registration({ orgName }))
    for (const { phone } of bodies) await api.sendCode(phone)
    const answers = await Promise.all(bodies.map(registerSponsor))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    for (const [n, answer] of answers.entries()) {
      if (answer.status === 200) continue
      assert.deepEqual(refusal(answer), [409, 'ORG_NAME_TAKEN', ['orgName']])
      await assertNothingOf(bodies[n]!)
    }
    const { total } = await admin.call(routes.list, { query: { orgName } })
    assert.equal(total, 1)
  })

  it('a registration repeated with its Idempotency-Key gets the same answer and is not executed again', async () => {
    const body = registration()
    await api.sendCode(body.phone)
    const headers = { 'idempotency-key': freshName('key-') }
    const first = await api.anonymous.call(routes.registerSponsor, { body, headers })
    const second = await api.anonymous.call(routes.registerSponsor, { body, headers })
    assert.deepEqual(second, first)
    assert.equal((await admin.call(accountRoutes.list, { query: { phone: body.phone } })).total, 1)
  })
})
