import type { Attendee } from '@consilium/contract/attendees/attendees.ts'
import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { Skeleton, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { attendee as attendeeRoutes, message as messageRoutes } from 'virtual:light-routes'
import { Figures } from '../../components/figures/figures.tsx'
import { LinkButton, PlainLink } from '../../components/links.tsx'
import { Section } from '../../components/records/record-page.tsx'
import type { RowOf } from '../../lib/record-of.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { minute, money } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { AgreementLink } from '../agreements/agreement-link.tsx'
import { SignatureBadge } from '../agreements/signing/signature-badge.tsx'
import { homeQuery, panelQuery } from './doctor-queries.ts'
import { UNREAD, TO_SIGN, UPCOMING } from './panel-inputs.ts'
import { doctorHomeTexts } from './doctor-texts.ts'
import classes from './doctor-home.module.css'

interface PanelProps<R extends CalledRoute> {
  title: string
  route: R
  query: Record<string, string>
  /** Address of the complete list. */
  allTo: string
  all: 'allAgreements' | 'allMeetings' | 'allMessages'
  empty: string
  rowId: (row: RowOf<R>) => number
  row: (row: RowOf<R>) => ReactNode
}

function Panel<R extends CalledRoute>(props: PanelProps<R>) {
  const { title, route, query, allTo, empty, rowId, row } = props
  const t = useTexts(doctorHomeTexts)
  const { data, error, refetch } = useQuery(panelQuery(route, query))
  const all = data && data.total > 0 && (
    <LinkButton to={allTo} variant="subtle" aria-label={`${title} · ${t(props.all, { count: data.total })}`}>
      {t(props.all, { count: data.total })}
    </LinkButton>
  )
  return (
    <Section title={title} actions={all}>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={72} aria-busy />}
      {data?.total === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      <ul className={classes.rows}>
        {data?.rows.map((each) => (
          <li key={rowId(each)}>{row(each)}</li>
        ))}
      </ul>
    </Section>
  )
}

function AgreementRow({ attendee }: { attendee: Attendee }) {
  const t = useTexts(doctorHomeTexts)
  return (
    <div className={classes.agreement}>
      <div>
        <div className={classes.heading}>
          <Text fw={600}>{attendee.meetingName}</Text>
          {attendee.supersededCount > 0 && <SignatureBadge {...attendee} />}
        </div>
        <Text size="sm" c="dimmed" className={classes.pieces}>
          <span>{t('net', { net: money(attendee.netAmount) })}</span>
          {attendee.scheduleStartTime !== null && (
            <span>{t('due', { time: minute(attendee.scheduleStartTime) })}</span>
          )}
        </Text>
      </div>
      <AgreementLink attendee={attendee} />
    </div>
  )
}

/** True once every panel has its answer or error: appearing one by one, each would move those below it. */
export function usePanelsSettled(isApproved: boolean): boolean {
  const ofMeetings = { enabled: isApproved }
  const unsigned = useQuery({ ...panelQuery(attendeeRoutes.list, TO_SIGN), ...ofMeetings })
  const upcoming = useQuery({ ...panelQuery(attendeeRoutes.list, UPCOMING), ...ofMeetings })
  const unread = useQuery(panelQuery(messageRoutes.list, UNREAD))
  const home = useQuery({ ...homeQuery, ...ofMeetings })
  return [unsigned, upcoming, unread, home].every(({ isLoading }) => !isLoading)
}

export function PendingAgreements() {
  const t = useTexts(doctorHomeTexts)
  return (
    <Panel
      title={t('toSign')}
      route={attendeeRoutes.list}
      query={TO_SIGN}
      allTo="/my-agreements?toSign=true"
      all="allAgreements"
      empty={t('nothingToSign')}
      rowId={({ attendeeId }) => attendeeId}
      row={(attendee) => <AgreementRow attendee={attendee} />}
    />
  )
}

interface LineProps {
  to: string
  title: string
  hint: string
}

function Line({ to, title, hint }: LineProps) {
  return (
    <PlainLink to={to} className={classes.line}>
      <span className={classes.text}>
        <Text span fw={600}>
          {title}
        </Text>
        <Text span size="sm" c="dimmed">
          {hint}
        </Text>
      </span>
      <IconChevronRight size={18} aria-hidden className={classes.more} />
    </PlainLink>
  )
}

export function PendingMeetings() {
  const t = useTexts(doctorHomeTexts)
  const when = ({ scheduleStartTime }: Attendee) =>
    scheduleStartTime === null ? t('notScheduled') : minute(scheduleStartTime)
  return (
    <Panel
      title={t('meetings')}
      route={attendeeRoutes.list}
      query={UPCOMING}
      allTo="/my-meetings?isUpcoming=true"
      all="allMeetings"
      empty={t('noMeetings')}
      rowId={({ attendeeId }) => attendeeId}
      row={(attendee) => (
        <Line
          to={`/my-meetings/${attendee.attendeeId}`}
          title={attendee.meetingName}
          hint={[when(attendee), attendee.scheduleLocation].filter(Boolean).join(' · ')}
        />
      )}
    />
  )
}

/** What the expert earns this year after tax. */
export function EarningsOfYear() {
  const t = useTexts(doctorHomeTexts)
  const { data, error, refetch } = useQuery(homeQuery)
  const earnings = data?.earnings
  const outstanding = earnings?.outstanding ?? '0.00'
  const open =
    Number(outstanding) === 0
      ? []
      : [[t(outstanding.startsWith('-') ? 'toGiveBack' : 'toReceive'), outstanding.replace('-', '')] as const]
  return (
    <Section
      title={t('earnings')}
      actions={
        <LinkButton to="/my-payments" variant="subtle">
          {t('allPayments')}
        </LinkButton>
      }
    >
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {earnings && (
        <>
          <Text size="xs" c="dimmed" mb="xs">
            {t('earningsHint', { year: String(earnings.year) })}
          </Text>
          <Figures items={[...EARNED.map((key) => [t(key), earnings[key]] as const), ...open]} />
        </>
      )}
    </Section>
  )
}
const EARNED = ['agreed', 'signed', 'paid'] as const

export function UnreadMessages() {
  const t = useTexts(doctorHomeTexts)
  return (
    <Panel
      title={t('unread')}
      route={messageRoutes.list}
      query={UNREAD}
      allTo="/messages?isRead=false"
      all="allMessages"
      empty={t('noUnread')}
      rowId={({ msgId }) => msgId}
      row={({ msgId, title, createTime }) => (
        <Line to={`/messages/${msgId}`} title={title} hint={minute(createTime)} />
      )}
    />
  )
}
