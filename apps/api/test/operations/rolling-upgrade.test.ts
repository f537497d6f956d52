// Engine: only postgres
// Slow
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { freshName, startApi } from '../harness.ts'

/** More than the sendings after which a connection keeps the plan of a statement. */
const TIMES = 12
const NEXT = '9999_of_the_next_version'

const api = await startApi({ env: { DATABASE_CONNECTIONS: '2' } })
after(() => api.close())
const manager = await api.manager()
const executor = await api.executor()

/** What a node does all day. */
async function work(): Promise<void> {
  const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: freshName('项目') } })
  const body = { execAdminUserIds: [executor.userId] }
  await manager.call(projectRoutes.assignExecutors, { params: { projectId }, body })
  const { meetingId } = await manager.call(meetingRoutes.create, { body: { projectId } })
  const { phone } = await api.expert()
  const added = { meetingId, phone, laborFee: '1000.00' }
  const { attendeeId } = await executor.call(attendeeRoutes.create, { body: added })
  await executor.call(attendeeRoutes.get, { params: { attendeeId } })
  const { version } = await manager.call(projectRoutes.get, { params: { projectId } })
  await manager.call(projectRoutes.update, { body: { projectId, version, description: '同时' } })
  for (const list of [
    projectRoutes,
    meetingRoutes,
    attendeeRoutes,
    expertRoutes,
    organizationRoutes,
  ] as const)
    assert.ok((await manager.call(list.list, { query: {} })).total > 0)
  await executor.call(messageRoutes.list, { query: {} })
  await manager.call(profileRoutes.getInfo, {})
}

it('OPS-10: a node of the former version reads and writes on after the next one has migrated, and does not start again', async () => {
  for (let time = 0; time < TIMES; time++) await work()
  const { pool } = api.engine
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  // What an upgrade may do while the former version runs: columns that it does not know.
  const columns = rows.map(
    ({ name }) => `alter table "${name}" add column of_next_version text default 'new'`,
  )
  await pool.query(columns.join(';'))
  await pool.query(`insert into kysely_migration (name, timestamp) values ($1, now())`, [NEXT])

  for (let time = 0; time < TIMES; time++) await work()
  await assert.rejects(api.startNode(), (error: Error) => error.message.includes(NEXT))
})
