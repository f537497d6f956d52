// Engine: only postgres
// Slow
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@consilium/contract/client.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { dictionaryRoutes } from '@consilium/contract/dictionaries/dictionaries.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { startApi } from '../harness.ts'
import { startTcpProxy } from '@consilium/test-kit/tcp-proxy.ts'

/** More requests than a node has connections. */
const WAITING = 20
const UNAVAILABLE = 503
const PAUSE_MS = 50

const api = await startApi({
  env: { DATABASE_LOCK_SECONDS: '1', DATABASE_STATEMENT_SECONDS: '2', DATABASE_SILENCE_SECONDS: '3' },
})
after(() => api.close())
const admin = await api.admin()

it('FLT-11: requests that wait for a locked table are refused with 503, and others are answered meanwhile', async () => {
  const locker = await api.engine.patientPool.connect()
  await locker.query('begin; lock table project in access exclusive mode')
  const list = () => admin.attempt(projectRoutes.list, { query: {} })
  const over = new AbortController()
  const waiting = Promise.all(Array.from({ length: WAITING }, list)).finally(() => over.abort())
  while (!over.signal.aborted) {
    await admin.call(dictionaryRoutes.listTypes, { query: {} })
    await delay(PAUSE_MS)
  }
  for (const { status, error, headers } of await waiting) {
    assert.deepEqual([status, error?.error], [UNAVAILABLE, 'DATABASE_BUSY'])
    assert.ok(Number(headers.get('retry-after')) > 0)
  }
  await locker.query('rollback')
  locker.release()
  assert.equal((await list()).status, 200)
})

it('FLT-11: how long a request waits for a connection is a setting of its node', async () => {
  // Fewer connections than the calls of one account that are in work at once.
  const patience = {
    DATABASE_CONNECTIONS: '2',
    DATABASE_LOCK_SECONDS: '60',
    DATABASE_STATEMENT_SECONDS: '60',
    DATABASE_SILENCE_SECONDS: '90',
  }
  const patient = await api.startNode(undefined, { ...patience, DATABASE_WAIT_SECONDS: '60' })
  const hasty = await api.startNode(undefined, { ...patience, DATABASE_WAIT_SECONDS: '1' })
  const locker = await api.engine.patientPool.connect()
  await locker.query('begin; lock table project in access exclusive mode')
  const atOnce = (node: typeof hasty) => {
    const client = createClient({ baseUrl: node.url + BASE_PATH, token: admin.token, repeats: 0 })
    return Array.from({ length: WAITING }, () => client.attempt(projectRoutes.list, { query: {} }))
  }
  const waiting = atOnce(patient)
  const refused = atOnce(hasty)
  try {
    const first = await Promise.race(refused)
    assert.deepEqual([first.status, first.error?.error], [UNAVAILABLE, 'DATABASE_BUSY'])
    await locker.query('rollback')
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)
    assert.deepEqual(new Set(statuses), new Set([200]))
  } finally {
    locker.release(true)
    // A node that closes cuts off what it has not answered yet.
    await Promise.allSettled([...waiting, ...refused])
    await Promise.all([patient.close(), hasty.close()])
  }
})

it('FLT-4: connections that go silent are given up, and requests are answered again', async () => {
  const proxy = await startTcpProxy(api.settings.DATABASE_URL ?? '')
  const node = await api.startNode(proxy.url)
  try {
    const client = createClient({ baseUrl: node.url + BASE_PATH, token: admin.token, repeats: 0 })
    const list = () => client.attempt(projectRoutes.list, { query: {} })
    await Promise.all(Array.from({ length: WAITING }, list))
    proxy.forget()
    const lost = await Promise.all(Array.from({ length: WAITING }, list))
    assert.ok(lost.some(({ status }) => status === UNAVAILABLE))
    assert.ok(lost.every(({ status }) => status === UNAVAILABLE || status === 200))
    const found = await Promise.all(Array.from({ length: WAITING }, list))
    assert.deepEqual(new Set(found.map(({ status }) => status)), new Set([200]))
  } finally {
    proxy.restore()
    await node.close()
    await proxy.close()
  }
})
