import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { minute, money } from '@consilium/web-kit/format.ts'
import { isFeeOpen } from '@consilium/web-kit/agreement-state.ts'
import { ReplyBadge, SignatureBadge } from '../parts/agreement.tsx'
import { unapprovedPage } from '../parts/audit-notice.tsx'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { readLabels } from '../parts/dictionary.ts'
import { addressWith, pageOf, Paging, SearchField } from '../parts/list.tsx'
import { isApproved, type Page, type Visit } from '../visit.ts'
import { myMeetingTexts } from './texts.ts'

const PAGE_SIZE = 10

interface CardProps {
  visit: Visit
  attendee: Attendee
  stage: string
}

function Meeting({ visit, attendee, stage }: CardProps) {
  const t = visit.say(myMeetingTexts)
  const { attendeeId, meetingName, scheduleStartTime, scheduleLocation } = attendee
  const when = scheduleStartTime === null ? t('notScheduled') : minute(scheduleStartTime)
  return (
    <li class="card linked">
      <div class="head">
        <h2>
          <a href={`/my-meetings/${attendeeId}`}>{meetingName}</a>
        </h2>
        <Badge tone="plain">{stage}</Badge>
      </div>
      <p class="soft">{[when, scheduleLocation].filter(Boolean).join(' · ')}</p>
      <p class="pieces small">
        <ReplyBadge visit={visit} attendee={attendee} />
        <SignatureBadge visit={visit} attendee={attendee} />
        {!isFeeOpen(attendee) && <span class="soft">{`${t('fee')} ${money(attendee.payableAmount)}`}</span>}
      </p>
    </li>
  )
}

/** The meetings of an expert: those to come with the next one first, and those that are over with the last one first. */
export async function meetingListPage(visit: Visit): Promise<Page> {
  const t = visit.say(myMeetingTexts)
  if (!isApproved(visit)) return unapprovedPage(visit, t('title'))
  const { client, query } = visit
  const isUpcoming = query.get('isUpcoming') === 'false' ? 'false' : 'true'
  const meetingName = query.get('meetingName') ?? ''
  const page = pageOf(visit)
  const [answer, stageOf] = await Promise.all([
    client.call(attendeeRoutes.list, {
      query: {
        isUpcoming,
        ...(meetingName === '' ? {} : { meetingName }),
        orderByColumn: 'scheduleStartTime',
        isAsc: isUpcoming === 'true' ? 'asc' : 'desc',
        pageNum: page,
        pageSize: PAGE_SIZE,
      },
    }),
    readLabels(visit, 'meeting_stage'),
  ])
  return {
    status: 200,
    title: t('title'),
    actions: (
      <Button kind="plain" icon="calendarPlus" href="/my-meetings/calendar">
        {t('subscribe')}
      </Button>
    ),
    body: (
      <>
        <div class="filters">
          <div class="choice" role="group" aria-label={t('upcoming')}>
            {(['true', 'false'] as const).map((each) => (
              <Button
                key={each}
                kind={each === isUpcoming ? 'light' : 'quiet'}
                href={addressWith(visit, { isUpcoming: each, page: 1 })}
                aria-current={each === isUpcoming ? 'true' : undefined}
              >
                {t(each === 'true' ? 'toCome' : 'over')}
              </Button>
            ))}
          </div>
          <SearchField visit={visit} name="meetingName" label={t('meeting')} />
        </div>
        {answer.total === 0 ? (
          <p class="soft empty">{t(meetingName === '' ? 'none' : 'nothingFound')}</p>
        ) : (
          <ul class="cards">
            {answer.rows.map((attendee) => (
              <Meeting
                key={attendee.attendeeId}
                visit={visit}
                attendee={attendee}
                stage={stageOf(attendee.currentStage)}
              />
            ))}
          </ul>
        )}
        <Paging visit={visit} total={answer.total} page={page} pageSize={PAGE_SIZE} />
      </>
    ),
  }
}
