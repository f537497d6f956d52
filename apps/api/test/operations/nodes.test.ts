// Engine: both
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { DataFolderInUse } from '../../src/infra/db/engine/lock.ts'
import { openStream } from '../event-reader.ts'
import { rawAt, startApi } from '../harness.ts'

const api = await startApi()
after(() => api.close())

if (api.engine.kind === 'embedded') {
  it('a second node on the folder of an embedded database is refused', async () => {
    await assert.rejects(api.startNode(), DataFolderInUse)
    assert.equal(
      (await (await api.admin()).attempt(profileRoutes.getInfo, {})).status,
      200,
      'the first goes on',
    )
  })
} else {
  describe('two nodes on one server', () => {
    it('SVC-10: messages of one node reach the streams of the other', async () => {
      const other = await api.startNode()
      try {
        const expert = await api.expert()
        const there = createClient({ baseUrl: other.url + BASE_PATH, token: expert.token })
        const stream = await openStream({ raw: rawAt(other.url + BASE_PATH) }, expert.token)
        assert.equal((await stream.nextMessage()).data.unreadCount, 0)
        const admin = await api.admin()
        const data = await admin.call(expertRoutes.get, { params: { expertId: expert.expertId } })
        const { expertId, version } = data
        await admin.call(expertRoutes.update, { body: { expertId, version, auditStatus: 'approved' } })
        const { data: told } = await stream.nextMessage()
        assert.deepEqual([told.unreadCount, told.kind], [1, 'expertAudit'])
        await admin.call(accountRoutes.changeStatus, { body: { userId: expert.userId, status: '1' } })
        await stream.untilEnd()
        assert.equal((await there.attempt(profileRoutes.getInfo, {})).status, 401)
      } finally {
        await other.close()
      }
    })

    it('OPS-12: two nodes count log-ins of one address and one phone together', async () => {
      const perMinute = 12
      const env = { ANONYMOUS_REQUESTS_PER_MINUTE: String(perMinute) }
      const nodes = [await api.startNode(undefined, env), await api.startNode(undefined, env)]
      try {
        await api.db.deleteFrom('rate_count').execute()
        const clients = nodes.map(({ url }) => createClient({ baseUrl: url + BASE_PATH }))
        const attempt = (n: number, username: string) =>
          clients[n % 2]!.attempt(accountRoutes.login, { body: { username, password: 'not-this-one' } })
        const answers = []
        for (let n = 0; n < perMinute + 2; n++) answers.push(await attempt(n, `nobody-${n}`))
        assert.deepEqual(
          answers.map(({ status }) => status === 429),
          answers.map((_answer, n) => n >= perMinute),
        )
        const seconds = Number(answers.at(-1)?.headers.get('retry-after'))
        assert.ok(seconds > 0 && seconds <= 60)
      } finally {
        for (const node of nodes) await node.close()
      }
    })

    it('three nodes that start at once on an empty database migrate it once', async () => {
      const { url } = await api.emptyDatabase()
      const nodes = await Promise.all([1, 2, 3].map(() => api.startNode(url)))
      try {
        for (const node of nodes) assert.equal((await fetch(`${node.url}/health/ready`)).status, 200)
        const rows = await nodes[0]?.db.selectFrom('sys_user').select('user_name').execute()
        assert.deepEqual(rows, [{ user_name: 'admin' }], 'one first account')
      } finally {
        for (const node of nodes) await node.close()
      }
    })
  })
}
