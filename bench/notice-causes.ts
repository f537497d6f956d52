// What a cause waits for its channels: inviting, signing and paying, with every channel hanging and with none, in turns.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownMailRoutes } from '@consilium/contract/accounts/own-mail.ts'
import { botRoutes } from '@consilium/contract/bots/bots.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import { makeServerCertificate, openMailServer, openProvider } from '../apps/api/test/channel-servers.ts'
import { startApi } from '../apps/api/test/harness.ts'
import { openWorld, seasonClock } from '../apps/api/test/meeting-world.ts'
import { startSmsGateway } from '../apps/api/test/sms-gateway.ts'
import { quantile } from './quantile.ts'

const CAUSES = ['inviting', 'signing', 'paying'] as const
type Cause = (typeof CAUSES)[number]
type Times = Record<Cause, number[]>
const KINDS = ['invitationReplied', 'agreementSigned', 'paymentRecorded'] as const

const timed = async <T>(into: number[], work: () => Promise<T>): Promise<T> => {
  const started = performance.now()
  const done = await work()
  into.push(performance.now() - started)
  return done
}

/** Channels that take what is sent until they hang. */
async function openChannels() {
  const certificate = makeServerCertificate()
  const folder = mkdtempSync(join(tmpdir(), 'bench-causes-'))
  writeFileSync(join(folder, 'ca.pem'), certificate.cert)
  const [sms, mail] = [await startSmsGateway(), await openMailServer(certificate)]
  const group = await openProvider({ ok: { errcode: 0 }, final: { errcode: 310000 } })
  return {
    mail,
    group,
    env: {
      SMS_WEBHOOK_URL: sms.url,
      SMTP_URL: mail.url,
      SMTP_CA_FILE: join(folder, 'ca.pem'),
      MAIL_FROM: 'notices@example.com',
      PUBLIC_URL: 'http://localhost:4321',
      DINGTALK_BOT_URL: group.url,
    },
    hang() {
      sms.answers(null)
      mail.state.behaviour = 'hang'
      group.state.behaviour = 'hang'
    },
    async close() {
      await sms.close()
      await mail.close()
      await group.close()
      rmSync(folder, { recursive: true })
    },
  }
}

type Channels = Awaited<ReturnType<typeof openChannels>>

/** One node on a database of its own does everything `count` times. */
async function doAll(count: number, channels: Channels | null, times: Times): Promise<void> {
  const api = await startApi({ clock: seasonClock, ...(channels ? { env: channels.env } : {}) })
  const world = await openWorld(api)
  const { executor } = world
  const expert = await world.expert()
  if (channels) {
    await expert.call(ownMailRoutes.propose, { body: { address: 'expert@example.com' } })
    const token = /token=([\w-]+)/.exec(channels.mail.state.mails.at(-1)?.text ?? '')?.[1]
    assert.ok(token)
    await api.anonymous.call(ownMailRoutes.confirm, { body: { token } })
    const address = `${channels.group.url}/robot/send?access_token=0123456789abcdef`
    const quiet = { quietFrom: null, quietUntil: null }
    const body = { channel: 'dingtalk' as const, name: '项目组', address, kinds: [...KINDS], ...quiet }
    await executor.call(botRoutes.create, { body })
    channels.hang()
  }
  for (let n = 0; n < count; n++) {
    const { meetingId } = await world.meeting()
    const { attendeeId } = await timed(times.inviting, () =>
      world.attendee(meetingId, { phone: expert.phone }),
    )
    await world.drawUp(expert, attendeeId)
    await timed(times.signing, () => world.signDrawnUp(expert, attendeeId))
    const body = { attendeeId, paidDate: seasonClock.today() }
    await timed(times.paying, () => executor.call(paymentRoutes.record, { body }))
  }
  await api.close()
}

const noTimes = (): Times => ({ inviting: [], signing: [], paying: [] })

/** A table of what each cause took; in turns, so that both meet the same machine. */
export async function measureCauses({ rounds, count }: { rounds: number; count: number }): Promise<string> {
  const [without, hanging] = [noTimes(), noTimes()]
  // What is loaded at first use is no part of it.
  await doAll(2, null, noTimes())
  for (let round = 0; round < rounds; round++) {
    await doAll(count, null, without)
    const channels = await openChannels()
    await doAll(count, channels, hanging)
    await channels.close()
  }
  const row = (cause: Cause): string => {
    const [base, held] = [quantile(without[cause], 0.5), quantile(hanging[cause], 0.5)]
    const ratio = (held / base).toFixed(2)
    return `| ${cause} | ${base.toFixed(1)} ms | ${held.toFixed(1)} ms | ${ratio} | ${quantile(hanging[cause], 0.95).toFixed(1)} ms |`
  }
  return `${rounds * count} of each over HTTP to a node of its own, ${rounds} rounds in turns: the gateway of SMS, the mail server and the bot
of the group take every call and answer none.

| cause | median, no channel | median, all hang | ratio | 95 % of them, all hang |
|---|---|---|---|---|
${CAUSES.map(row).join('\n')}`
}
