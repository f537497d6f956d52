// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { listViewRoutes as routes } from '@consilium/contract/list-views/list-views.ts'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import type { User } from '../../../test/harness.ts'
import { copiesOf } from '../../../test/input/bulk-rows.ts'
import { sharedApi } from '../../../test/shared-api.ts'

const api = await sharedApi({ after })
const [anna, berta, admin] = [await api.manager(), await api.manager(), await api.admin()]

const PHONE = '13812345678'
const query = new URLSearchParams({ name: '周明远', phone: PHONE }).toString()
const viewOf = (name: string, list = 'experts') => ({ list, name, query, columns: ['name', 'phone'] })
const namesOf = async (user: User, list = 'experts') =>
  (await user.call(routes.list, { query: { list } })).views.map(({ name }) => name)
const outcome = ({ status, error }: { status: number; error?: { error: string } | null }) =>
  `${status} ${error?.error ?? ''}`.trim()

describe('SEC-42: views of lists are kept by the service, for one account', () => {
  it('SEC-42: a view is saved, listed, renamed, replaced and deleted', async () => {
    const { viewId, createTime, ...saved } = await anna.call(routes.create, { body: viewOf(' 周医生 ') })
    assert.deepEqual(saved, viewOf('周医生'))
    assert.match(createTime, /^\d{4}-\d\d-\d\d /)
    await anna.call(routes.create, { body: viewOf('周医生', 'projects') })
    const renamed = await anna.call(routes.update, { body: { viewId, name: '周明远医生' } })
    assert.deepEqual([renamed.name, renamed.query], ['周明远医生', query])
    const replaced = await anna.call(routes.update, { body: { viewId, query: '', columns: [] } })
    assert.deepEqual([replaced.name, replaced.query, replaced.columns], ['周明远医生', '', []])
    assert.deepEqual(await anna.call(routes.update, { body: { viewId } }), replaced)
    assert.deepEqual(await namesOf(anna), ['周明远医生'])
    await anna.call(routes.remove, { params: { viewId } })
    assert.deepEqual([await namesOf(anna), await namesOf(anna, 'projects')], [[], ['周医生']])
    assert.equal(outcome(await anna.attempt(routes.remove, { params: { viewId } })), '404 NOT_FOUND')
  })

  it('SEC-42: no account sees, changes or deletes a view of another, administrators neither', async () => {
    const { viewId } = await anna.call(routes.create, { body: viewOf('只归自己') })
    for (const other of [berta, admin]) {
      assert.deepEqual(await namesOf(other), [])
      for (const body of [{ viewId }, { viewId, name: '改名' }])
        assert.equal(outcome(await other.attempt(routes.update, { body })), '404 NOT_FOUND')
      assert.equal(outcome(await other.attempt(routes.remove, { params: { viewId } })), '404 NOT_FOUND')
    }
    assert.deepEqual(await namesOf(anna), ['只归自己'])
    await berta.call(routes.create, { body: viewOf('只归自己') })
    for (const refused of [
      await api.anonymous.attempt(routes.list, { query: { list: 'experts' } }),
      await api.anonymous.attempt(routes.create, { body: viewOf('匿名') }),
      await api.anonymous.attempt(routes.update, { body: { viewId, name: '匿名' } }),
      await api.anonymous.attempt(routes.remove, { params: { viewId } }),
    ])
      assert.equal(refused.status, 401)
  })

  it('SEC-42: of ten saves of one name at once one is kept, and the others learn that it is taken', async () => {
    const user = await api.leader()
    const saves = await Promise.all(
      Array.from({ length: 10 }, () => user.attempt(routes.create, { body: viewOf('同名') })),
    )
    assert.deepEqual(saves.map(outcome).toSorted(), [
      '200',
      ...Array.from({ length: 9 }, () => '409 VIEW_NAME_TAKEN'),
    ])
    const { viewId } = await user.call(routes.create, { body: viewOf('另一个') })
    const renamed = await user.attempt(routes.update, { body: { viewId, name: '同名' } })
    assert.equal(outcome(renamed), '409 VIEW_NAME_TAKEN')
    assert.deepEqual(await namesOf(user), ['同名', '另一个'])
  })

  it('SEC-42: a list has 20 views and an account 200, however many are saved at once', async () => {
    const user = await api.leader()
    const many = async (count: number, list: string) => {
      const replies = await Promise.all(
        Array.from({ length: count }, (_, n) =>
          user.attempt(routes.create, { body: viewOf(`视图${n}`, list) }),
        ),
      )
      return Object.entries(Object.groupBy(replies.map(outcome), (each) => each))
        .map(([each, of]) => `${of?.length} × ${each}`)
        .toSorted()
    }
    assert.deepEqual(await many(22, 'list-1'), ['2 × 409 TOO_MANY_VIEWS', '20 × 200'])
    const { viewId: id } = await user.call(routes.create, { body: viewOf('视图', 'list-2') })
    const others = Array.from({ length: 178 }, (_, n) => ({
      list: `list-${2 + Math.floor((n + 1) / 20)}`,
      name: `视图${n}`,
    }))
    await copiesOf(api.db, { table: 'list_view', key: 'view_id', id }, others)
    assert.deepEqual(await many(2, 'list-11'), ['1 × 200', '1 × 409 TOO_MANY_VIEWS'])
    const [{ viewId } = { viewId: 0 }] = (await user.call(routes.list, { query: { list: 'list-1' } })).views
    await user.call(routes.remove, { params: { viewId } })
    assert.deepEqual(await many(0, 'list-1'), [])
    assert.equal(outcome(await user.attempt(routes.create, { body: viewOf('新的', 'list-1') })), '200')
  })

  it('SEC-42: names of 40 characters, 4,096 bytes of filters and 60 columns are taken, and no more', async () => {
    const user = await api.leader()
    const attempt = async (change: object) =>
      user.attempt(routes.create, { body: { ...viewOf('边界'), ...change } })
    const fits = { name: '长'.repeat(40), query: `n=${'a'.repeat(4094)}` }
    const columns = Array.from({ length: 60 }, (_, n) => `${n}`.padStart(60, 'c'))
    assert.equal((await attempt({ ...fits, columns })).status, 200)
    const fieldOf = async (change: object) => {
      const { status, error } = await attempt(change)
      return [status, ...(error?.details ?? []).map(({ field }) => field)].join(' ')
    }
    assert.equal(await fieldOf({ name: '长'.repeat(41) }), '400 name')
    assert.equal(await fieldOf({ name: ' ' }), '400 name')
    assert.equal(await fieldOf({ query: `n=${'a'.repeat(4095)}` }), '400 query')
    assert.equal(await fieldOf({ query: 'name=周' }), '400 query')
    assert.equal(await fieldOf({ columns: [...columns, 'one'] }), '400 columns')
    assert.equal(await fieldOf({ columns: ['c'.repeat(61)] }), '400 columns.0')
    assert.equal(await fieldOf({ list: 'l'.repeat(41) }), '400 list')
    assert.equal(await fieldOf({ list: '../experts' }), '400 list')
  })

  it('SEC-42: the views go with their account; the operation log names them by number only', async () => {
    const user = await api.leader()
    const { viewId } = await user.call(routes.create, { body: viewOf('随账号删除') })
    await admin.call(accountRoutes.remove, { params: { userId: String(user.userId) } })
    const { rows } = await admin.call(operationLogRoutes.list, { query: { pageSize: 50 } })
    const told = rows.map(({ operation, target }) => `${operation} ${target}`)
    assert.ok(told.includes(`account.remove userId=${user.userId}`), told.join('\n'))
    assert.ok(told.includes(`listView.create viewId=${viewId}`), told.join('\n'))
    assert.ok(!JSON.stringify(rows).includes(PHONE))
    const left = await api.engine.pool.query('select from list_view where user_id = $1', [user.userId])
    assert.equal(left.rowCount, 0)
  })
})
