import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { openProvider } from '../../../test/channel-servers.ts'
import { combinedTexts } from './bot-text.ts'
import { createDingtalkBot } from './dingtalk-bot.ts'
import { createFeishuBot } from './feishu-bot.ts'
import { createWecomBot } from './wecom-bot.ts'

const now = () => new Date(1_599_360_473_123)
const never = new AbortController().signal

interface Sent {
  text?: { content: string }
  content?: { text: string }
}
const bodyOf = (provider: Awaited<ReturnType<typeof openProvider>>, n = 0): Sent =>
  JSON.parse(provider.state.requests[n]!.body) as Sent
const toBot = (url: string, text: string, secret?: string) => ({
  id: 'd-1',
  to: url,
  params: {},
  text,
  ...(secret === undefined ? {} : { secret }),
})

describe('bots of groups', () => {
  it('NOT-4: WeCom gets 2,048 bytes of text, a longer one ends with an ellipsis between two characters', async () => {
    const provider = await openProvider({ ok: { errcode: 0 }, final: { errcode: 45009 } })
    after(provider.close)
    const url = `${provider.url}/cgi-bin/webhook/send?key=k`
    // 682 characters of three bytes and two of one are 2,048 bytes.
    const full = '会'.repeat(682) + 'ab'
    for (const text of [full, `${full}c`]) await createWecomBot().send(toBot(url, text), never)
    const [sent, cut] = [0, 1].map((n) => bodyOf(provider, n).text?.content ?? '')
    assert.equal(sent, full)
    assert.equal(cut, `${'会'.repeat(681)}…`)
    assert.ok(Buffer.byteLength(cut ?? '') <= 2048)
    assert.equal(provider.state.requests[0]!.url.href, url)
    provider.state.behaviour = 'final'
    const busy = { accepted: false, final: false, reason: 'errcode 45009', retryAfterMs: 60_000 }
    assert.deepEqual(await createWecomBot().send(toBot(url, 'x'), never), busy)
  })

  it('NOT-4: DingTalk is signed over milliseconds and the secret, and is silent for ten minutes when over its limit', async () => {
    const provider = await openProvider({ ok: { errcode: 0 }, final: { errcode: 660026 } })
    after(provider.close)
    const bot = createDingtalkBot(now)
    const url = `${provider.url}/robot/send?access_token=t`
    await bot.send(toBot(url, '会议已结项', 'SECabc'), never)
    const { searchParams } = provider.state.requests[0]!.url
    // 加签 of open.dingtalk.com: the secret keys the HMAC, and is a part of what is signed.
    const sign = createHmac('sha256', 'SECabc').update('1599360473123\nSECabc').digest('base64')
    assert.deepEqual(Object.fromEntries(searchParams), {
      access_token: 't',
      timestamp: '1599360473123',
      sign,
    })
    assert.deepEqual(bodyOf(provider), { msgtype: 'text', text: { content: '会议已结项' } })
    provider.state.behaviour = 'final'
    const outcome = await bot.send(toBot(url, 'x'), never)
    assert.deepEqual(outcome, {
      accepted: false,
      final: false,
      reason: 'errcode 660026',
      retryAfterMs: 600_000,
    })
    assert.equal(bot.rules.perMinute, 20)
  })

  it('NOT-4: Feishu is signed by a key of seconds and secret over nothing, in a body of at most 20 KB', async () => {
    const provider = await openProvider({ ok: { code: 0 }, final: { code: 19021 } })
    after(provider.close)
    const bot = createFeishuBot(now)
    const url = `${provider.url}/open-apis/bot/v2/hook/h`
    await bot.send(toBot(url, '"会"\n'.repeat(4000), 'abc'), never)
    const { body } = provider.state.requests[0]!
    const sign = createHmac('sha256', '1599360473\nabc').update('').digest('base64')
    const { content, ...rest } = bodyOf(provider)
    assert.deepEqual(rest, { timestamp: '1599360473', sign, msg_type: 'text' })
    assert.ok(content?.text.endsWith('…'))
    assert.ok(Buffer.byteLength(body) <= 20_480 && Buffer.byteLength(body) > 20_400)
    assert.deepEqual([bot.rules.perMinute, bot.rules.perSecond], [100, 5])
    await bot.send(toBot(url, 'x'), never)
    assert.deepEqual(bodyOf(provider, 1), { msg_type: 'text', content: { text: 'x' } })
  })

  it('NOT-4: texts are combined in their order into as few as fit, and none is lost', () => {
    const texts = Array.from({ length: 100 }, (_, n) => `会议 ${n} 已结项`)
    const combined = combinedTexts(texts, 2048)
    assert.deepEqual(combined.join('\n\n').split('\n\n'), texts)
    assert.ok(combined.every((text) => Buffer.byteLength(text) <= 2048))
    assert.equal(combined.length, 2)
    assert.deepEqual(combinedTexts(['a', '长'.repeat(1000), 'b'], 2048), ['a', '长'.repeat(1000), 'b'])
    assert.deepEqual(combinedTexts([], 10), [])
  })
})
