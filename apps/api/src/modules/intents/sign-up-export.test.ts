// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { CallInput } from '@consilium/contract/client.ts'
import { executionIntentRoutes as routes } from '@consilium/contract/intents/intents.ts'
import { XLSX } from '@consilium/contract/spreadsheet.ts'
import { startApi, type User } from '../../../test/harness.ts'
import { intentWorld, PAST, UNKNOWN_ID } from '../../../test/intent-world.ts'
import { readSheetText } from '@consilium/sheets/workbook-reader.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const MANY = 1234

const api = await startApi()
after(() => api.close())
const { manager, createProject } = await intentWorld(api)
const expert = await api.expert({ name: '周医生', unit: '首都医院' })
const colleague = await api.expert({ name: '吴堃', unit: '协和医院', department: '心外科', title: '医师' })

const signUp = (user: User, projectId: number) => user.call(routes.create, { body: { projectId } })

describe('the Excel file of the sign-ups', () => {
  const exported = async (body: CallInput<typeof routes.export>['body']) => {
    const reply = await manager.attempt(routes.export, { body })
    const rows = await readSheetText(Buffer.from(reply.data.bytes))
    return { reply, rows: rows.map(({ cells }) => cells) }
  }

  it('PUB-6: holds expert name, department, hospital, title, signup time and phone', async () => {
    const { projectId } = await createProject()
    const sign = await signUp(colleague, projectId)
    const { reply, rows } = await exported({ projectId })
    assert.equal(reply.headers.get('content-type'), XLSX)
    const title = encodeURIComponent('专家报名')
    assert.match(reply.headers.get('content-disposition') ?? '', new RegExp(`^attachment;.*${title}`))
    assert.deepEqual(rows, [
      ['专家姓名', '科室', '医院', '职称', '报名时间', '手机号'],
      ['吴堃', '心外科', '协和医院', '医师', sign.createTime, colleague.phone],
    ])
  })

  it('PUB-6: takes the filters and the order of the list', async () => {
    const { projectId } = await createProject()
    const first = await signUp(expert, projectId)
    await signUp(colleague, projectId)
    const accepted = { intentId: first.intentId, status: 'accepted' as const }
    await manager.call(routes.changeStatus, { body: accepted })
    const names = async (body: object) =>
      (await exported({ projectId, ...body })).rows.slice(1).map(([name]) => name)
    assert.deepEqual(await names({ isAsc: 'asc' }), ['周医生', '吴堃'])
    assert.deepEqual(await names({ isAsc: 'desc' }), ['吴堃', '周医生'])
    assert.deepEqual(await names({ status: 'accepted' }), ['周医生'])
    assert.deepEqual(await names({ hospital: '协和', status: '' }), ['吴堃'])
    assert.deepEqual(await names({ 'params[endTime]': PAST }), [])
    const bad = await manager.attempt(routes.export, { body: { after: 'x', status: 'maybe' } })
    assert.deepEqual(refusalOf(bad).fields?.toSorted(), ['after', 'status'])
  })

  it('PUB-6: leaves no sign-up out, however many there are', async () => {
    const { projectId } = await createProject()
    await api.db
      .insertInto('sys_user')
      .values(
        Array.from({ length: MANY }, (_, n) => ({
          user_name: `bulk-${projectId}-${n}`,
          password_hash: '!',
          role_type: 'doctor' as const,
        })),
      )
      .execute()
    const bulk = await api.db
      .insertInto('expert')
      .columns(['user_id', 'name'])
      .expression((eb) =>
        eb
          .selectFrom('sys_user')
          .select(['user_id', 'user_name'])
          .where('user_name', 'like', `bulk-${projectId}-%`),
      )
      .returning(['user_id', 'expert_id', 'name'])
      .execute()
    await api.db
      .insertInto('execution_intent')
      .values(bulk.map(({ user_id, expert_id }) => ({ project_id: projectId, user_id, expert_id })))
      .execute()
    const { rows } = await exported({ projectId })
    const names = rows.slice(1).map(([name]) => name)
    assert.equal(names.length, MANY)
    assert.deepEqual(new Set(names), new Set(bulk.map(({ name }) => name)))
  })

  it('PUB-6: in the language of the reader', async () => {
    const english = api.as(manager.token, 'en')
    const reply = await english.call(routes.export, { body: { projectId: UNKNOWN_ID } })
    const rows = await readSheetText(Buffer.from(reply.bytes))
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      [['Expert name', 'Department', 'Hospital', 'Title', 'Signup time', 'Phone']],
    )
  })
})
