// Engine: postgres
import assert from 'node:assert/strict'
import { often } from '@consilium/test-kit/often.ts'
import { after, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { sql } from 'kysely'
import { SMS_CODE, startApi, type ExpertUser, type User } from '../../../test/harness.ts'
import { drawnSignature, ID_CARD_NO, seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'
import { freshIdNumber, openPaymentWorld } from '../../../test/payment-world.ts'

const TODAY = seasonClock.today()

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openPaymentWorld(api)
const { manager, executor, rival, sponsor, agreed, record } = world
const admin = await api.admin()
await admin.call(capRoutes.createPolicy, {
  body: {
    validFrom: TODAY,
    overlaps: 'off',
    caps: [{ scope: 'platform', period: 'calendarYear', measure: 'amount', limit: '10000' }],
    tiers: [],
  },
})

const PAID_AT_ONCE = 12
const REFUSED = { status: 409, error: 'PERSON_OVER_CAP', fields: ['attendeeId'] }

/** Two accounts that nothing shows to be of one person. */
const twoAccounts = () => Promise.all([world.expert({}, null), world.expert({}, null)])

/** Numbers that are not hashed yet are hashed by the first that asks, for which all others wait: no race any more. */
const settleHashes = (meetingId: number) =>
  manager.call(capRoutes.state, { query: { expertIds: String(admin.userId), meetingId } })

/** An audit finds the identity number of an account. */
async function identify({ expertId }: ExpertUser, idCardNo: string): Promise<void> {
  const { version } = await manager.call(expertRoutes.get, { params: { expertId } })
  await manager.call(expertRoutes.update, { body: { expertId, version, idCardNo } })
}

const agreedBy = (expert: ExpertUser, laborFee: string, isSigned: boolean, execUserId = executor.userId) =>
  agreed(expert, laborFee, { isSigned, execUserId })

const signature = (attendeeId: number) => ({
  attendeeId,
  handsign: drawnSignature(),
  smsCode: SMS_CODE,
  consent: true as const,
})
const sign = async (expert: ExpertUser, attendeeId: number) => {
  await world.drawUp(expert, attendeeId)
  return expert.attempt(agreementRoutes.sign, { body: signature(attendeeId) })
}
const signedCount = async (...attendeeIds: number[]) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from labor_agreement
    where attendee_id = any(${attendeeIds}::bigint[]) and signature_status = 'signed'`.execute(api.db)
  return rows[0]?.count
}

it('CAP-6 SEC-35: of two accounts with 5,000 and 10,000 against 10,000 the second is not signed once a number shows one person', async () => {
  const [one, other] = await twoAccounts()
  const [small, large] = [
    await agreedBy(one, '5000', false),
    await agreedBy(other, '10000', false, rival.userId),
  ]
  await identify(one, ID_CARD_NO)
  await identify(other, ID_CARD_NO)
  assert.equal((await sign(other, large.attendeeId)).status, 200)
  const refused = await sign(one, small.attendeeId)
  assert.deepEqual(refusalOf(refused), REFUSED)
  assert.match(refused.error?.msg ?? '', /另有账号/)
  assert.doesNotMatch(JSON.stringify(refused.error), /5,?000|10,?000/)
  assert.equal(await signedCount(small.attendeeId, large.attendeeId), 1)
  const again = await one.attempt(agreementRoutes.sign, { body: signature(small.attendeeId) })
  assert.deepEqual(refusalOf(again), REFUSED, 'the code is not used up, and nothing else has changed')
})

it('CAP-6: the signatures of one person under two accounts reach the cap and not a cent beyond it', async () => {
  const edge = async (laborFee: string) => {
    const [one, other] = await twoAccounts()
    const first = await agreedBy(one, '4000', false)
    const second = await agreedBy(other, laborFee, false, rival.userId)
    const number = ID_CARD_NO
    await sql`update expert set id_card_cipher = null where expert_id not in (${one.expertId}, ${other.expertId})`.execute(
      api.db,
    )
    await identify(one, number)
    await identify(other, number)
    assert.equal((await sign(one, first.attendeeId)).status, 200)
    return refusalOf(await sign(other, second.attendeeId))
  }
  assert.equal((await edge('6000')).status, 200)
  assert.deepEqual(await edge('6000.01'), REFUSED)
})

/** How the payment to the second of two accounts ends, once the first is paid and a number shows one person. */
async function paidAfter(first: string, second: string) {
  const [one, other] = await twoAccounts()
  const [a, b] = [await agreedBy(one, first, true), await agreedBy(other, second, true, rival.userId)]
  const idCardNo = freshIdNumber()
  await identify(one, idCardNo)
  await identify(other, idCardNo.toLowerCase())
  assert.equal((await record(executor, { attendeeId: a.attendeeId, paidDate: TODAY })).status, 200)
  return refusalOf(await record(rival, { attendeeId: b.attendeeId, paidDate: TODAY }))
}

it('CAP-6 SEC-35: of two accounts that had signed before the number was known the second is not paid, to the cent', async () => {
  assert.deepEqual(await paidAfter('5000', '10000'), REFUSED)
  assert.equal((await paidAfter('5000', '5000')).status, 200)
  assert.deepEqual(await paidAfter('5000', '5000.01'), REFUSED)
})

it('CAP-6: another person, or an account that was never identified, keeps a cap of its own', async () => {
  const [one, other] = await twoAccounts()
  const [a, b] = [await agreedBy(one, '5000', true), await agreedBy(other, '10000', true, rival.userId)]
  await identify(one, freshIdNumber())
  assert.equal((await record(rival, { attendeeId: b.attendeeId, paidDate: TODAY })).status, 200)
  await identify(other, freshIdNumber())
  assert.equal((await record(executor, { attendeeId: a.attendeeId, paidDate: TODAY })).status, 200)
})

it('CAP-6: accounts of one person sign at once, or are paid at once, and only what keeps to the cap is', async () => {
  const [one, other] = await twoAccounts()
  const pairs = [
    { expert: one, ...(await agreedBy(one, '5000', false)) },
    { expert: other, ...(await agreedBy(other, '10000', false, rival.userId)) },
  ]
  await sql`update expert set id_card_cipher = null
    where expert_id not in (${one.expertId}, ${other.expertId})`.execute(api.db)
  for (const { expert, attendeeId } of pairs) {
    await identify(expert, ID_CARD_NO)
    await world.drawUp(expert, attendeeId)
  }
  await settleHashes(pairs[0]!.meetingId)
  const signed = await Promise.all(
    pairs.map(({ expert, attendeeId }) =>
      expert.attempt(agreementRoutes.sign, { body: signature(attendeeId) }),
    ),
  )
  assert.equal(signed.filter(({ status }) => status === 200).length, 1)
  assert.equal(signed.find(({ status }) => status === 409)?.error?.error, 'PERSON_OVER_CAP')

  const idCardNo = freshIdNumber()
  const due: { payer: User; attendeeId: number; meetingId: number }[] = []
  for (let at = 0; at < PAID_AT_ONCE; at++) {
    const expert = await world.expert({}, null)
    const payer = at % 2 === 0 ? executor : rival
    due.push({ payer, ...(await agreedBy(expert, '3000', true, payer.userId)) })
    await identify(expert, idCardNo)
  }
  await settleHashes(due[0]!.meetingId)
  const paid = await Promise.all(
    due.map(({ payer, attendeeId }) => record(payer, { attendeeId, paidDate: TODAY })),
  )
  assert.equal(paid.filter(({ status }) => status === 200).length, 3)
  const errors = new Set(paid.flatMap(({ error }) => error?.error ?? []))
  assert.deepEqual([...errors], ['PERSON_OVER_CAP'])
})

it('CAP-6: numbers, fees, signatures and payments of one person at once end, and keep to the cap', async () => {
  const ROUNDS = often(3, 12)
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = await twoAccounts()
    const [a, b] = [await agreedBy(one, '5000', true), await agreedBy(other, '10000', true, rival.userId)]
    const idCardNo = freshIdNumber()
    await identify(one, idCardNo)
    const { version } = await manager.call(expertRoutes.get, { params: { expertId: other.expertId } })
    const [found, paidFirst, paidSecond, raised] = await Promise.all([
      manager.attempt(expertRoutes.update, { body: { expertId: other.expertId, version, idCardNo } }),
      record(executor, { attendeeId: a.attendeeId, paidDate: TODAY }),
      record(rival, { attendeeId: b.attendeeId, paidDate: TODAY }),
      executor.attempt(attendeeRoutes.update, {
        body: { attendeeId: a.attendeeId, version: a.version, laborFee: '5500', reason: '课时调整' },
      }),
    ])
    assert.equal(found.status, 200)
    for (const { status } of [paidFirst, paidSecond, raised])
      assert.ok(status === 200 || status === 409, String(status))
    // Whoever was not paid is not paid later either: the number is known by now.
    if (paidFirst.status === 200 && paidSecond.status !== 200)
      assert.equal(
        refusalOf(await record(rival, { attendeeId: b.attendeeId, paidDate: TODAY })).error,
        'PERSON_OVER_CAP',
      )
  }
})

it('CAP-6: of several caps each is kept by all accounts of a person, to the cent', async () => {
  const setSponsorCap = (limit: string) =>
    sponsor.call(capRoutes.createPolicy, {
      body: {
        validFrom: TODAY,
        overlaps: 'off',
        caps: [{ scope: 'sponsor', period: 'calendarYear', measure: 'amount', limit, productId: null }],
        tiers: [],
      },
    })
  const alone = await world.expert({}, null)
  const [one, other] = await twoAccounts()
  const agreedBefore = await agreedBy(alone, '8000', true)
  const [a, b] = [await agreedBy(one, '0.01', true), await agreedBy(other, '8000', true, rival.userId)]
  await setSponsorCap('7000')
  // What one account is beyond a later cap by itself is not for its other accounts to stop.
  const onTheDay = { paidDate: TODAY }
  assert.equal((await record(executor, { ...onTheDay, attendeeId: agreedBefore.attendeeId })).status, 200)
  const idCardNo = freshIdNumber()
  for (const expert of [one, other]) await identify(expert, idCardNo)
  assert.equal((await record(executor, { ...onTheDay, attendeeId: a.attendeeId })).status, 200)
  const beyond = await record(rival, { ...onTheDay, attendeeId: b.attendeeId })
  assert.deepEqual(refusalOf(beyond), REFUSED)
  assert.equal((await paidAfter('3000', '4000')).status, 200)
  assert.deepEqual(await paidAfter('3000', '4000.01'), REFUSED)
  await setSponsorCap('70000')
  assert.equal((await paidAfter('5000', '5000')).status, 200)
  assert.deepEqual(await paidAfter('5000', '5000.01'), REFUSED)
})
