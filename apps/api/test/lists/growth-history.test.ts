// Engine: postgres
// Process: own
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { overviewRoutes } from '@consilium/contract/overviews/overviews.ts'
import { operations } from '@consilium/contract/routes.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { copyRows } from '../input/bulk-rows.ts'
import { createClock } from '../../src/infra/clock.ts'
import { startApi, TIME_ZONE } from '../harness.ts'
import { openWorld } from '../meeting-world.ts'
import { scansOf, statementsOf, watchStatements } from './statements-read.ts'

/** Years of a busy installation, for what is written with every change and never shown as a whole. */
const PAST = 20_000
/** Rows of one table that one statement may read: those that a list counts, and its page. */
const READ_MAX = 10_100

watchStatements()
const api = await startApi({ plansForValues: true })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor, meeting } = world
const admin = await api.admin()
const { meetingId, projectId } = await meeting()
const expert = await world.expert()
const signer = await world.expert()

before(async () => {
  const { userId } = manager
  const each = sql`generate_series(1, ${PAST}::int) n`
  const ago = sql`now() - make_interval(mins => n)`
  const past = sql`now() - make_interval(mins => user_id::int)`
  await copyRows(api.db, [
    sql`insert into event (place, name, version, record_id, actor_id, fields, create_time)
      select -n, case when n % 2 = 0 then 'meeting.stageChanged' else 'message.raised' end, 1, n, ${userId}, '{}', ${ago} from ${each}`,
    sql`insert into oper_log (operation, user_id, user_name, target, http_status, ip, request_id, oper_time, chain_position, chain_hash)
      select 'meeting.update', ${userId}, 'past', 'meetingId=' || n, 200, '127.0.0.1', n::text, ${ago}, -n, '' from ${each}`,
    sql`insert into timeline_entry (kind, record_id, meeting_id, time, user_id)
      select 'meetingStage', 1000000 + n, ${meetingId}, ${ago}, ${userId} from ${each}`,
    sql`with made as (insert into sys_user (user_name, password_hash, role_type)
        select 'past' || n, '!', 'executor' from ${each} returning user_id)
      insert into organization (org_name, org_type, main_user_id) select '机构' || user_id, 'executor', user_id from made`,
    sql`insert into message (user_id, kind, read_time, create_time)
      select ${userId}, 'expertAudit', now(), ${ago} from ${each}
      union all select user_id, 'expertAudit', now(), ${past} from sys_user where user_name like 'past%'`,
    sql`insert into delivery (kind, user_id, channel, state, create_time, sent_time, settled_time)
      select 'expertAudit', user_id, 'sms', 'delivered', ${past}, ${past}, ${past}
        from sys_user where user_name like 'past%'`,
  ])
})

/** Reads only: what writes as well would write a second time. */
const WRITES = /\b(?:insert into|delete from|update \w+ \w+ set|update "?\w+"? set)\b/i

/** What the statements of a piece of work read beyond the limit. */
async function readBeyond(what: string, work: () => Promise<unknown>): Promise<string[]> {
  const beyond: string[] = []
  for (const statement of await statementsOf(work)) {
    if (WRITES.test(statement.text)) continue
    for (const { relation, rows } of await scansOf(api.engine.pool, statement))
      if (rows > READ_MAX) beyond.push(`${what}: ${rows} rows of ${relation} by ${statement.text}`)
  }
  return beyond
}

it('GRO-1 HSE-25: the life of a meeting, and the readers of its events, read nothing of the past', async () => {
  let held = 0
  let attendeeId = 0
  const steps: Record<string, () => Promise<unknown>> = {
    'a meeting': async () => ({ meetingId: held } = await meeting()),
    'an invitation': async () => ({ attendeeId } = await world.attendee(held, { phone: signer.phone })),
    'a signature': () => world.sign(signer, attendeeId),
    'a payment': () =>
      executor.call(paymentRoutes.record, { body: { attendeeId, paidDate: createClock(TIME_ZONE).today() } }),
    'an invoice': () =>
      executor.call(materialRoutes.meetingInvoice.create, {
        body: { meetingId: held, totalAmount: '80.00' },
      }),
    'a stage': () =>
      manager.call(meetingRoutes.changeStage, { body: { meetingId: held, currentStage: 'inviting' } }),
  }
  for (const [what, step] of Object.entries(steps))
    assert.deepEqual(
      await readBeyond(what, async () => {
        await step()
        await manager.call(overviewRoutes.meetingTimeline, { params: { meetingId: held } })
      }),
      [],
    )
})

it('GRO-1: no GET reads more of the past than a list counts', async () => {
  const { attendeeId, expertId } = await world.attendee(meetingId, { phone: expert.phone })
  await executor.call(materialRoutes.meetingInvoice.create, { body: { meetingId, totalAmount: '150.00' } })
  const known = { meetingId, projectId, attendeeId, expertId, userId: executor.userId }
  const ids = new Map(Object.entries(known).map(([name, id]) => [name, String(id)]))
  const beyond: string[] = []
  for (const { name, route } of operations) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, (whole, id: string) => ids.get(id) ?? whole)
    if (route.method !== 'GET' || route.answer.kind === 'stream' || path.includes('{')) continue
    const query =
      route.query instanceof z.ZodObject && 'meetingId' in route.query.shape ? `?meetingId=${meetingId}` : ''
    for (const { token } of [admin, manager, executor, expert])
      beyond.push(...(await readBeyond(name, () => api.raw(path + query, { token }))))
  }
  assert.deepEqual(beyond, [])
})
