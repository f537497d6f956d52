// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { sql } from 'kysely'
import { nameContains } from '../../src/infra/db/lists/name-search.ts'
import { startApi } from '../harness.ts'

const MANY = 20_000

const api = await startApi({ plansForValues: true })
after(() => api.close())
const manager = await api.manager()

const names = async (projectName: string) => {
  const { rows } = await manager.call(projectRoutes.list, { query: { projectName, isAsc: 'asc' } })
  return rows.map((row) => row.projectName)
}

describe('searching by a part of a name', () => {
  it('finds one, two or more characters anywhere, ignoring case, without wildcards', async () => {
    for (const projectName of ['心血管研讨会', '脑血栓 Study A_1', '心内科100%项目'])
      await manager.call(projectRoutes.create, { body: { projectName } })
    assert.deepEqual(await names('血管'), ['心血管研讨会'])
    assert.deepEqual(await names('血'), ['心血管研讨会', '脑血栓 Study A_1'])
    assert.deepEqual(await names('心血管研讨会'), ['心血管研讨会'])
    assert.deepEqual(await names('study'), ['脑血栓 Study A_1'])
    assert.deepEqual(await names('a_1'), ['脑血栓 Study A_1'])
    assert.deepEqual(await names('0%'), ['心内科100%项目'])
    assert.deepEqual(await names('管血'), [])
  })

  it('WEB-38: finds two Chinese characters, and what is typed for them, by an index', async () => {
    await sql`
      with made as (
        insert into sys_user (user_name, password_hash, role_type)
        select 'bulk' || n, '!', 'doctor' from generate_series(1, ${sql.lit(MANY)}) n returning user_id
      )
      insert into expert (user_id, name)
      select user_id, '张' || chr(19968 + (user_id % 5000)::int) || chr(20000 + (user_id % 977)::int) from made
    `.execute(api.db)
    await api.expert({ name: '欧阳堃' })
    await sql`analyze expert`.execute(api.db)
    const planOf = async (text: string) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select expert_id from expert e where ${nameContains('e', 'name', text)}
      `.execute(api.db)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    assert.match(await planOf('阳堃'), /expert_name_grams/)
    for (const typed of ['oyk', 'ouyangkun', 'ouyangk']) {
      const plan = await planOf(typed)
      assert.match(plan, /expert_name_initials/, plan)
      assert.doesNotMatch(plan, /Seq Scan/, plan)
    }
    const found = await manager.call(expertRoutes.list, { query: { name: '阳堃' } })
    assert.deepEqual(
      found.rows.map(({ name }) => name),
      ['欧阳堃'],
    )
  })
})
