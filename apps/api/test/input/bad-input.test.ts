// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { CallFailed } from '@consilium/contract/client.ts'
import { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { publicProjectRoutes } from '@consilium/contract/publicity/publicity.ts'
import { freshPhone, startApi } from '../harness.ts'
import { dataOf } from '../outcomes.ts'

const api = await startApi()
after(() => api.close())
const manager = await api.manager()

const json = { 'content-type': 'application/json' }
const OVERSIZED = 2 * 1024 * 1024

async function post(path: string, body: string, headers: Record<string, string> = json) {
  const response = await api.raw(path, { method: 'POST', body, headers, token: manager.token })
  return {
    status: response.status,
    answer: ErrorAnswer.parse(await response.json()),
    headers: response.headers,
  }
}

const project = (fields: object) =>
  post('/business/project', JSON.stringify({ projectName: '项目', ...fields }))
const fieldsOf = (answer: ErrorAnswer) => answer.details?.map(({ field }) => field)

describe('bad input', () => {
  const bad: [string, object, string][] = [
    ['an unknown field', { surprise: 1 }, 'surprise'],
    ['a wrong type', { isBidProject: 'yes' }, 'isBidProject'],
    ['an over-long string', { projectName: 'x'.repeat(201) }, 'projectName'],
    ['an empty required string', { projectName: '   ' }, 'projectName'],
    ['a date that does not exist', { startTime: '2026-02-30 10:00:00' }, 'startTime'],
    ['a date of another form', { startTime: '2026/02/03' }, 'startTime'],
    ['a NUL character', { description: 'a\u0000b' }, 'description'],
    ['half a character', { description: '\ud83d' }, 'description'],
    ['an id that is no integer', { orgId: 1.5 }, 'orgId'],
    ['an id beyond 2^53', { orgId: 2 ** 53 }, 'orgId'],
  ]
  for (const [what, fields, field] of bad)
    it(`${what} is refused on its field`, async () => {
      const { status, answer } = await project(fields)
      assert.deepEqual([status, answer.error, fieldsOf(answer)], [400, 'VALIDATION_FAILED', [field]])
    })

  it('a missing field is named', async () => {
    const { status, answer } = await post('/business/project', '{}')
    assert.deepEqual([status, fieldsOf(answer)], [400, ['projectName']])
  })

  it('several bad fields are named together', async () => {
    const { answer } = await project({ isBidProject: 1, startTime: 'soon', other: true })
    assert.deepEqual(fieldsOf(answer)?.toSorted(), ['isBidProject', 'other', 'startTime'])
  })

  it('SEC-24: a malformed multipart body is a client error on every route that takes files', async () => {
    const type = (boundary: string) => ({ 'content-type': `multipart/form-data; boundary=${boundary}` })
    const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n'
    const broken: [string, Record<string, string>][] = [
      [`${part}\r\ncut off`, type('b')],
      [`${part}no end of headers`, type('b')],
      ['no boundary at all', type('b')],
      ['--other\r\n\r\n--other--', type('b')],
      [part, { 'content-type': 'multipart/form-data' }],
    ]
    for (const path of [
      '/common/upload',
      '/business/person/executorImport',
      '/business/meetingInvoice/recognize',
    ])
      for (const [body, headers] of broken) {
        const { status, answer } = await post(path, body, headers)
        assert.ok([400, 415].includes(status), `${path} ${body}: ${status} ${answer.error}`)
      }
  })

  it('malformed JSON, other types and an empty body', async () => {
    for (const body of ['{"projectName":', '[1,', 'null', '""', ''])
      assert.equal((await post('/business/project', body)).status, 400, body)
    const poisoned = await post('/business/project', '{"__proto__":{"admin":true},"projectName":"x"}')
    assert.equal(poisoned.status, 400)
    const xml = await post('/business/project', '<a/>', { 'content-type': 'application/xml' })
    assert.deepEqual([xml.status, xml.answer.error], [415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('an oversized body', async () => {
    const { status, answer } = await project({ description: 'x'.repeat(OVERSIZED) })
    assert.deepEqual([status, answer.error], [413, 'BODY_TOO_LARGE'])
  })

  it('bad queries and paths name the parameter', async () => {
    const cases = [
      ['/business/project/list?pageSize=201', 'pageSize'],
      ['/business/project/list?pageNum=0', 'pageNum'],
      ['/business/project/list?orderByColumn=passwordHash', 'orderByColumn'],
      ['/business/project/list?isAsc=up', 'isAsc'],
      ['/business/project/list?sponsorOrgName=x', 'sponsorOrgName'],
      ['/business/project/list?params[beginTime]=2026-13-01', 'params[beginTime]'],
      ['/business/project/abc', 'projectId'],
      ['/business/project/0', 'projectId'],
    ] as const
    for (const [path, field] of cases) {
      const response = await api.raw(path, { token: manager.token })
      const answer = ErrorAnswer.parse(await response.json())
      assert.deepEqual([response.status, fieldsOf(answer)], [400, [field]], path)
    }
  })

  it('empty query values are filters that are not set', async () => {
    const response = await api.raw('/business/project/list?projectName=&orgType=', { token: manager.token })
    assert.equal(response.status, 200)
  })

  it('an invalid phone is refused before anything is sent to it', async () => {
    for (const phone of ['12345', '23800138000', '1380013800a', `${freshPhone()}0`]) {
      const { status, answer } = await post('/login/smsCode', JSON.stringify({ phone }))
      assert.deepEqual([status, fieldsOf(answer)], [400, ['phone']])
    }
  })

  it('an unknown path, a malformed address and a malformed token', async () => {
    assert.equal((await api.raw('/business/nothing')).status, 404)
    assert.equal((await api.raw('/business/project/%E0%A4%A')).status, 400)
    for (const token of ['x', 'y'.repeat(5000), '%00'])
      assert.equal((await api.raw('/business/project/list', { token })).status, 401)
  })

  it('errors are in the language of the client, with a request id', async () => {
    const say = async (language: string) =>
      (await post('/business/project', '{}', { ...json, 'accept-language': language })).answer
    const [zh, en] = [await say('zh-CN,zh;q=0.9'), await say('fr, en;q=0.8, zh;q=0.1')]
    assert.match(zh.msg, /[一-鿿]/)
    assert.match(zh.details?.[0]?.message ?? '', /必填/)
    assert.match(en.msg, /^[\x20-\x7e]+$/)
    assert.equal(en.details?.[0]?.message, 'Required')
    assert.ok(zh.requestId !== en.requestId && zh.requestId.length > 10)
  })

  it('none of these requests wrote anything', async () => {
    assert.equal((await manager.call(projectRoutes.list, {})).total, 0)
  })
})

describe('Idempotency-Key', () => {
  const create = (key: string, projectName: string) =>
    manager.attempt(projectRoutes.create, { body: { projectName }, headers: { 'idempotency-key': key } })

  it('a repetition gets the first answer, also when fifty come at once', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => create('once', '只建一次')))
    const made = new Set(replies.filter((reply) => reply.status === 200).map((reply) => reply.data.projectId))
    assert.equal(made.size, 1)
    assert.ok(replies.every(({ status, error }) => status === 200 || error?.error === 'REQUEST_IN_PROGRESS'))
    const again = await create('once', '只建一次')
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.ok(made.has(again.data.projectId))
    assert.equal((await manager.call(projectRoutes.list, { query: { projectName: '只建一次' } })).total, 1)
  })

  it('a key cannot serve another request, and a refused request can be repeated', async () => {
    await dataOf(create('taken', '甲'))
    assert.equal((await create('taken', '乙')).error?.error, 'IDEMPOTENCY_KEY_REUSED')
    const refused = await manager.attempt(projectRoutes.create, {
      body: { projectName: '丙', orgId: 999_999 },
      headers: { 'idempotency-key': 'retry' },
    })
    assert.equal(refused.status, 400)
    assert.equal((await create('retry', '丙')).status, 200)
  })
})

describe('the typed client', () => {
  const refused = { body: { projectName: '项目', orgId: 999_999 } }

  it('HSE-14: `call` throws what was refused, so that a test fails over its own preparation', async () => {
    const preparing = async () => void (await manager.call(projectRoutes.create, refused))
    const error = await preparing().catch((thrown: unknown) => thrown)
    assert.ok(error instanceof CallFailed, 'the refusal went unseen')
    assert.deepEqual([error.status, error.answer.error], [400, 'VALIDATION_FAILED'])
    for (const part of ['POST', projectRoutes.create.path, '400', 'VALIDATION_FAILED', '[orgId: '])
      assert.ok(error.message.includes(part), `${part} is not in: ${error.message}`)
  })

  it('HSE-14: `attempt` tells how a call ended, and has data only where it succeeded', async () => {
    const outcome = await manager.attempt(projectRoutes.create, refused)
    assert.deepEqual([outcome.status, outcome.error?.details?.[0]?.field], [400, 'orgId'])
    assert.ok(outcome.headers.get('x-request-id'))
    assert.throws(() => outcome.data, CallFailed)
    const list = await manager.attempt(projectRoutes.list, { query: { pageSize: 1 } })
    assert.deepEqual([list.status, list.error], [200, null])
    assert.deepEqual(list.data, await manager.call(projectRoutes.list, { query: { pageSize: 1 } }))
  })
})

describe('a token that is no longer good', () => {
  it('PUB-3: leaves public routes open, to log in again among others, and closes all others', async () => {
    const leaver = await api.manager()
    await leaver.call(accountRoutes.logout, {})
    const body = { username: leaver.userName, password: leaver.password }
    assert.equal((await leaver.attempt(accountRoutes.login, { body })).status, 200)
    assert.equal((await leaver.attempt(publicProjectRoutes.list, {})).status, 200)
    assert.equal((await leaver.attempt(projectRoutes.list, {})).status, 401)
  })
})
