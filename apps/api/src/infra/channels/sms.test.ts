import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { openProvider } from '../../../test/channel-servers.ts'
import { createAliyunSms } from './aliyun-sms.ts'
import { signedForAliyun } from './aliyun-signature.ts'
import type { Channel, Outgoing } from './channel.ts'
import { inOrder } from './ordered-sms.ts'
import { invalidParam, paramFrom, smsUnits } from './sms-params.ts'
import { createTencentSms } from './tencent-sms.ts'
import { signedForTencent } from './tencent-signature.ts'
import { createWebhookSms } from './webhook-sms.ts'

const now = () => new Date('2026-11-24T07:00:00Z')
const never = new AbortController().signal
const templates = { code: 'SMS_1', 'code.sign': 'SMS_9', agreementReady: 'SMS_2' }
const message: Outgoing = {
  id: 'd-1',
  to: '13800138000',
  templateId: 'agreementReady',
  params: { meeting: '肺癌 & 专家会', link: 'a1B2c3D4' },
  text: '您有一份劳务协议待签署',
}

describe('signatures of providers', () => {
  // The example with fixed values of https://help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature
  it('NOT-2: ACS3-HMAC-SHA256 signs the published example of Alibaba Cloud', () => {
    const signed = signedForAliyun({
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
      accessKeyId: 'YourAccessKeyId',
      accessKeySecret: 'YourAccessKeySecret',
      nonce: '3156853299f313e23d1673dc12e1703d',
      now: new Date('2023-10-26T10:22:32Z'),
    })
    assert.equal(
      signed.headers['authorization'],
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,' +
        'SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,' +
        'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    )
  })

  // The example of https://cloud.tencent.com/document/api/213/30654, with the keys it had before they were masked.
  it('NOT-2: TC3-HMAC-SHA256 signs the published example of Tencent Cloud', () => {
    const headers = signedForTencent({
      host: 'cvm.tencentcloudapi.com',
      service: 'cvm',
      action: 'DescribeInstances',
      version: '2017-03-12',
      region: 'ap-guangzhou',
      body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
      secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE',
      secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
      now: new Date(1_551_113_065_000),
    })
    assert.equal(
      headers['authorization'],
      'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, ' +
        'SignedHeaders=content-type;host, ' +
        'Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
    )
  })
})

describe('calls of providers of SMS', () => {
  it('NOT-2: Alibaba Cloud gets number, sender, template, values and id, signed with the clock of the service', async () => {
    const provider = await openProvider({ ok: { Code: 'OK', BizId: '9006195^0' }, final: {} })
    after(provider.close)
    const keys = { accessKeyId: 'id', accessKeySecret: 'secret' }
    const channel = createAliyunSms({ endpoint: provider.url, ...keys, signName: '会议平台', templates }, now)
    assert.deepEqual(await channel.send(message, never), { accepted: true, providerId: '9006195^0' })
    const [{ url, headers }] = provider.state.requests as [(typeof provider.state.requests)[0]]
    const query = Object.fromEntries(url.searchParams)
    assert.deepEqual(query, {
      PhoneNumbers: '13800138000',
      SignName: '会议平台',
      TemplateCode: 'SMS_2',
      TemplateParam: JSON.stringify(message.params),
      OutId: 'd-1',
    })
    const nonce = String(headers['x-acs-signature-nonce'])
    const again = { host: url.host, action: 'SendSms', version: '2017-05-25', query, ...keys, nonce }
    assert.equal(headers['authorization'], signedForAliyun({ ...again, now: now() }).headers['authorization'])
    assert.equal(headers['x-acs-date'], '2026-11-24T07:00:00Z')
  })

  it('NOT-2: Tencent Cloud gets the values in the order of the template, and its limits name a time', async () => {
    const status = (Code: string) => ({ Response: { SendStatusSet: [{ Code, SerialNo: '5000:1' }] } })
    const provider = await openProvider({
      ok: status('Ok'),
      final: status('LimitExceeded.PhoneNumberThirtySecondLimit'),
    })
    after(provider.close)
    const channel = createTencentSms(
      {
        endpoint: provider.url,
        region: 'ap-guangzhou',
        secretId: 'id',
        secretKey: 'secret',
        appId: '1400006666',
        signName: '会议平台',
        templates,
      },
      now,
    )
    assert.deepEqual(await channel.send(message, never), { accepted: true, providerId: '5000:1' })
    assert.deepEqual(JSON.parse(provider.state.requests[0]!.body), {
      PhoneNumberSet: ['+8613800138000'],
      SmsSdkAppId: '1400006666',
      SignName: '会议平台',
      TemplateId: 'SMS_2',
      TemplateParamSet: ['肺癌 & 专家会', 'a1B2c3D4'],
      SessionContext: 'd-1',
    })
    provider.state.behaviour = 'final'
    assert.deepEqual(await channel.send(message, never), {
      accepted: false,
      final: false,
      reason: 'LimitExceeded.PhoneNumberThirtySecondLimit',
      retryAfterMs: 30_000,
    })
  })

  it('NOT-2: the webhook gets template and values beside what old receivers read', async () => {
    const provider = await openProvider({ ok: {}, final: {} })
    after(provider.close)
    const channel = createWebhookSms({ url: provider.url, secret: 'shared' }, now)
    const texts = { 'zh-CN': '中', en: 'en' }
    await channel.send({ ...message, texts }, never)
    await channel.send(
      { id: 'c-1', to: '13800138000', templateId: 'code.sign', params: { code: '482913' }, text: '' },
      never,
    )
    const [notice, code] = provider.state.requests.map(({ body }) => JSON.parse(body) as unknown)
    const { params, templateId } = message
    const noticed = { id: 'd-1', kind: 'notice', phone: '13800138000', notice: templateId, text: texts }
    assert.deepEqual(notice, { ...noticed, templateId, params })
    assert.deepEqual(code, {
      id: 'c-1',
      kind: 'code',
      phone: '13800138000',
      purpose: 'sign',
      code: '482913',
      templateId: 'code',
      params: { code: '482913' },
    })
    const [{ headers, body }] = provider.state.requests as [(typeof provider.state.requests)[0]]
    const timestamp = String(now().getTime() / 1000)
    const hex = createHmac('sha256', 'shared').update(`${timestamp}.${body}`).digest('hex')
    assert.equal(headers['x-consilium-timestamp'], timestamp)
    assert.equal(headers['x-consilium-signature'], `sha256=${hex}`)
  })

  it('NOT-2: a code has the template of its purpose, else that of all codes; what has none is not sent', async () => {
    const provider = await openProvider({ ok: { Code: 'OK' }, final: {} })
    after(provider.close)
    const channel = createAliyunSms(
      { endpoint: provider.url, accessKeyId: 'i', accessKeySecret: 's', signName: 'n', templates },
      now,
    )
    const code = { ...message, params: { code: '123456' } }
    for (const templateId of ['code.sign', 'code.login', 'passwordReset'])
      await channel.send({ ...code, templateId }, never)
    const used = provider.state.requests.map(({ url }) => url.searchParams.get('TemplateCode'))
    assert.deepEqual(used, ['SMS_9', 'SMS_1'])
  })
})

describe('values of templates', () => {
  const rules = { paramMax: 35, textMax: 500 }
  const check = (value: string) => invalidParam({ params: { meeting: value }, text: '' }, rules)

  it('NOT-2: addresses, long numbers, brackets of senders, emoji and line breaks are refused, names are not', () => {
    const refused = [
      'https://consilium.example/n/1',
      'consilium.example/n/1',
      'ｗｗｗ.例子',
      'a@b.cn',
      '138001380',
      '【银行】',
      '会议😀',
      '一\n二',
      '',
      '会'.repeat(36),
    ]
    for (const value of refused) assert.equal(check(value), 'meeting', value)
    const taken = [
      '肺癌 & 专家会',
      'a1B2c3D4',
      '2026-11-24 14:00',
      'v2.5',
      '20251120',
      '13800138',
      '会'.repeat(35),
    ]
    for (const value of taken) assert.equal(check(value), null, value)
    assert.equal(invalidParam({ params: {}, text: '文'.repeat(500) }, rules), null)
    assert.equal(invalidParam({ params: {}, text: '文'.repeat(501) }, rules), 'text')
  })

  it('NOT-8: 70 characters are one text message, longer ones have parts of 67, and the sender counts', () => {
    const units = (characters: number, sender = '') => smsUnits('字'.repeat(characters), sender)
    assert.deepEqual([units(0), units(70), units(71), units(134), units(135)], [1, 1, 2, 2, 3])
    assert.deepEqual([units(64, '会议平台'), units(65, '会议平台')], [1, 2])
  })

  it('NOT-2: every name that people choose becomes a value that providers take', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
        assert.equal(check(paramFrom(name, '会议')), null)
      }),
      { examples: [['一😀二'], ['a.cn'], ['会'.repeat(60)], ['ａ．ｃｎ'], ['12345 67']] },
    ))

  it('NOT-2: NOTICE_PARAM_INVALID names the value, and no provider is called', async () => {
    const settings = { accessKeyId: 'i', accessKeySecret: 's', signName: 'n', templates }
    const channel = createAliyunSms({ endpoint: 'http://127.0.0.1:9', ...settings }, now)
    const outcome = await channel.send({ ...message, params: { meeting: 'http://a.cn' } }, never)
    assert.deepEqual(outcome, { accepted: false, final: true, reason: 'NOTICE_PARAM_INVALID meeting' })
  })
})

describe('two providers of SMS', () => {
  const answering = (provider: string, outcome: Awaited<ReturnType<Channel['send']>>, calls: string[]) =>
    ({
      name: 'sms',
      provider,
      rules: { paramMax: provider === 'a' ? 10 : 20 },
      send: async () => {
        calls.push(provider)
        return outcome
      },
    }) satisfies Channel

  const refusal = (reason: string, final = false) => ({ accepted: false as const, final, reason })
  const cases = {
    'the first accepts': [{ accepted: true } as const, ['a'], { provider: 'a', accepted: true }],
    'the first refuses': [refusal('HTTP 500'), ['a', 'b'], { provider: 'b', accepted: true }],
    'it refuses for good': [refusal('black', true), ['a'], refusal('a: black', true)],
    'it has no template': [refusal('TEMPLATE_NOT_SET', true), ['a', 'b'], { provider: 'b', accepted: true }],
  } as const
  for (const [name, [first, asked, expected]] of Object.entries(cases))
    it(`NOT-2: ${name}: ${asked.join(' then ')} asked`, async () => {
      const calls: string[] = []
      const both = inOrder([answering('a', first, calls), answering('b', { accepted: true }, calls)])
      assert.deepEqual(await both.send(message, never), expected)
      assert.deepEqual(calls, asked)
      assert.deepEqual(both.rules, { paramMax: 10 })
    })

  it('NOT-2: the second is asked when the first has not answered in five seconds', async () => {
    const slow = await openProvider({ ok: {}, final: {} })
    const quick = await openProvider({ ok: {}, final: {} })
    after(slow.close)
    after(quick.close)
    slow.state.behaviour = 'hang'
    const both = inOrder([
      createWebhookSms({ url: slow.url, secret: null }, now),
      createWebhookSms({ url: quick.url, secret: null }, now),
    ])
    assert.equal((await both.send(message, never)).accepted, true)
    assert.deepEqual([slow.state.requests.length, quick.state.requests.length], [1, 1])
  })
})
