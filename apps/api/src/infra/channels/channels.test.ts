import assert from 'node:assert/strict'
import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import {
  BUSY_SECONDS,
  makeServerCertificate,
  openMailServer,
  openProvider,
  type Behaviour,
} from '../../../test/channel-servers.ts'
import { createAliyunSms } from './aliyun-sms.ts'
import type { Channel, Outgoing } from './channel.ts'
import { createDingtalkBot } from './dingtalk-bot.ts'
import { createFeishuBot } from './feishu-bot.ts'
import { createSmtpMail } from './smtp-mail.ts'
import { createTencentSms } from './tencent-sms.ts'
import { createWebhookSms } from './webhook-sms.ts'
import { createWecomBot } from './wecom-bot.ts'
import { createFileChannel } from './file-channel.ts'

const now = () => new Date('2026-11-24T07:00:00Z')
const never = new AbortController().signal
const CLOSED = 'http://127.0.0.1:9'

const sms: Outgoing = {
  id: 'd-1',
  to: '13800138000',
  templateId: 'agreementReady',
  params: { meeting: '肺癌专家会' },
  text: '您有一份劳务协议待签署（会议：肺癌专家会）',
}
const mail: Outgoing = {
  id: 'd-1',
  to: 'wang@example.com',
  params: {},
  subject: '待签署',
  text: '请登录平台签署',
}
const templates = { code: 'SMS_1', agreementReady: 'SMS_2' }
const aliyun = { accessKeyId: 'id', accessKeySecret: 'secret', signName: '会议平台', templates }
const tencent = {
  region: 'ap-guangzhou',
  secretId: 'id',
  secretKey: 'secret',
  appId: '1400006666',
  signName: '会议平台',
  templates,
}

interface Row {
  channel: (url: string) => Channel
  message: (url: string) => Outgoing
  /** What the provider answers when it accepts, and when it refuses this message for good. */
  ok: unknown
  final: unknown
  finalStatus?: number
  /** Behaviours that mean acceptance here, since only the status counts. */
  alsoAccepted?: Behaviour[]
}

const bot = (url: string): Outgoing => ({
  id: 'd-1',
  to: `${url}/hook?key=k`,
  params: {},
  text: '会议已结项',
})

const ROWS: Record<string, Row> = {
  webhook: {
    channel: (url) => createWebhookSms({ url, secret: 's' }, now),
    message: () => sms,
    ok: {},
    final: {},
    finalStatus: 422,
    alsoAccepted: ['garbage'],
  },
  aliyun: {
    channel: (endpoint) => createAliyunSms({ endpoint, ...aliyun }, now),
    message: () => sms,
    ok: { Code: 'OK', Message: 'OK', BizId: '9006195', RequestId: 'r' },
    final: { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '13800138000 号码非法', RequestId: 'r' },
  },
  tencent: {
    channel: (endpoint) => createTencentSms({ endpoint, ...tencent }, now),
    message: () => sms,
    ok: { Response: { SendStatusSet: [{ SerialNo: '5000:1', Code: 'Ok' }], RequestId: 'r' } },
    final: { Response: { SendStatusSet: [{ Code: 'FailedOperation.PhoneNumberInBlacklist' }] } },
  },
  wecom: {
    channel: () => createWecomBot(),
    message: bot,
    ok: { errcode: 0, errmsg: 'ok' },
    final: { errcode: 93000, errmsg: 'invalid webhook url' },
  },
  dingtalk: {
    channel: () => createDingtalkBot(now),
    message: (url) => ({ ...bot(url), secret: 'SEC1' }),
    ok: { errcode: 0, errmsg: 'ok' },
    final: { errcode: 310000, errmsg: 'sign not match' },
  },
  feishu: {
    channel: () => createFeishuBot(now),
    message: (url) => ({ ...bot(url), secret: 'abc' }),
    ok: { code: 0, msg: 'success', data: {} },
    final: { code: 19021, msg: 'sign match fail' },
  },
}

/** A provider with its channel, and what makes the provider behave. */
interface Stand {
  channel: Channel
  message: Outgoing
  behave: (behaviour: Behaviour) => void
  /** Ids that arrived. */
  arrived: () => number
  unreachable: () => Promise<unknown>
  alsoAccepted: Behaviour[]
  close: () => Promise<void>
}

async function standOf({ channel, message, ok, final, finalStatus, alsoAccepted = [] }: Row): Promise<Stand> {
  const provider = await openProvider({ ok, final, ...(finalStatus ? { finalStatus } : {}) })
  return {
    channel: channel(provider.url),
    message: message(provider.url),
    behave: (behaviour) => (provider.state.behaviour = behaviour),
    arrived: () => provider.state.requests.length,
    unreachable: () => channel(CLOSED).send(message(CLOSED), never),
    alsoAccepted,
    close: provider.close,
  }
}

const certificate = makeServerCertificate()
/** About what other providers may take. */
const MAIL_TIMEOUT_MS = 6000
const smtp = (url: string, timeoutMs = MAIL_TIMEOUT_MS) =>
  createSmtpMail(
    { url, from: 'Consilium <notices@example.com>', ca: certificate.cert, domain: 'consilium.example' },
    timeoutMs,
  )

async function mailStand(): Promise<Stand> {
  const server = await openMailServer(certificate)
  const channel = smtp(server.url)
  return {
    channel,
    message: mail,
    behave: (behaviour) => (server.state.behaviour = behaviour),
    arrived: () => server.state.mails.length,
    unreachable: () => {
      const other = smtp('smtp://sender:x@127.0.0.1:9')
      return other.send(mail, never).finally(() => other.close())
    },
    alsoAccepted: [],
    async close() {
      channel.close()
      await server.close()
    },
  }
}

const STANDS: Record<string, () => Promise<Stand>> = {
  ...Object.fromEntries(Object.entries(ROWS).map(([name, row]) => [name, () => standOf(row)])),
  smtp: mailStand,
}

const refusal = (outcome: unknown) => {
  assert.equal((outcome as { accepted: boolean }).accepted, false)
  return outcome as { final: boolean; reason: string; retryAfterMs?: number }
}

describe('channels, whatever their provider', { concurrency: true }, () => {
  for (const [name, open] of Object.entries(STANDS))
    it(`NOT-2, NOT-3, NOT-4: ${name} accepts, repeats what may pass, ends what will not, and hangs with nobody`, async () => {
      const stand = await open()
      after(stand.close)
      const { channel, message, behave } = stand
      const send = async (behaviour: Behaviour, signal = never) => {
        behave(behaviour)
        return channel.send(message, signal)
      }
      assert.equal((await send('ok')).accepted, true)
      // The same delivery once more: the gateway knows it by its id, and both answers are taken.
      assert.equal((await send('ok')).accepted, true)
      assert.equal(stand.arrived(), 2)

      for (const behaviour of ['broken', 'garbage', 'busy'] as const) {
        const outcome = await send(behaviour)
        if (stand.alsoAccepted.includes(behaviour)) assert.equal(outcome.accepted, true)
        else assert.equal(refusal(outcome).final, false, behaviour)
      }
      if (name !== 'smtp') assert.equal(refusal(await send('busy')).retryAfterMs, BUSY_SECONDS * 1000)

      const final = refusal(await send('final'))
      assert.equal(final.final, true)
      assert.ok(!/13800138000|wang@|http:/.test(final.reason), 'a reason is logged')

      const hanging = refusal(await send('hang'))
      assert.deepEqual([hanging.final, hanging.reason], [false, 'TIMEOUT'])
      const stop = new AbortController()
      const stopped = send('hang', stop.signal)
      stop.abort(new Error('the job ends'))
      await assert.rejects(stopped, /the job ends/)
      assert.equal(refusal(await stand.unreachable()).final, false)
      // What hung or broke leaves the channel usable.
      assert.equal((await send('ok')).accepted, true)
    })

  it('NOT-2: the file of development holds a line a message, and refuses some addresses for good', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outbox-'))
    after(() => rmSync(folder, { recursive: true }))
    const channel = createFileChannel('sms', folder, 'out.txt')
    await channel.send(sms, never)
    await channel.send({ ...sms, templateId: 'code.login', params: { code: '123456' }, text: '' }, never)
    await channel.send({ ...mail, text: 'one\n  two' }, never)
    for (const to of ['10990012345', 'wang@refused.example'])
      assert.equal(refusal(await channel.send({ ...sms, to }, never)).final, true, to)
    assert.deepEqual(readFileSync(join(folder, 'out.txt'), 'utf8').split('\n'), [
      `13800138000 ${sms.text}`,
      '13800138000 123456',
      'wang@example.com one two',
      '',
    ])
  })
})
