// Engine: postgres
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import type { App } from '../../src/app.ts'
import { startPooler } from '../db/pooler.ts'
import { openStream } from '../event-reader.ts'
import { rawAt, startApi } from '../harness.ts'

const api = await startApi()
after(() => api.close())
const direct = api.settings.DATABASE_URL!

async function withPooler<T>(connectQuery: string | null, work: (url: string) => Promise<T>): Promise<T> {
  const pooler = await startPooler(direct, connectQuery)
  try {
    return await work(pooler.url)
  } finally {
    await pooler.close()
  }
}

const startBehind = (url: string): Promise<App> => api.startNode(url, { DATABASE_DIRECT_URL: direct })
const baseOf = (app: App) => app.url + BASE_PATH

/** What a start says that the pooler must be told. */
const wantedQuery = (url: string): Promise<string> =>
  startBehind(url).then(
    () => assert.fail('sessions without limits were taken'),
    (error: Error) => {
      assert.match(
        error.message,
        /another statement_timeout, lock_timeout, idle_in_transaction_session_timeout/,
      )
      return /connect_query='([^']+)'/.exec(error.message)![1]!
    },
  )

describe('FLT-28: nodes behind a pooler that gives a session for each transaction', () => {
  let query: string
  before(async () => void (query = await withPooler(null, wantedQuery)))

  it('a start names the settings that the sessions of the pooler lack', () => {
    assert.match(query, /^set statement_timeout to \d+; set lock_timeout to \d+; .*set jit to off$/)
  })

  it('two nodes start one after the other, and again, answer as one that is not behind it, and hear each other', () =>
    withPooler(query, async (url) => {
      await (await startBehind(url)).close()
      const nodes = [await startBehind(url), await startBehind(url)]
      try {
        const admin = await api.admin()
        const experts = await Promise.all(Array.from({ length: 6 }, () => api.expert()))
        const clients = nodes.map((node) => createClient({ baseUrl: baseOf(node), token: admin.token }))
        const [first] = experts
        const stream = await openStream({ raw: rawAt(baseOf(nodes[1]!)) }, first!.token)
        assert.equal((await stream.nextMessage()).data.unreadCount, 0)

        const approve = async (expertId: number, { call }: Client) => {
          const { version } = await call(expertRoutes.get, { params: { expertId } })
          return call(expertRoutes.update, { body: { expertId, version, auditStatus: 'approved' } })
        }
        await Promise.all(experts.map(({ expertId }, place) => approve(expertId, clients[place % 2]!)))
        const { data: told } = await stream.nextMessage()
        assert.deepEqual([told.unreadCount, told.kind], [1, 'expertAudit'])
        stream.close()

        // More requests at once than the pooler has sessions, with times in the zone of the service.
        const wanted = await admin.call(expertRoutes.list, {})
        assert.ok(wanted.rows.every(({ auditStatus }) => auditStatus === 'approved'))
        const lists = await Promise.all(
          Array.from({ length: 12 }, (_, place) => clients[place % 2]!.call(expertRoutes.list, {})),
        )
        for (const list of lists) assert.deepEqual(list, wanted)
        assert.equal((await clients[0]!.call(profileRoutes.getInfo, {})).user.userId, admin.userId)
      } finally {
        for (const node of nodes) await node.close()
      }
    }))
})
