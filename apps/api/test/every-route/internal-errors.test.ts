// Engine: postgres
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { sql } from 'kysely'
import { createLog } from '../../src/infra/log.ts'
import { startApi } from '../harness.ts'

const folder = mkdtempSync(join(tmpdir(), 'consilium-log-'))
const file = join(folder, 'service.log')
const api = await startApi({ log: createLog({ level: 'error', file }) })
after(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

it('ASVS 16.3.4 16.4.1 16.5.1: an unexpected error is one line of the log, and its answer reveals nothing but a number', async () => {
  const manager = await api.manager()
  await sql`alter table project add constraint probe_of_a_fault check (project_name <> '出错')`.execute(
    api.db,
  )
  const projectName = '出错'
  const description = 'first line\n{"level":60,"msg":"forged"}'
  const { status, error } = await manager.attempt(projectRoutes.create, {
    body: { projectName, description },
  })
  assert.deepEqual([status, error?.error], [500, 'INTERNAL_ERROR'])
  assert.doesNotMatch(JSON.stringify(error), /probe|constraint|project_name|insert|node_modules|\.ts/i)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const told = entries.filter((entry) => JSON.stringify(entry).includes('probe_of_a_fault'))
  assert.equal(told.length, 1)
  assert.ok(JSON.stringify(told[0]).includes(error!.requestId))
  assert.ok(entries.every((entry) => entry['msg'] !== 'forged'))
})
