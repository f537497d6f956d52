// Engine: both
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { createClient } from '@consilium/contract/client.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { sql } from 'kysely'
import { freshName, startApi, type User } from '../harness.ts'

const api = await startApi()
after(() => api.close())
const [manager, other] = [await api.manager(), await api.manager()]

const newKey = () => ({ 'idempotency-key': randomUUID() })
const create = () => manager.call(projectRoutes.create, { body: { projectName: freshName('项目') } })
const read = (projectId: number) => manager.call(projectRoutes.get, { params: { projectId } })
type Change = Parameters<typeof manager.call<typeof projectRoutes.update>>[1]['body']
const change = (by: User, body: Change, headers = {}) => by.attempt(projectRoutes.update, { body, headers })
const codes = (answers: readonly { status: number; error: { error: string } | null }[]) =>
  answers.map(({ status, error }) => error?.error ?? status)

describe('FLT-24: a repeated change with the same key', () => {
  it('FLT-24: gets the first answer, also after the record was changed again', async () => {
    const { projectId, version } = await create()
    const headers = newKey()
    const body = { projectId, version, projectName: freshName('一') }
    const first = await change(manager, body, headers)
    const next = await change(other, { projectId, version: version + 1, projectName: freshName('二') })
    const again = await change(manager, body, headers)
    assert.deepEqual([first.status, next.status, again.status], [200, 200, 200])
    assert.deepEqual(again.data, first.data)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await read(projectId)).version, version + 2)
  })

  it('FLT-24: gets the first answer where the whole record is sent back as it was read', async () => {
    const { projectId } = await create()
    const headers = newKey()
    const body = { ...(await read(projectId)), projectName: freshName('整条') } as Change
    const answers = [await change(manager, body, headers), await change(manager, body, headers)]
    assert.deepEqual(codes(answers), [200, 200])
    assert.deepEqual(answers[1]?.data, answers[0]?.data)
  })

  it('FLT-24: is refused with other content, and is another request for another account', async () => {
    const { projectId, version } = await create()
    const headers = newKey()
    const body = { projectId, version, projectName: freshName('一') }
    await change(manager, body, headers)
    const answers = [
      await change(manager, { ...body, projectName: freshName('二') }, headers),
      await change(other, body, headers),
    ]
    assert.deepEqual(codes(answers), ['IDEMPOTENCY_KEY_REUSED', 'STALE_RECORD'])
  })

  it('FLT-24: changes the record once, however many arrive at once', async () => {
    const { projectId, version } = await create()
    const headers = newKey()
    const body = { projectId, version, projectName: freshName('同时') }
    const answers = codes(await Promise.all(Array.from({ length: 8 }, () => change(manager, body, headers))))
    assert.ok(answers.includes(200))
    assert.ok(
      answers.every((code) => code === 200 || code === 'REQUEST_IN_PROGRESS'),
      answers.join(),
    )
    assert.equal((await read(projectId)).version, version + 1)
  })

  it('FLT-24: may be sent again after a refusal, which stores nothing', async () => {
    const { projectId, version } = await create()
    const headers = newKey()
    const body = { projectId, version: version + 1, projectName: freshName('早了') }
    const early = await change(manager, body, headers)
    await change(manager, { projectId, version, projectName: freshName('先') })
    const late = await change(manager, body, headers)
    assert.deepEqual(codes([early, late]), ['STALE_RECORD', 200])
    assert.equal(late.headers.get('idempotency-replayed'), null)
  })

  it('FLT-24: deletes once and is answered as done; without a key the record is not found', async () => {
    const { projectId } = await create()
    const params = { projectId: String(projectId) }
    const headers = newKey()
    const answers = [
      await manager.attempt(projectRoutes.remove, { params, headers }),
      await manager.attempt(projectRoutes.remove, { params, headers }),
      await manager.attempt(projectRoutes.remove, { params }),
    ]
    assert.deepEqual(codes(answers), [200, 200, 'NOT_FOUND'])
  })

  it('FLT-24: needs a key of 1 to 200 letters, digits or signs', async () => {
    const { projectId, version } = await create()
    const body = { projectId, version, projectName: freshName('键') }
    const long = await change(manager, body, { 'idempotency-key': 'k'.repeat(201) })
    const longest = await change(manager, body, { 'idempotency-key': 'k'.repeat(200) })
    assert.deepEqual(codes([long, longest]), ['VALIDATION_FAILED', 200])
  })
})

describe('FLT-24: a repeated upload', () => {
  const png = (text: string, name = '图.png') =>
    new File([Buffer.from(`\x89PNG\r\n\x1a\n${text}`, 'latin1')], name, { type: 'image/png' })
  const upload = (file: File, headers: Record<string, string>) =>
    manager.attempt(fileRoutes.upload, { file, headers })
  const stored = async () => {
    const { rows } = await sql<{ n: string }>`select count(*) as n from stored_file`.execute(api.db)
    return Number(rows[0]?.n)
  }

  it('FLT-24: stores its file once; another file, or another name, under the same key is refused', async () => {
    const headers = newKey()
    const before = await stored()
    const answers = [
      await upload(png('one'), headers),
      await upload(png('one'), headers),
      await upload(png('two'), headers),
      await upload(png('one', '别的.png'), headers),
    ]
    assert.deepEqual(codes(answers), [200, 200, 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_REUSED'])
    assert.deepEqual(answers[1]?.data, answers[0]?.data)
    assert.equal(await stored(), before + 1)
  })

  it('FLT-24: stores its file once, however many arrive at once, and leaves no unclaimed bytes', async () => {
    const headers = newKey()
    const before = await stored()
    const answers = codes(await Promise.all(Array.from({ length: 4 }, () => upload(png('many'), headers))))
    assert.ok(answers.includes(200))
    assert.ok(
      answers.every((code) => code === 200 || code === 'REQUEST_IN_PROGRESS'),
      answers.join(),
    )
    assert.equal(await stored(), before + 1)
  })
})

describe('FLT-24: a change that is repeated without a key', () => {
  it('FLT-24: is answered as done if the record has its content by the same account', async () => {
    const { projectId, version } = await create()
    const body = { projectId, version, projectName: freshName('一'), startTime: '2026-03-01 00:00:00' }
    const answers = [await change(manager, body), await change(manager, body)]
    assert.deepEqual(codes(answers), [200, 200])
    assert.deepEqual(answers[1]?.data, answers[0]?.data)
    assert.equal((await read(projectId)).version, version + 1)
  })

  it('FLT-24: is stale with other content, by another account, or once another one has changed it', async () => {
    const { projectId, version } = await create()
    const body = { projectId, version, projectName: freshName('一') }
    await change(manager, body)
    const answers = [
      await change(manager, { ...body, projectName: freshName('二') }),
      await change(other, body),
      await change(other, { projectId, version: version + 1, startTime: '2026-03-01 00:00:00' }),
      await change(manager, body),
    ]
    assert.deepEqual(codes(answers), ['STALE_RECORD', 'STALE_RECORD', 200, 'STALE_RECORD'])
  })

  it('FLT-24: changes the record once, however many arrive at once, and all are told that it is done', async () => {
    const { projectId, version } = await create()
    const body = { projectId, version, projectName: freshName('同时') }
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(manager, body)))
    assert.deepEqual(
      codes(answers),
      answers.map(() => 200),
    )
    assert.equal((await read(projectId)).version, version + 1)
  })

  it('FLT-24: of two accounts that change a record at once, one is told that it is stale', async () => {
    const { projectId, version } = await create()
    const body = { projectId, version, projectName: freshName('两人') }
    const answers = await Promise.all([change(manager, body), change(other, body)])
    assert.deepEqual(codes(answers).map(String).toSorted(), ['200', 'STALE_RECORD'])
  })
})

it('FLT-24: the client saves once, and says so, though the answers to its first calls are lost', async () => {
  let losses = 0
  const client = createClient({
    baseUrl: api.baseUrl,
    token: manager.token,
    fetch: async (address, init) => {
      const answer = await fetch(address, init)
      if (losses-- > 0) throw new TypeError('fetch failed')
      return answer
    },
  })
  const projectName = freshName('丢了答复')
  losses = 1
  const { projectId, version } = await client.call(projectRoutes.create, { body: { projectName } })
  losses = 1
  const body = { projectId, version, projectName: `${projectName}二` }
  assert.equal((await client.call(projectRoutes.update, { body })).version, version + 1)
  losses = 1
  assert.equal(await client.call(projectRoutes.remove, { params: { projectId: String(projectId) } }), null)
  assert.equal((await manager.call(projectRoutes.list, { query: { projectName } })).total, 0)
})

it('FLT-24: answers are kept for a day, and however many are older go at once', async () => {
  await sql`
    insert into idempotency_record (scope, idempotency_key, request_hash, answer, create_time)
    select 'user:0', n::text, ''::bytea, 'null', now() - interval '24 hours' - interval '1 minute' * (n - 1) + interval '30 seconds'
    from generate_series(1, 2502) n
  `.execute(api.db)
  await api.app.purge()
  const { rows } = await sql<{ key: string }>`
    select idempotency_key as key from idempotency_record where scope = 'user:0'
  `.execute(api.db)
  assert.deepEqual(rows, [{ key: '1' }])
})
