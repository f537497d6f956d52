// Engine: postgres
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { after, describe, it } from 'node:test'
import { botRoutes as routes, type Bot, type BotCreate } from '@consilium/contract/bots/bots.ts'
import { deliveryRoutes } from '@consilium/contract/notices/deliveries.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { openProvider } from '../../../test/channel-servers.ts'
import { startApi, type MainAccount } from '../../../test/harness.ts'
import { openWorld } from '../../../test/meeting-world.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { refusalOf } from '../../../test/outcomes.ts'
import { toldAt } from './telling.ts'

const SECRET = `SEC${'0a'.repeat(32)}`
const clock = movableClock()
const provider = await openProvider({ ok: { errcode: 0 }, final: { errcode: 310000 } })
const api = await startApi({
  clock,
  env: { DINGTALK_BOT_URL: provider.url, WECOM_BOT_URL: provider.url },
})
after(async () => {
  await api.close()
  await provider.close()
})
const world = await openWorld(api)

const dingtalk = (more: Partial<BotCreate> = {}): BotCreate => ({
  channel: 'dingtalk',
  name: '项目组',
  address: `${provider.url}/robot/send?access_token=0123456789abcdef`,
  secret: SECRET,
  kinds: ['meetingStage', 'meetingCreated'],
  quietFrom: null,
  quietUntil: null,
  ...more,
})
const create = (user: MainAccount, more: Partial<BotCreate> = {}) =>
  user.call(routes.create, { body: dingtalk(more) })
const textsOf = () =>
  provider.state.requests.map(({ body }) => (JSON.parse(body) as { text: { content: string } }).text.content)

/** Waits for what the reader and the jobs do after the commit. */
async function until(isDone: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let n = 0; n < 300; n++) {
    if (await isDone()) return
    await delay(100)
  }
  assert.fail(what)
}

describe('bots of organizations', () => {
  it('NOT-4: address and secret are sealed and never answered; a test message is signed and says who told it', async () => {
    const bot = await create(world.executor)
    const { botId, version: _version, createTime: _time, ...shown } = bot
    assert.deepEqual(shown, {
      channel: 'dingtalk',
      name: '项目组',
      host: new URL(provider.url).host,
      tail: 'cdef',
      hasSecret: true,
      kinds: ['meetingStage', 'meetingCreated'],
      quietFrom: null,
      quietUntil: null,
      isOn: true,
      waiting: 0,
      sentTime: null,
      failure: null,
    })
    const row = await api.db
      .selectFrom('organization_bot')
      .selectAll()
      .where('bot_id', '=', botId)
      .executeTakeFirstOrThrow()
    const stored = [row.address_cipher, row.secret_cipher].map((cipher) => cipher?.toString('latin1')).join()
    assert.ok(!stored.includes('0123456789') && !stored.includes('SEC'))
    const before = clock.wire()
    const tested = await world.executor.call(routes.test, { body: { botId } })
    assert.ok(tested.sentTime! >= before && tested.sentTime! <= clock.wire())
    const call = provider.state.requests.at(-1)!
    assert.ok(call.url.searchParams.get('sign') && call.url.searchParams.get('timestamp'))
    provider.state.behaviour = 'final'
    const refused = await world.executor.attempt(routes.test, { body: { botId } })
    provider.state.behaviour = 'ok'
    assert.deepEqual([refused.status, refused.error?.error], [409, 'BOT_REFUSED'])
    const [listed] = (await world.executor.call(routes.list, {})).bots
    assert.equal(listed?.failure, 'errcode 310000')
    await world.executor.call(routes.remove, { params: { botId } })
  })

  it('NOT-4: an organization sees and changes its own bots only, and people of it none', async () => {
    const { botId, version } = await create(world.executor)
    const { address: _address, secret: _secret, channel: _channel, ...rest } = dingtalk()
    const other = await api.executor()
    assert.deepEqual(await other.call(routes.list, {}), { bots: [] })
    for (const outcome of [
      await other.attempt(routes.change, { body: { ...rest, botId, version, isOn: false } }),
      await other.attempt(routes.test, { body: { botId } }),
      await other.attempt(routes.remove, { params: { botId } }),
      await world.sponsor.attempt(routes.remove, { params: { botId } }),
    ])
      assert.equal(outcome.status, 404)
    const changed = await world.executor.call(routes.change, {
      body: { ...rest, botId, version, isOn: false },
    })
    assert.deepEqual([changed.isOn, changed.hasSecret, changed.version], [false, true, version + 1])
    const stale = await world.executor.attempt(routes.change, {
      body: { ...rest, botId, version, isOn: true },
    })
    assert.equal(stale.error?.error, 'STALE_RECORD')
    await world.executor.call(routes.remove, { params: { botId } })
  })

  it('NOT-4: addresses that are private, of another host or kind, and secrets of another kind are refused by field', async () => {
    const user = await api.executor()
    const at = 'robot/send?access_token=0123456789abcdef'
    const bad: [Partial<BotCreate>, string, string][] = [
      [{ address: `http://oapi.dingtalk.com/${at}` }, 'BOT_ADDRESS_UNSAFE', 'address'],
      [{ address: `https://10.0.0.5/${at}` }, 'BOT_ADDRESS_UNSAFE', 'address'],
      [{ address: `https://localhost/${at}` }, 'BOT_ADDRESS_UNSAFE', 'address'],
      [{ address: `https://[::ffff:127.0.0.1]/${at}` }, 'BOT_ADDRESS_UNSAFE', 'address'],
      [{ address: `https://u:p@oapi.dingtalk.com/${at}` }, 'BOT_ADDRESS_UNSAFE', 'address'],
      [{ address: 'file:///etc/passwd' }, 'BOT_ADDRESS_UNSAFE', 'address'],
      [{ address: 'no address' }, 'BOT_ADDRESS_UNSAFE', 'address'],
      [{ address: `https://evil.example/${at}` }, 'BOT_ADDRESS_FOREIGN', 'address'],
      [{ address: `${provider.url}/other?access_token=0123456789` }, 'BOT_ADDRESS_FOREIGN', 'address'],
      [{ address: `${provider.url}/${at}&x=1` }, 'BOT_ADDRESS_FOREIGN', 'address'],
      [{ secret: 'abcdefgh12345678' }, 'BOT_SECRET_UNFIT', 'secret'],
      [
        { channel: 'wecom', address: `${provider.url}/cgi-bin/webhook/send?key=0a1b2c3d-4e5f` },
        'BOT_SECRET_UNFIT',
        'secret',
      ],
      [{ quietFrom: '21:00' }, 'VALIDATION_FAILED', 'quietUntil'],
      [{ quietFrom: '24:00', quietUntil: '08:00' }, 'VALIDATION_FAILED', 'quietFrom'],
    ]
    for (const [more, error, field] of bad) {
      const outcome = await user.attempt(routes.create, { body: dingtalk(more) })
      const { fields, ...refused } = refusalOf(outcome)
      assert.deepEqual([refused, fields], [{ status: 400, error }, [field]], JSON.stringify(more))
    }
    // Another address without its secret would have calls signed by the former one.
    const { botId, version } = await create(user)
    const { secret: _secret, channel: _channel, ...rest } = dingtalk()
    const moved = await user.attempt(routes.change, { body: { ...rest, botId, version, isOn: true } })
    assert.deepEqual(refusalOf(moved), { status: 400, error: 'BOT_SECRET_NEEDED', fields: ['secret'] })
  })

  it('NOT-4: an organization has 20 bots, however many are added at once', async () => {
    const user = await api.executor()
    const outcomes = await Promise.all(
      Array.from({ length: 22 }, () => user.attempt(routes.create, { body: dingtalk() })),
    )
    assert.equal(outcomes.filter(({ status }) => status === 200).length, 20)
    assert.deepEqual(
      outcomes.flatMap(({ error }) => (error ? [error.error] : [])),
      ['TOO_MANY_BOTS', 'TOO_MANY_BOTS'],
    )
  })

  it('NOT-4: groups hear of chosen kinds, each text once and without a person; other organizations hear nothing', async () => {
    const bot = await create(world.executor, { kinds: ['meetingCreated'] })
    const stranger = await create(await api.executor(), { kinds: ['meetingCreated'] })
    provider.state.requests.length = 0
    const { meetingId } = await world.meeting()
    const { meetingName } = await world.manager.call(meetingRoutes.get, { params: { meetingId } })
    await world.attendee(meetingId)
    const told = `会议“${meetingName}”已创建`
    await until(() => textsOf().includes(told), 'the group was not told')
    assert.deepEqual(textsOf(), [told])
    const bots = [bot, stranger].map(({ botId }) => botId)
    const left = await api.db.selectFrom('bot_notice').selectAll().where('bot_id', 'in', bots).execute()
    await until(async () => {
      const rows = await api.db.selectFrom('bot_notice').selectAll().where('bot_id', 'in', bots).execute()
      return rows.length === 0
    }, `${left.length} texts are left`)
    const admin = await api.admin()
    const { channel } = bot
    const query = { meetingId, channel }
    const { rows: logged } = await admin.call(deliveryRoutes.list, { query })
    assert.deepEqual(
      logged.map(({ kind, name, state, attempts, userId }) => [kind, name, state, attempts, userId]),
      [['meetingCreated', bot.name, 'sent', 1, null]],
    )
    assert.equal((await world.executor.call(deliveryRoutes.list, { query })).total, 0)
    provider.state.behaviour = 'final'
    await world.meeting()
    const logOf = async (state: 'queued' | 'suppressed' | 'failed') =>
      (await admin.call(deliveryRoutes.list, { query: { channel, state } })).rows
    await until(
      async () =>
        (await logOf('queued'))[0]?.reason !== undefined && (await logOf('queued'))[0]?.reason !== null,
      'the refusal is logged',
    )
    await world.executor.call(routes.remove, { params: { botId: bot.botId } })
    provider.state.behaviour = 'ok'
    assert.equal((await logOf('suppressed'))[0]?.reason, 'GONE')
    assert.deepEqual(await logOf('queued'), [])
  })

  it('NOT-4: 20 calls a minute by the clock of the service; what is over the limit waits and is told together', async () => {
    const bot = await create(world.executor, { kinds: [] })
    const notices = (from: number, to: number) =>
      api.db
        .insertInto('bot_notice')
        .values(
          Array.from({ length: to - from }, (_, n) => ({
            bot_id: bot.botId,
            text: `第${from + n}条`,
            due_time: clock.wire(),
          })),
        )
        .execute()
    const waiting = async () => {
      const { bots } = await world.executor.call(routes.list, {})
      return bots.find(({ botId }: Bot) => botId === bot.botId)!.waiting
    }
    provider.state.requests.length = 0
    await notices(0, 19)
    await until(async () => (await waiting()) === 0, 'the first 19 were not told')
    await notices(19, 50)
    await until(async () => (await waiting()) === 0, 'the others were not told')
    // 19 one by one, then all that waited in the one call that was left.
    assert.equal(provider.state.requests.length, 20)
    assert.deepEqual(
      textsOf().join('\n\n').split('\n\n').toSorted(),
      Array.from({ length: 50 }, (_, n) => `第${n}条`).toSorted(),
    )
    const refused = await world.executor.attempt(routes.test, { body: { botId: bot.botId } })
    assert.equal(refused.error?.error, 'TOO_MANY_REQUESTS')
    await notices(50, 51)
    assert.equal(await waiting(), 1)
    clock.advance(62_000)
    await until(async () => (await waiting()) === 0, 'the last one was not told')
    assert.equal(provider.state.requests.length, 21)
  })

  it('NOT-4: quiet hours hold texts back until they end, also over midnight', () => {
    const at = (time: string, from = '21:00', end = '08:00') => toldAt(`2026-11-24 ${time}`, from, end)
    assert.equal(at('20:59:59'), '2026-11-24 20:59:59')
    assert.equal(at('21:00:00'), '2026-11-25 08:00:00')
    assert.equal(at('00:10:00'), '2026-11-24 08:00:00')
    assert.equal(at('07:59:59'), '2026-11-24 08:00:00')
    assert.equal(at('08:00:00'), '2026-11-24 08:00:00')
    assert.equal(at('12:30:00', '12:00', '14:00'), '2026-11-24 14:00:00')
    assert.equal(at('14:00:00', '12:00', '14:00'), '2026-11-24 14:00:00')
    assert.equal(toldAt('2026-12-31 23:00:00', '21:00', '08:00'), '2027-01-01 08:00:00')
    assert.equal(toldAt('2026-11-24 23:00:00', null, null), '2026-11-24 23:00:00')
  })
})
