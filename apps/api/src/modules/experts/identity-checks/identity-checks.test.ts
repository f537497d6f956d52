// Engine: postgres
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import {
  expertRoutes as routes,
  idCardCheck,
  type ExpertUpdate,
} from '@consilium/contract/experts/experts.ts'
import { approvalPolicyRoutes } from '@consilium/contract/approvals/approval-policies.ts'
import { approvalRoutes } from '@consilium/contract/approvals/approvals.ts'
import { identityRoutes } from '@consilium/contract/experts/identity-routes.ts'
import type { IdentityCheck } from '@consilium/contract/experts/identity-check.ts'
import { createLog } from '../../../infra/log.ts'
import { SMS_CODE, startApi, type User } from '../../../../test/harness.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { refusalOf } from '../../../../test/outcomes.ts'
import { startVerifierServer } from '../../../../test/verifier-server.ts'

const PATIENCE_MS = 15_000
const POLL_MS = 80
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const SECRET = 'a secret of the verifier'
const PROVIDER = '示例核验中心'
const NUMBER = '11010519491231002X'
const OTHER_NUMBER = `11010519880615283${idCardCheck('11010519880615283')}`
const ATTEMPTS = 12

const clock = movableClock()
const folder = mkdtempSync(join(tmpdir(), 'identity-checks-'))
const logFile = join(folder, 'log')
const verifier = await startVerifierServer({ secret: SECRET })
const api = await startApi({
  clock,
  log: createLog({ level: 'debug', file: logFile }),
  env: {
    IDENTITY_VERIFIER_URL: verifier.url,
    IDENTITY_VERIFIER_SECRET: SECRET,
    IDENTITY_VERIFIER_NAME: PROVIDER,
  },
})
after(async () => {
  await api.close()
  await verifier.close()
  rmSync(folder, { recursive: true })
})
let manager: User = await api.manager()
let other: User = await api.manager()

let phones = randomInt(1_000_000)
/** A phone with an ending, by which the verifier answers. */
const phoneEnding = (ending: string) => `10${String(phones++ % 10_000_000).padStart(7, '0')}${ending}`

const MATCHES = '00'
async function created(ending: string, given: { idCardNo?: string } = { idCardNo: NUMBER }) {
  const phone = phoneEnding(ending)
  const made = await manager.call(routes.create, { body: { name: '李文博', phone, ...given } })
  return { ...made, phone }
}
type Made = Awaited<ReturnType<typeof created>>

const read = ({ expertId }: Pick<Made, 'expertId'>) => manager.call(routes.get, { params: { expertId } })
const checkOf = async (expert: Pick<Made, 'expertId'>) => (await read(expert)).identityCheck

async function until(
  expert: Pick<Made, 'expertId'>,
  isThere: (check: IdentityCheck) => boolean,
): Promise<IdentityCheck> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const check = await checkOf(expert)
    if (isThere(check)) return check
    if (Date.now() > deadline) assert.fail(`it stays ${JSON.stringify(check)}`)
    await delay(POLL_MS)
  }
}
const settled = (expert: Pick<Made, 'expertId'>) =>
  until(expert, ({ state }) => state !== 'notAsked' && state !== 'asked')
const hasProblem = (expert: Pick<Made, 'expertId'>, problem: string) =>
  until(expert, (check) => check.problem === problem)

/** Every call has ended, and what it brought is stored. */
async function untilIdle(): Promise<void> {
  const open = api.db.selectFrom('identity_check').select('call_id').where('call_id', 'is not', null)
  while ((await open.execute()).length > 0) await delay(POLL_MS)
}

async function pass(ms: number): Promise<void> {
  clock.advance(ms)
  if (ms >= HOUR_MS) {
    manager = await api.login(manager.userName, manager.password)
    other = await api.login(other.userName, other.password)
  }
  await api.app.wake()
}

const ask = ({ expertId }: Pick<Made, 'expertId'>, by = manager) =>
  by.attempt(identityRoutes.ask, { body: { expertId } })
const versionOf = async (expert: Pick<Made, 'expertId'>) => (await read(expert)).version
async function change(
  expert: Pick<Made, 'expertId'>,
  given: Partial<Omit<ExpertUpdate, 'expertId' | 'version'>>,
  by = manager,
) {
  const body = { expertId: expert.expertId, version: await versionOf(expert), ...given }
  return by.attempt(routes.update, { body })
}
const approve = (expert: Pick<Made, 'expertId'>, identityReason?: string) =>
  change(expert, { auditStatus: 'approved', ...(identityReason ? { identityReason } : {}) })

describe('TRU-10: the verifier of identities', () => {
  it('TRU-10: a new expert is asked about once, signed, with name, document, number and phone', async () => {
    const expert = await created(MATCHES)
    const check = await settled(expert)
    assert.deepEqual(
      [check.isOn, check.state, check.fields, check.provider, check.problem, check.asksLeft, check.mayAsk],
      [true, 'match', [], PROVIDER, null, 5, true],
    )
    assert.equal(check.answeredTime?.slice(0, 10), clock.today())
    const [call, ...more] = verifier.identityCalls(expert.phone)
    assert.deepEqual(more, [])
    assert.deepEqual(
      { ...call, id: '' },
      {
        id: '',
        ask: 'identity',
        name: '李文博',
        idType: 'residentCard',
        number: NUMBER,
        phone: expert.phone,
      },
    )
    assert.equal(verifier.refusals(), 0)
  })

  it('TRU-10: each answer is the state of the expert', async () => {
    const wanted = [
      ['80', 'mismatch', ['name']],
      ['81', 'mismatch', []],
      ['82', 'unknown', []],
      ['83', 'mismatch', ['phone']],
      ['84', 'mismatch', ['number', 'phone']],
    ] as const
    for (const [ending, state, fields] of wanted) {
      const check = await settled(await created(ending))
      assert.deepEqual([check.state, check.fields, check.provider], [state, fields, PROVIDER], ending)
    }
  })

  it('TRU-10: garbage, faults, contradictions and replays are no answer, and are asked about again with growing pauses', async () => {
    const wanted = [
      ['89', 'FAULT'],
      ['90', 'FAULT'],
      ['91', 'REFUSED'],
      ['92', 'ANSWER_INVALID'],
      ['93', 'ANSWER_INVALID'],
      ['94', 'ANSWER_INVALID'],
      ['95', 'ANSWER_INVALID'],
      ['96', 'ANSWER_INVALID'],
      ['97', 'ANSWER_INVALID'],
      ['86', 'RETRY_LATER'],
    ] as const
    for (const [ending, problem] of wanted) {
      const expert = await created(ending)
      const check = await hasProblem(expert, problem)
      assert.deepEqual([check.state, check.answeredTime, check.provider], ['asked', null, null], ending)
      assert.ok(check.nextTime! > clock.wire(), ending)
      verifier.tell(expert.phone, { state: 'match' })
      await pass(2 * MINUTE_MS)
      assert.equal((await settled(expert)).state, 'match', ending)
      const ids = verifier.identityCalls(expert.phone).map(({ id }) => id)
      assert.deepEqual([ids.length, new Set(ids).size], [2, 2], 'a new call has a new id')
    }
  })

  it('TRU-10: it is given up after its attempts, and somebody can ask again', async () => {
    const expert = await created('89')
    for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
      await verifier.untilCalled(expert.phone, attempt)
      await untilIdle()
      await pass(61 * MINUTE_MS)
    }
    const check = await settled(expert)
    assert.deepEqual([check.state, check.problem, check.mayAsk], ['failed', 'FAULT', true])
    assert.equal(verifier.identityCalls(expert.phone).length, ATTEMPTS)
    verifier.tell(expert.phone, { state: 'match' })
    // The answer may be there before that of the request.
    assert.notEqual((await ask(expert)).data.state, 'failed')
    assert.equal((await settled(expert)).state, 'match')
  })

  it('TRU-10: while a call hangs the expert can be changed, and the answer about what was asked before counts for nothing', async () => {
    const expert = await created('88')
    await verifier.untilCalled(expert.phone)
    assert.equal((await checkOf(expert)).state, 'asked')
    assert.equal((await change(expert, { name: '李文涛' })).status, 200)
    await verifier.untilCalled(expert.phone, 2)
    verifier.release()
    assert.equal((await settled(expert)).state, 'match')
    assert.deepEqual(
      verifier.identityCalls(expert.phone).map(({ name }) => name),
      ['李文博', '李文涛'],
    )
  })

  it('TRU-10: who is without a number cannot be asked about, and is when the number comes', async () => {
    const expert = await created(MATCHES, {})
    assert.equal((await checkOf(expert)).state, 'notAsked')
    assert.deepEqual(refusalOf(await ask(expert)).error, 'IDENTITY_INCOMPLETE')
    await change(expert, { idCardNo: NUMBER })
    assert.equal((await settled(expert)).state, 'match')
  })

  it('TRU-10: people ask five times a day for an expert; whoever asks while it is asked counts as none', async () => {
    const expert = await created('88')
    await verifier.untilCalled(expert.phone)
    await Promise.all([ask(expert), ask(expert, other), ask(expert)])
    assert.equal((await checkOf(expert)).asksLeft, 5)
    verifier.release()
    await settled(expert)
    verifier.tell(expert.phone, { state: 'unknown' })
    for (let left = 4; left >= 0; left--) {
      const reply = await ask(expert)
      assert.deepEqual([reply.status, reply.data.asksLeft], [202, left])
      await settled(expert)
    }
    assert.equal((await checkOf(expert)).mayAsk, false)
    assert.deepEqual(refusalOf(await ask(expert)), {
      status: 409,
      error: 'IDENTITY_ASKS_SPENT',
      fields: undefined,
    })
    assert.equal((await checkOf(expert)).state, 'unknown', 'the answer stays')
    await pass(DAY_MS)
    assert.equal((await ask(expert)).status, 202)
    await settled(expert)
  })

  it('TRU-10: an expert has twenty calls a day; the next one waits for the next day', async () => {
    const expert = await created(MATCHES)
    await settled(expert)
    for (let call = 2; call <= 20; call++) {
      await change(expert, { name: `李文${'一二三四五六七八九十'[call % 10]}${call}` })
      await settled(expert)
    }
    await change(expert, { name: '李文末' })
    const check = await hasProblem(expert, 'DAY_LIMIT')
    assert.ok(check.nextTime! > `${clock.today()} 23:59:59`)
    assert.equal(verifier.identityCalls(expert.phone).length, 20)
    await pass(DAY_MS)
    assert.equal((await settled(expert)).state, 'match')
  })

  it('TRU-10: other calls are refused by the verifier, and none of ours is', async () => {
    const expert = await created(MATCHES)
    await settled(expert)
    const [call] = verifier.identityCalls(expert.phone)
    const before = verifier.refusals()
    const sent = (headers: Record<string, string>) =>
      fetch(verifier.url, { method: 'POST', headers, body: JSON.stringify(call) })
    const timestamp = String(Math.floor(Date.now() / 1000))
    const forged = { 'x-consilium-timestamp': timestamp, 'x-consilium-signature': `sha256=${'0'.repeat(64)}` }
    assert.equal((await sent(forged)).status, 401)
    assert.equal((await sent({})).status, 401)
    assert.equal(verifier.refusals(), before + 2)
    assert.equal(verifier.identityCalls(expert.phone).length, 1)
  })
})

describe('TRU-10: the budget', async () => {
  const small = await startApi({
    clock,
    env: {
      IDENTITY_VERIFIER_URL: verifier.url,
      IDENTITY_VERIFIER_SECRET: SECRET,
      IDENTITY_VERIFICATIONS_PER_DAY: '2',
    },
  })
  after(() => small.close())

  it('TRU-10: the calls of a day have a budget; experts beyond it wait for the next day', async () => {
    const by = await small.manager()
    const check = async (expertId: number) =>
      (await by.call(routes.get, { params: { expertId } })).identityCheck
    const untilOf = async (expertId: number, isThere: (check: IdentityCheck) => boolean) => {
      const deadline = Date.now() + PATIENCE_MS
      while (!isThere(await check(expertId))) {
        if (Date.now() > deadline) assert.fail(JSON.stringify(await check(expertId)))
        await delay(POLL_MS)
      }
    }
    for (const wanted of [null, null, 'BUDGET_SPENT']) {
      const body = { name: '李文博', phone: phoneEnding(MATCHES), idCardNo: NUMBER }
      const { expertId } = await by.call(routes.create, { body })
      await untilOf(expertId, ({ state, problem }) =>
        wanted === null ? state === 'match' : state === 'asked' && problem === wanted,
      )
      const { nextTime, provider } = await check(expertId)
      if (wanted === null) assert.equal(provider, '127.0.0.1')
      else assert.ok(nextTime! > `${clock.today()} 23:59:59`)
    }
  })
})

describe('TRU-10: approvals', () => {
  it('TRU-10: after a match an expert is approved without a reason, and the page says by whom it was matched', async () => {
    const expert = await created(MATCHES)
    const { answeredTime } = await settled(expert)
    assert.equal((await approve(expert)).status, 200)
    const { basis } = await checkOf(expert)
    assert.ok(basis)
    assert.deepEqual(
      { ...basis, approvedTime: '', approvedByName: '' },
      {
        by: 'verifier',
        provider: PROVIDER,
        matchedTime: answeredTime,
        approvedByName: '',
        approvedTime: '',
        reason: null,
        isChanged: false,
      },
    )
  })

  it('TRU-10: without a match an approval needs a reason of 1 to 200 characters, which is kept; a rejection needs none', async () => {
    for (const ending of ['80', '82', '89']) {
      const expert = await created(ending)
      await until(
        expert,
        ({ state, problem }) => (state !== 'asked' && state !== 'notAsked') || problem !== null,
      )
      const refused = await approve(expert)
      assert.deepEqual([refused.status, refused.error?.error], [409, 'IDENTITY_NOT_MATCHED'], ending)
      assert.equal((await read(expert)).auditStatus, 'pending')
      assert.equal((await checkOf(expert)).basis, null)
      for (const tooWrong of [' ', '长'.repeat(201)]) {
        const reply = await change(expert, { auditStatus: 'approved', identityReason: tooWrong })
        assert.deepEqual([reply.status, reply.error?.details?.[0]?.field], [400, 'identityReason'])
      }
      assert.equal((await change(expert, { auditStatus: 'rejected' })).status, 200)
      const reason = ending === '80' ? '长'.repeat(200) : '已当面核对身份证原件'
      assert.equal((await approve(expert, reason)).status, 200)
      const { basis } = await checkOf(expert)
      assert.deepEqual([basis?.by, basis?.reason, basis?.provider], ['hand', reason, null])
    }
  })

  it('TRU-10: a match for other data does not count: another name, number or phone is asked about by itself and needs its own', async () => {
    const expert = await created(MATCHES)
    await settled(expert)
    verifier.tell(expert.phone, { state: 'mismatch', fields: ['number'] })
    assert.equal((await change(expert, { idCardNo: OTHER_NUMBER })).status, 200)
    assert.notEqual((await checkOf(expert)).state, 'match')
    assert.equal((await settled(expert)).state, 'mismatch')
    assert.equal(refusalOf(await approve(expert)).error, 'IDENTITY_NOT_MATCHED')
    // In the very change that approves, the new data count.
    await change(expert, { idCardNo: NUMBER })
    verifier.tell(expert.phone, null)
    await ask(expert)
    await settled(expert)
    const both = await change(expert, { idCardNo: OTHER_NUMBER, auditStatus: 'approved' })
    assert.equal(refusalOf(both).error, 'IDENTITY_NOT_MATCHED')
  })

  it('TRU-10: a phone that changes after a match makes it count no more, whoever changes it', async () => {
    const owner = await api.expert({ phone: phoneEnding(MATCHES) })
    await change(owner, { idCardNo: NUMBER })
    assert.equal((await settled(owner)).state, 'match')
    assert.equal((await approve(owner)).status, 200)
    const next = phoneEnding('83')
    await owner.call(accountRoutes.phoneCode, { body: { phone: next } })
    const body = { phone: next, smsCode: SMS_CODE, oldPassword: owner.password }
    await owner.call(accountRoutes.changeOwnPhone, { body })
    const check = await until(owner, ({ state }) => state === 'mismatch')
    assert.deepEqual([check.fields, check.basis?.by, check.basis?.isChanged], [['phone'], 'verifier', true])
    assert.deepEqual(
      verifier.identityCalls(next).map(({ number }) => number),
      [NUMBER],
    )
    const last = phoneEnding('82')
    const admin = await api.admin()
    await admin.call(accountRoutes.replacePhone, { body: { userId: owner.userId, phone: last } })
    await until(owner, ({ state }) => state === 'unknown')
  })

  it('TRU-10: of two approvals at once one counts, with one reason', async () => {
    for (let round = 0; round < 3; round++) {
      const expert = await created('82')
      await settled(expert)
      const { expertId, version } = await read(expert)
      const body = { expertId, version, auditStatus: 'approved' as const }
      const replies = await Promise.all([
        manager.attempt(routes.update, { body: { ...body, identityReason: '甲核对' } }),
        other.attempt(routes.update, { body: { ...body, identityReason: '乙核对' } }),
      ])
      assert.equal(replies.filter(({ status }) => status === 200).length, 1)
      assert.equal(replies.filter(({ status }) => status === 409).length, 1)
      const winner = replies[0].status === 200 ? '甲核对' : '乙核对'
      assert.equal((await checkOf(expert)).basis?.reason, winner)
      const rows = await api.db
        .selectFrom('identity_basis')
        .select('reason')
        .where('expert_id', '=', expertId)
        .execute()
      assert.deepEqual(rows, [{ reason: winner }])
    }
  })

  it('TRU-10: the number is in no log and no event', async () => {
    const expert = await created('92')
    await hasProblem(expert, 'ANSWER_INVALID')
    const { rows } = await api.engine.pool.query<{ all: string }>(
      `select coalesce(string_agg(to_jsonb(e)::text, ' '), '') as all from event e`,
    )
    assert.match(rows[0]!.all, /expert\.identityStated/)
    for (const [where, text] of [
      ['the log', readFileSync(logFile, 'utf8')],
      ['events', rows[0]!.all],
    ] as const) {
      assert.ok(text.length > 0, where)
      for (const secret of [NUMBER, OTHER_NUMBER, expert.phone]) assert.ok(!text.includes(secret), where)
    }
  })
})

describe('TRU-10: access', () => {
  it('TRU-10: only administrators and managers ask and see the answers', async () => {
    const expert = await created(MATCHES)
    await settled(expert)
    const { expertId } = expert
    const [sponsor, executor, doctor] = [await api.sponsor(), await api.executor(), await api.expert()]
    for (const user of [sponsor, executor, doctor]) {
      assert.equal((await ask(expert, user)).status, 403)
      assert.equal((await user.attempt(routes.get, { params: { expertId } })).status, 403)
    }
    const mine = await doctor.call(routes.me, {})
    assert.ok(!('identityCheck' in mine))
    const list = await manager.call(routes.list, { query: { phone: expert.phone } })
    assert.ok(!('identityCheck' in list.rows[0]!))
    assert.equal((await ask({ expertId: 1 })).status, 404)
  })
})

describe('TRU-10: approvals in steps', () => {
  it('TRU-10: whoever decides last says why, where there is no match', async () => {
    const [admin, third] = [await api.admin(), await api.manager()]
    const steps = [
      { persons: [other.userId], need: 'any' as const },
      { persons: [third.userId], need: 'any' as const },
    ]
    const policy = { kind: 'expertAudit' as const, validFrom: clock.today(), steps }
    await admin.call(approvalPolicyRoutes.create, { body: policy })
    const expert = await created('82')
    await settled(expert)
    const act = async (by: User, opinion?: string) => {
      const { rows } = await by.call(approvalRoutes.list, { query: { kind: 'expertAudit' } })
      const found = rows.find(({ recordId }) => recordId === expert.expertId)
      assert.ok(found?.stepId)
      const body = { decisionId: found.decisionId, stepId: found.stepId, action: 'approve' as const, opinion }
      return by.attempt(approvalRoutes.act, { body })
    }
    assert.equal((await act(other)).status, 200)
    assert.equal((await checkOf(expert)).basis, null)
    assert.equal(refusalOf(await act(third)).error, 'IDENTITY_NOT_MATCHED')
    assert.equal((await act(third, '已电话核对本人')).status, 200)
    assert.equal((await read(expert)).auditStatus, 'approved')
    const { basis } = await checkOf(expert)
    assert.deepEqual([basis?.by, basis?.reason], ['hand', '已电话核对本人'])
  })
})
