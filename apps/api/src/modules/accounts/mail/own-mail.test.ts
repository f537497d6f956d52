// Engine: postgres
import assert from 'node:assert/strict'
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { ownMailRoutes as routes } from '@consilium/contract/accounts/own-mail.ts'
import { noteMailRefused } from './own-mail.ts'
import { reachableMails } from './mail-repository.ts'
import { makeServerCertificate, openMailServer } from '../../../../test/channel-servers.ts'
import { startApi } from '../../../../test/harness.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { refusalOf } from '../../../../test/outcomes.ts'

const DAY_MS = 86_400_000

const certificate = makeServerCertificate()
const server = await openMailServer(certificate)
const folder = mkdtempSync(join(tmpdir(), 'mail-ca-'))
writeFileSync(join(folder, 'ca.pem'), certificate.cert)
const clock = movableClock()
const api = await startApi({
  clock,
  env: {
    SMTP_URL: server.url,
    SMTP_CA_FILE: join(folder, 'ca.pem'),
    MAIL_FROM: 'Consilium <notices@example.com>',
  },
})
after(async () => {
  await api.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

const tokenOf = (text: string | undefined) => /mail-confirmation\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? ''
const lastMail = () => server.state.mails.at(-1)
const confirm = (token: string) => api.anonymous.attempt(routes.confirm, { body: { token } })

describe('the mail address of an account', () => {
  it('NOT-3: counts once the link is opened, which works once; both parts of the mail have it', async () => {
    const user = await api.leader()
    const none = { address: null, pendingAddress: null, pendingUntil: null, unreachableSince: null }
    assert.deepEqual(await user.call(routes.get, {}), { ...none, isOffered: true })
    const proposed = await user.call(routes.propose, { body: { address: ' wu@example.com ' } })
    assert.deepEqual([proposed.address, proposed.pendingAddress], [null, 'wu@example.com'])
    const mail = lastMail()
    assert.deepEqual(mail?.to && !Array.isArray(mail.to) && mail.to.value[0]?.address, 'wu@example.com')
    const token = tokenOf(mail?.text)
    assert.equal(tokenOf(String(mail?.html)), token)
    assert.equal(mail?.headers.has('list'), false)

    // Of two that open it at once, one confirms.
    const both = await Promise.all([confirm(token), confirm(token)])
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 410],
    )
    assert.equal((await user.call(routes.get, {})).address, 'wu@example.com')
    assert.equal((await confirm(token)).error?.error, 'MAIL_LINK_EXPIRED')
    assert.deepEqual(await user.call(routes.remove, {}), { ...none, isOffered: true })
  })

  it('NOT-3: a new address leaves the former one until its own link, and replaces an older link', async () => {
    const user = await api.leader()
    await user.call(routes.propose, { body: { address: 'one@example.com' } })
    const first = tokenOf(lastMail()?.text)
    await user.call(routes.propose, { body: { address: 'two@example.com' } })
    assert.equal((await confirm(first)).status, 410)
    assert.equal((await confirm(tokenOf(lastMail()?.text))).status, 200)
    const changed = await user.call(routes.propose, { body: { address: 'three@example.com' } })
    assert.deepEqual([changed.address, changed.pendingAddress], ['two@example.com', 'three@example.com'])
  })

  it('NOT-3: the link works until 24 hours have passed, and five are sent a day', async () => {
    const { userName, password } = await api.leader()
    const propose = async (times: number) => {
      const user = await api.login(userName, password)
      const outcomes = []
      for (let n = 0; n < times; n++)
        outcomes.push(await user.attempt(routes.propose, { body: { address: 'late@example.com' } }))
      return outcomes
    }
    await propose(1)
    clock.advance(DAY_MS)
    assert.equal((await confirm(tokenOf(lastMail()?.text))).status, 410)
    const outcomes = await propose(6)
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      [200, 200, 200, 200, 200, 429],
    )
    clock.advance(DAY_MS - 60_000)
    assert.equal((await confirm(tokenOf(lastMail()?.text))).status, 200)
  })

  it('NOT-3: a refused mail leaves nothing that waits, and what is no address is refused on its field', async () => {
    const user = await api.leader()
    server.state.behaviour = 'final'
    const refused = await user.attempt(routes.propose, { body: { address: 'wu@example.com' } })
    server.state.behaviour = 'ok'
    assert.deepEqual([refused.status, refused.error?.error], [503, 'MAIL_UNAVAILABLE'])
    assert.equal((await user.call(routes.get, {})).pendingAddress, null)
    const sent = server.state.mails.length
    for (const address of [
      'wu',
      'wu@example',
      'wu@example.com\r\nBcc: a@b.cn',
      '"wu" <wu@example.com>',
      'a b@c.cn',
    ]) {
      const outcome = await user.attempt(routes.propose, { body: { address } })
      assert.deepEqual(refusalOf(outcome).fields, ['address'], address)
    }
    assert.equal(server.state.mails.length, sent)
    assert.equal((await confirm('x')).status, 410)
  })

  it('NOT-3: three mails refused for good within seven days mark the address, which is sealed; confirming it again helps', async () => {
    const { userId, userName, password } = await api.leader()
    const login = () => api.login(userName, password)
    const confirmed = async () => {
      await (await login()).call(routes.propose, { body: { address: 'gone@example.com' } })
      await confirm(tokenOf(lastMail()?.text))
    }
    await confirmed()
    const row = await api.db
      .selectFrom('account_mail')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst()
    assert.ok(row?.address_cipher && !row.address_cipher.includes('gone'))
    const refuse = () => api.db.transaction().execute((trx) => noteMailRefused({ clock }, trx, userId))
    const since = async () => (await (await login()).call(routes.get, {})).unreachableSince
    const reached = async () => (await reachableMails(api.db, [userId])).length
    await refuse()
    clock.advance(7 * DAY_MS)
    // The first one is as old as the limit by now.
    await refuse()
    await refuse()
    assert.deepEqual([await since(), await reached()], [null, 1])
    clock.advance(DAY_MS)
    const now = clock.wire()
    await Promise.all([refuse(), refuse()])
    assert.deepEqual([await since(), await reached()], [now, 0])
    await confirmed()
    assert.deepEqual([await since(), await reached()], [null, 1])
    await refuse()
    assert.equal(await since(), null)
  })
})
