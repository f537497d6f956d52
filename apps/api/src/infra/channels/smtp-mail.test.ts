import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { makeServerCertificate, openMailServer } from '../../../test/channel-servers.ts'
import type { Outgoing } from './channel.ts'
import { createSmtpMail } from './smtp-mail.ts'

const never = new AbortController().signal
const certificate = makeServerCertificate()

async function stand(
  options: Parameters<typeof openMailServer>[1] = {},
  ca: string | null = certificate.cert,
) {
  const server = await openMailServer(certificate, options)
  const from = 'Consilium <notices@example.com>'
  const channel = createSmtpMail({ url: server.url, from, ca, domain: 'consilium.example' }, 3000)
  after(() => {
    channel.close()
    return server.close()
  })
  return {
    server,
    channel,
    send: (more: Partial<Outgoing> = {}) => channel.send({ ...mail, ...more }, never),
  }
}

const mail: Outgoing = {
  id: '5d1a0b6c',
  to: 'wang@example.com',
  params: {},
  subject: '协议待签署',
  text: '您有一份劳务协议待签署。\nhttps://consilium.example/n/a1B2c3D4',
  html: '<p>您有一份劳务协议待签署。</p><p><a href="https://consilium.example/n/a1B2c3D4">打开</a></p>',
  unsubscribeUrl: 'https://consilium.example/api/unsubscribe/abc',
}

describe('mail over SMTP', () => {
  it('NOT-3: what arrives has text and HTML, the id of the delivery and an unsubscription by one click', async () => {
    const { server, send } = await stand()
    assert.deepEqual(await send(), { accepted: true, providerId: '<5d1a0b6c@consilium.example>' })
    const [arrived] = server.state.mails
    assert.ok(arrived)
    assert.equal(arrived.messageId, '<5d1a0b6c@consilium.example>')
    assert.equal(arrived.subject, '协议待签署')
    assert.deepEqual(arrived.from?.value, [{ name: 'Consilium', address: 'notices@example.com' }])
    assert.equal(arrived.text?.trim(), mail.text)
    assert.equal(String(arrived.html).trim(), mail.html)
    assert.equal(arrived.attachments.length, 0)
    const raw = Object.fromEntries(
      arrived.headerLines.map(({ key, line }) => [key, line.replace(/^[^:]*: /, '')]),
    )
    assert.equal(raw['list-unsubscribe'], `<${mail.unsubscribeUrl}>`)
    assert.equal(raw['list-unsubscribe-post'], 'List-Unsubscribe=One-Click')
    assert.equal(raw['auto-submitted'], 'auto-generated')
    assert.deepEqual(server.state.secured, [true], 'the login went over TLS')
  })

  it('NOT-3: what may not be switched off offers no unsubscription, and HTML may be absent', async () => {
    const { server, channel } = await stand()
    const { unsubscribeUrl: _offered, html: _html, ...plain } = mail
    assert.equal((await channel.send(plain, never)).accepted, true)
    const [arrived] = server.state.mails
    assert.equal(arrived?.headers.has('list'), false)
    assert.equal(arrived?.html, false)
  })

  it('NOT-3: TLS from the first byte works as well; twelve mails leave over five connections', async () => {
    const { server, send } = await stand({ secure: true })
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, n) => send({ id: `m-${n}` })))
    assert.ok(outcomes.every(({ accepted }) => accepted))
    assert.equal(new Set(server.state.mails.map(({ messageId }) => messageId)).size, 12)
    assert.equal(server.state.most, 5)
  })

  it('NOT-3: a mail that found no connection in time is not sent later, beside its repetition', async () => {
    const { server, send } = await stand()
    server.state.behaviour = 'hang'
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, n) => send({ id: `late-${n}` })))
    assert.ok(outcomes.every((outcome) => !outcome.accepted && !outcome.final))
    server.release()
    assert.equal((await send({ id: 'next' })).accepted, true)
    const late = server.state.mails.filter(({ messageId }) => messageId?.startsWith('<late-'))
    assert.ok(late.length <= 5, `${late.length} of 12 arrived after they were given up`)
  })

  it('NOT-3: a server without STARTTLS, or with a certificate of nobody, gets no login and no mail', async () => {
    const plain = await stand({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
    const unknown = await stand({}, null)
    for (const { server, send } of [plain, unknown]) {
      const outcome = await send()
      assert.equal(outcome.accepted, false)
      assert.equal(!outcome.accepted && outcome.final, false, 'the recipient is not at fault')
      assert.deepEqual([server.state.mails.length, server.state.secured.length], [0, 0])
    }
  })

  it('NOT-3: a refused login is no refusal of the recipient', async () => {
    const { send } = await stand({
      onAuth: (_auth, _session, done) => done(Object.assign(new Error('no'), { responseCode: 535 })),
    })
    assert.deepEqual(await send(), { accepted: false, final: false, reason: 'SMTP 535 EAUTH' })
  })

  it('NOT-3: line breaks in names and subjects, addresses that are none, and remote content are not sent', async () => {
    const { server, send } = await stand()
    const bad: Record<string, Partial<Outgoing>> = {
      to: { to: 'wang@example.com\r\nBcc: all@example.com' },
      subject: { subject: '协议\r\nBcc: all@example.com' },
      html: { html: '<img src="https://tracker.example/1.png">' },
    }
    const named = { to: '王 <wang@example.com>' }
    for (const [field, more] of [...Object.entries(bad), ['to', named] as const])
      assert.deepEqual(await send(more), {
        accepted: false,
        final: true,
        reason: `NOTICE_PARAM_INVALID ${field}`,
      })
    for (const html of ['<style>@import "x"</style>', '<p style="background: url(x)">', '<iframe src=x>'])
      assert.equal((await send({ html })).accepted, false)
    assert.equal((await send({ subject: '题'.repeat(201) })).accepted, false)
    assert.equal((await send({ subject: '题'.repeat(200) })).accepted, true)
    assert.equal(server.state.mails.length, 1)
  })
})
