// Engine: only postgres
// Slow
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@consilium/contract/client.ts'
import { personRoutes as routes } from '@consilium/contract/persons/persons.ts'
import { startApi } from '../../../test/harness.ts'
import { asCsv, IMPORT_SIZE, peopleTable } from '../../../test/people-table.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'

const api = await startApi()
after(() => api.close())
const POLL_MS = 10

it('PER-14: other nodes see the progress; a node that stops interrupts it, and the same file finishes the rest', async () => {
  const executor = await api.executor()
  const lines = peopleTable('36', IMPORT_SIZE)
  const good = lines.filter(({ refusal }) => refusal === null).length
  const file = new File([asCsv(lines.map(({ cells }) => cells))], 'people.xlsx')
  const other = await api.startNode()
  const there = createClient({ baseUrl: other.url + BASE_PATH, token: executor.token })
  const data = await there.call(routes.import, { file, query: { async: true } })
  const params = { importId: data.importId }
  const look = () => executor.call(routes.importProgress, { params })
  while ((await look()).done === 0) await delay(POLL_MS)
  await other.close()

  const stopped = await look()
  assert.equal(stopped.status, 'interrupted')
  assert.ok(stopped.done > 0 && stopped.done < IMPORT_SIZE, `${stopped.done} rows`)
  assert.equal(stopped.rows.length, stopped.done)
  assert.equal((await executor.call(routes.list, { query: { pageSize: 1 } })).total, stopped.succeeded)

  const rest = await executor.call(routes.import, { file })
  assert.deepEqual([rest.status, rest.succeeded], ['finished', good - stopped.succeeded])
  assert.equal((await executor.call(routes.list, { query: { pageSize: 1 } })).total, good)
})
