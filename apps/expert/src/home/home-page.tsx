import type { AnsweredPage } from '@consilium/contract/client.ts'
import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { messageRoutes, type Message } from '@consilium/contract/messages/messages.ts'
import { overviewRoutes, type Home } from '@consilium/contract/overviews/overviews.ts'
import { minute, money } from '@consilium/web-kit/format.ts'
import type { ComponentChildren } from 'preact'
import { AgreementLink, SignatureBadge } from '../parts/agreement.tsx'
import { AuditNotice } from '../parts/audit-notice.tsx'
import { Button } from '../parts/button.tsx'
import { Line } from '../parts/line.tsx'
import { Figures, Section } from '../parts/section.tsx'
import { isApproved, type Page, type Visit } from '../visit.ts'
import { homeTexts } from './texts.ts'

/** Number of rows in a panel; the rest is behind a link. */
const SHOWN = 4

interface PanelProps<T> {
  title: string
  answer: AnsweredPage<T>
  /** Address of the complete list, and its name. */
  all: readonly [address: string, name: string]
  empty: string
  row: (row: T) => ComponentChildren
}

function Panel<T>({ title, answer, all: [address, name], empty, row }: PanelProps<T>) {
  const { rows, total } = answer
  const all = total > 0 && (
    <Button kind="quiet" href={address} label={`${title} · ${name}`}>
      {name}
    </Button>
  )
  return (
    <Section title={title} actions={all}>
      {total === 0 ? <p class="soft">{empty}</p> : <ul class="rows">{rows.map(row)}</ul>}
    </Section>
  )
}

function ToSign({ visit, answer }: { visit: Visit; answer: AnsweredPage<Attendee> }) {
  const t = visit.say(homeTexts)
  return (
    <Panel
      title={t('toSign')}
      answer={answer}
      all={['/my-agreements?toSign=true', t('allAgreements', { count: answer.total })]}
      empty={t('nothingToSign')}
      row={(attendee) => (
        <li key={attendee.attendeeId} class="to-sign">
          <div>
            <div class="named">
              <strong>{attendee.meetingName}</strong>
              {attendee.supersededCount > 0 && <SignatureBadge visit={visit} attendee={attendee} />}
            </div>
            <div class="pieces soft small">
              <span>{t('net', { net: money(attendee.netAmount) })}</span>
              {attendee.scheduleStartTime !== null && (
                <span>{t('due', { time: minute(attendee.scheduleStartTime) })}</span>
              )}
            </div>
          </div>
          <AgreementLink visit={visit} attendee={attendee} />
        </li>
      )}
    />
  )
}

function Upcoming({ visit, answer }: { visit: Visit; answer: AnsweredPage<Attendee> }) {
  const t = visit.say(homeTexts)
  const when = ({ scheduleStartTime }: Attendee) =>
    scheduleStartTime === null ? t('notScheduled') : minute(scheduleStartTime)
  return (
    <Panel
      title={t('meetings')}
      answer={answer}
      all={['/my-meetings', t('allMeetings', { count: answer.total })]}
      empty={t('noMeetings')}
      row={(attendee) => (
        <Line
          key={attendee.attendeeId}
          to={`/my-meetings/${attendee.attendeeId}`}
          title={attendee.meetingName}
          hint={[when(attendee), attendee.scheduleLocation ?? '']}
        />
      )}
    />
  )
}

function Unread({ visit, answer }: { visit: Visit; answer: AnsweredPage<Message> }) {
  const t = visit.say(homeTexts)
  return (
    <Panel
      title={t('unread')}
      answer={answer}
      all={['/messages?isRead=false', t('allMessages', { count: answer.total })]}
      empty={t('noUnread')}
      row={({ msgId, title, createTime }) => (
        <Line key={msgId} to={`/messages/${msgId}`} title={title} hint={[minute(createTime)]} />
      )}
    />
  )
}

const EARNED = ['agreed', 'signed', 'paid'] as const

/** What the expert earns this year after tax. */
function Earnings({ visit, home: { earnings } }: { visit: Visit; home: Home }) {
  const t = visit.say(homeTexts)
  if (!earnings) return null
  const { outstanding } = earnings
  const open =
    Number(outstanding) === 0
      ? []
      : [[t(outstanding.startsWith('-') ? 'toGiveBack' : 'toReceive'), outstanding.replace('-', '')] as const]
  return (
    <Section
      title={t('earnings')}
      actions={
        <Button kind="quiet" href="/my-payments">
          {t('allPayments')}
        </Button>
      }
    >
      <p class="soft small">{t('earningsHint', { year: String(earnings.year) })}</p>
      <Figures items={[...EARNED.map((key) => [t(key), earnings[key]] as const), ...open]} />
    </Section>
  )
}

const SOONEST = { orderByColumn: 'scheduleStartTime', isAsc: 'asc', pageSize: SHOWN } as const

/** The next tasks of an expert. */
export async function homePage(visit: Visit): Promise<Page> {
  const t = visit.say(homeTexts)
  const { client, profile } = visit
  const head = { status: 200, title: t('hello', { name: profile.user.name }) }
  const unread = () => client.call(messageRoutes.list, { query: { isRead: 'false', pageSize: SHOWN } })
  if (!isApproved(visit))
    return {
      ...head,
      body: (
        <>
          <AuditNotice visit={visit} />
          <Unread visit={visit} answer={await unread()} />
        </>
      ),
    }
  const [toSign, upcoming, messages, home] = await Promise.all([
    client.call(attendeeRoutes.list, { query: { toSign: 'true', ...SOONEST } }),
    client.call(attendeeRoutes.list, { query: { isUpcoming: 'true', ...SOONEST } }),
    unread(),
    client.call(overviewRoutes.home, {}),
  ])
  return {
    ...head,
    body: (
      <>
        <ToSign visit={visit} answer={toSign} />
        <div class="beside">
          <Upcoming visit={visit} answer={upcoming} />
          <Unread visit={visit} answer={messages} />
        </div>
        <Earnings visit={visit} home={home} />
      </>
    ),
  }
}
