// Engine: postgres
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { agreementRoutes as routes } from '@consilium/contract/agreements/agreements.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { signedAgreementRoutes } from '@consilium/contract/signing/signed-agreements.ts'
import { SMS_CODE } from '../../../../test/harness.ts'
import { sharedApi } from '../../../../test/shared-api.ts'
import {
  BANK_ACCOUNT,
  drawnSignature,
  ID_CARD_NO,
  openWorld,
  pdfText,
  seasonClock,
} from '../../../../test/meeting-world.ts'
import { createDatabase, inTransaction } from '../../../infra/db/database.ts'
import type { Tables } from '../../../infra/db/tables.ts'
import { verifySignings } from './event-chain.ts'
import { appendEvent } from './event-repository.ts'

const CREDIT_CODE = '91350100M000100Y43'
const SIGNERS = 8

const api = await sharedApi({ after }, seasonClock)
const world = await openWorld(api)
const { executor } = world
const { meetingId } = await world.meeting()
const handsign = drawnSignature()

async function drawnUp() {
  const expert = await world.expert()
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone, laborFee: '12000' })
  await world.drawUp(expert, attendeeId)
  return { expert, attendeeId }
}

interface EventRow {
  statement: string
  event_sha256: Buffer
  chain_sha256: Buffer
}
const events = async (): Promise<EventRow[]> =>
  (await api.engine.pool.query('select * from signing_event order by event_id')).rows

async function chainSays(): Promise<string> {
  const said: string[] = []
  await verifySignings({ db: createDatabase<Tables>(api.engine.pool) }, (line) => said.push(line))
  return said.join('\n')
}

describe('TRU-2: the record of a signing', () => {
  it('TRU-2 TRU-13: keeps time, address, browser, session, message, contract, reading and consent, and prints them; what only the browser reported is marked as such', async () => {
    const { expert, attendeeId } = await drawnUp()
    const body = { attendeeId, handsign, smsCode: SMS_CODE, consent: true as const, readToEnd: true }
    const data = await expert.call(routes.sign, { body })
    const row = (await events()).at(-1)
    assert.ok(row)
    const stated = JSON.parse(row.statement) as Record<string, string>
    assert.equal(stated['signedTime'], data.signedTime)
    assert.match(stated['address'] ?? '', /127\.0\.0\.1$/)
    assert.match(stated['userAgent'] ?? '', /\w/)
    assert.match(stated['sessionId'] ?? '', /^\d+$/)
    assert.match(stated['messageId'] ?? '', /^[0-9a-f-]{36}$/)
    assert.match(stated['contractSha256'] ?? '', /^[0-9a-f]{64}$/)
    assert.deepEqual([stated['reportedReadToEnd'], stated['reportedSignature']], ['yes', 'drawn'])
    assert.match(stated['consentVersion'] ?? '', /^\d{4}-\d\d-\d\d$/)
    assert.ok(!row.statement.includes(expert.phone), 'the phone is masked')
    const digest = createHash('sha256').update(row.statement).digest()
    assert.deepEqual(row.event_sha256, digest)

    const { bytes } = await expert.call(routes.pdf, { params: { attendeeId } })
    const text = pdfText(bytes)
    const certificate = text.slice(text.lastIndexOf('签署证明'))
    const printed = ['signedTime', 'messageId', 'contractSha256', 'consentVersion', 'sessionId']
    for (const name of printed)
      assert.ok(certificate.includes((stated[name] ?? '').replace(/\s/g, '')), `${name}: ${certificate}`)
    assert.ok(certificate.includes(digest.toString('hex')))
    for (const claimed of ['签署前已阅读至协议末尾', '在签名区手写'])
      assert.ok(certificate.includes(`${claimed}（据签署人的浏览器报告，平台未作核实）`), 'TRU-13')
    assert.ok(!text.includes('乙方（手写签名）'), 'TRU-13')
    assert.equal(data.signedUnder, 'consilium-labor-agreement-4')
  })

  it('TRU-2: says when the client did not report that the contract was read, and refuses an outdated consent', async () => {
    const { expert, attendeeId } = await drawnUp()
    const body = { attendeeId, handsign, smsCode: SMS_CODE, consent: true as const }
    const outdated = await expert.attempt(routes.sign, { body: { ...body, consentVersion: '2020-01-01' } })
    assert.deepEqual([outdated.status, outdated.error?.error], [409, 'CONSENT_OUTDATED'])
    await expert.call(routes.sign, { body })
    assert.equal(JSON.parse((await events()).at(-1)?.statement ?? '')['reportedReadToEnd'], 'not stated')
  })

  it('TRU-2: stands in one chain, also if many sign at once, and any change of it is found', async () => {
    const drawn = await Promise.all(Array.from({ length: SIGNERS }, drawnUp))
    const before = (await events()).length
    await Promise.all(drawn.map(({ expert, attendeeId }) => world.signDrawnUp(expert, attendeeId)))
    const rows = await events()
    assert.equal(rows.length, before + SIGNERS)
    assert.match(await chainSays(), new RegExp(`intact: ${rows.length}\\.`))
    const [{ event_id: id, statement }] = (
      await api.engine.pool.query('select * from signing_event order by event_id offset 2 limit 1')
    ).rows as [{ event_id: number; statement: string }]
    const set = (value: string) =>
      api.engine.pool.query('update signing_event set statement = $1 where event_id = $2', [value, id])
    await set(statement.replace('"reportedReadToEnd":"', '"reportedReadToEnd":"n'))
    assert.match(await chainSays(), new RegExp(`broken: event ${id} `))
    await set(statement)
    assert.match(await chainSays(), /intact/)
    // Whoever changes a statement can compute its own hash anew, but not that of the chain.
    const forge = (value: string) =>
      api.engine.pool.query(
        `update signing_event set statement = $1, event_sha256 = sha256(convert_to($1, 'UTF8')) where event_id = $2`,
        [value, id],
      )
    await forge(statement.replace('"reportedReadToEnd":"', '"reportedReadToEnd":"n'))
    assert.match(await chainSays(), new RegExp(`broken: event ${id} `))
    await forge(statement)
    assert.match(await chainSays(), /intact/)
  })

  it('TRU-2: events that are added by forty transactions at once follow one another', async () => {
    const { attendeeId } = await drawnUp()
    const before = (await events()).length
    const db = createDatabase<Tables>(api.engine.pool)
    const statements = Array.from({ length: 40 }, (_, at) => `{"event":"${at}"}`)
    await Promise.all(
      statements.map((statement) =>
        inTransaction(db, (trx) => {
          const eventSha256 = createHash('sha256').update(statement).digest()
          return appendEvent(trx, { attendeeId, statement, eventSha256 })
        }),
      ),
    )
    assert.match(await chainSays(), new RegExp(`intact: ${before + 40}\\.`))
  })

  it('TRU-2: what was signed under the former rules stays valid and says so', async () => {
    const { expert, attendeeId } = await drawnUp()
    await world.signDrawnUp(expert, attendeeId)
    // As the migration leaves documents that were signed before it.
    await api.engine.pool.query(
      `update labor_agreement set form = 'consilium-labor-agreement-1', event_id = null where attendee_id = $1`,
      [attendeeId],
    )
    const data = await expert.call(routes.get, { params: { attendeeId } })
    assert.equal(data.signedUnder, 'consilium-labor-agreement-1')
    const code = data.verifyUrl?.split('/').at(-1) ?? ''
    const verified = await api.anonymous.call(signedAgreementRoutes.verify, { params: { code } })
    assert.deepEqual([verified.current, verified.signedUnder], [true, 'consilium-labor-agreement-1'])
  })
})

describe('TRU-9: what the contract prints', () => {
  it('TRU-9: credit code, full account, amounts in figures and capitals, and tax as an estimate', async () => {
    const org = await executor.call(organizationRoutes.get, { params: { orgId: executor.orgId } })
    const body = { orgId: org.orgId, version: org.version, creditCode: CREDIT_CODE.toLowerCase() }
    assert.equal((await executor.call(organizationRoutes.update, { body })).creditCode, CREDIT_CODE)
    const { expert, attendeeId } = await drawnUp()
    const drawn = await expert.call(routes.get, { params: { attendeeId } })
    assert.equal(drawn.payerCreditCode, CREDIT_CODE)
    assert.match(drawn.laborProtocol ?? '', /人民币12000\.00元（大写：壹万贰仟元整，含税）/)
    assert.match(drawn.laborProtocol ?? '', /估算，以付款当日适用的税收规定结算为准/)
    await world.signDrawnUp(expert, attendeeId)
    const { bytes } = await expert.call(routes.pdf, { params: { attendeeId } })
    const text = pdfText(bytes)
    for (const printed of [CREDIT_CODE, BANK_ACCOUNT, ID_CARD_NO, '12000.00', '人民币壹万贰仟元整'])
      assert.ok(text.includes(printed), printed)
    assert.match(text, /实付金额（大写，估算）人民币\S+元/)
    assert.match(text, /以付款当日适用的税收规定结算为准/)
  })

  it('TRU-9: a credit code with a wrong check character is refused by name', async () => {
    const org = await executor.call(organizationRoutes.get, { params: { orgId: executor.orgId } })
    for (const creditCode of ['91350100M000100Y44', '91350100M000100Y4', '9135010OM000100Y43']) {
      const body = { orgId: org.orgId, version: org.version, creditCode }
      const refused = await executor.attempt(organizationRoutes.update, { body })
      assert.deepEqual([refused.status, refused.error?.details?.[0]?.field], [400, 'creditCode'])
    }
  })
})
