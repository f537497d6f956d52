// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@consilium/contract/client.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { sql } from 'kysely'
import { startApi } from '../../../test/harness.ts'
import { commandHere, runCommand } from '../../../test/operations/operator.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'

const WRITES = 30

const api = await startApi()
after(() => api.close())
const manager = await api.manager()

const verify = (...args: string[]) => commandHere(api.settings, 'verify-log', ...args)
const run = (statement: string) => sql.raw(statement).execute(api.db)
const unchained = () => api.db.selectFrom('oper_log').select('oper_id').where('chain_position', 'is', null)

async function untilChained(): Promise<void> {
  while ((await unchained().execute()).length > 0) await delay(50)
}

/** Writes through every node at once. */
async function writeMuch(): Promise<void> {
  const other = api.engine.kind === 'postgres' ? await api.startNode() : null
  const clients = [api.app, ...(other ? [other] : [])].map(({ url }) =>
    createClient({ baseUrl: url + BASE_PATH, token: manager.token }),
  )
  const create = (n: number) =>
    clients[n % clients.length]!.call(projectRoutes.create, { body: { projectName: `链${n}` } })
  await Promise.all(Array.from({ length: WRITES }, (_none, n) => create(n)))
  await untilChained()
  await other?.close()
}

/** The row at a position counted from the end of the chain. */
const rowFromEnd = (places: number) =>
  api.db
    .selectFrom('oper_log')
    .selectAll()
    .orderBy('chain_position', 'desc')
    .offset(places)
    .executeTakeFirstOrThrow()

/**
 * Makes a change that someone with the database password could make, checks that the command detects it, and reverts
 * it.
 */
async function attack(change: () => Promise<unknown>, finding: RegExp): Promise<void> {
  await run('create table untouched as select * from oper_log')
  try {
    await change()
    const { code, output } = await verify()
    assert.equal(code, 1, output)
    assert.match(output, finding)
  } finally {
    await run('delete from oper_log')
    await run('insert into oper_log overriding system value select * from untouched')
    await run('drop table untouched')
  }
}

describe('the chain of the operation log', () => {
  before(writeMuch)

  it('SEC-29: is intact after concurrent writes on every node', async () => {
    const { code, output } = await runCommand(api.settings, 'verify-log')
    assert.equal(code, 0, output)
    const { position, rows } = await api.db
      .selectFrom('oper_log')
      .select([
        sql<number>`max(chain_position)`.as('position'),
        sql<number>`count(chain_position)::int`.as('rows'),
      ])
      .executeTakeFirstOrThrow()
    assert.ok(position === rows && rows > WRITES)
    assert.match(output, new RegExp(`intact: ${rows} rows, 0 not chained`))
  })

  it('SEC-29: reveals a changed row, by its number', async () => {
    const { oper_id: operId } = await rowFromEnd(7)
    for (const change of [
      "target = 'projectId=1'",
      'user_id = null',
      "oper_time = oper_time - interval '1 s'",
    ])
      await attack(
        () => run(`update oper_log set ${change} where oper_id = ${operId}`),
        new RegExp(`broken: row ${operId} \\(.*was changed after it was written`),
      )
  })

  it('SEC-29: reveals a deleted row, by its position and the next row', async () => {
    const [gone, next] = [await rowFromEnd(7), await rowFromEnd(6)]
    await attack(
      () => run(`delete from oper_log where oper_id = ${gone.oper_id}`),
      new RegExp(`position ${gone.chain_position} is missing: a row was deleted before row ${next.oper_id} `),
    )
  })

  it('SEC-29: reveals by its anchor that its end, or all of it, was deleted', async () => {
    const { chain_position: end } = await rowFromEnd(0)
    await attack(
      () => run(`delete from oper_log where chain_position > ${end! - 3}`),
      new RegExp(`ends at position ${end! - 3}, but at .* it had ${end} rows`),
    )
    await attack(() => run('delete from oper_log'), /ends at position 0/)
  })

  it('SEC-29: reveals that it was recomputed after a row was changed', async () => {
    const { oper_id: operId } = await rowFromEnd(5)
    await attack(async () => {
      await run(`update oper_log set user_name = 'nobody' where oper_id = ${operId}`)
      await run('update oper_log set chain_position = null, chain_hash = null')
      await manager.call(projectRoutes.create, { body: { projectName: '新链' } })
      await untilChained()
    }, /the chain was recomputed/)
  })

  it('SEC-29: reports a missing anchor, and refuses one that the service did not write', async () => {
    const path = join(api.dataDir, 'files/anchors/operation-log.json')
    const anchor = readFileSync(path, 'utf8')
    rmSync(path)
    assert.match((await verify()).output, /its anchor is missing from the file storage/)
    writeFileSync(path, anchor.replace(/"count":\d+/, '"count":1'))
    assert.match((await verify()).output, /is not one that this service wrote/)
    assert.equal((await verify('--new-anchor')).code, 0, 'an operator may take the log as it is')
    assert.equal((await verify()).code, 0)
  })
})
