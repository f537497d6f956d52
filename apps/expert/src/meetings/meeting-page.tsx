import { addressOf } from '@consilium/contract/addresses.ts'
import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import { attendeeRoutes, type AttendeeDetail } from '@consilium/contract/attendees/attendees.ts'
import { calendarRoutes } from '@consilium/contract/calendars/calendars.ts'
import { minute, orNothing } from '@consilium/web-kit/format.ts'
import { AgreementLink, SignatureBadge } from '../parts/agreement.tsx'
import { unapprovedPage } from '../parts/audit-notice.tsx'
import { Button } from '../parts/button.tsx'
import { readLabels } from '../parts/dictionary.ts'
import { FeeLines, readFee } from '../parts/fee.tsx'
import { Facts, Paragraphs, Section } from '../parts/section.tsx'
import { feeTexts } from '@consilium/web-kit/fee-texts.ts'
import { isApproved, type Page, type Visit } from '../visit.ts'
import { Reply } from './reply.tsx'
import { myMeetingTexts } from './texts.ts'

/** Opened by a map app where there is one, else by its page. */
const mapOf = (place: string) =>
  `https://uri.amap.com/search?${new URLSearchParams({ keyword: place, src: 'consilium' }).toString()}`

interface Shown {
  visit: Visit
  attendee: AttendeeDetail
}

function Place({ visit, place }: { visit: Visit; place: string | null }) {
  if (place === null) return <>{orNothing(place)}</>
  return (
    <>
      {`${place} `}
      <a class="touch" href={mapOf(place)} target="_blank" rel="noreferrer">
        {visit.say(myMeetingTexts)('map')}
      </a>
    </>
  )
}

function Contact({ visit, attendee: { invitation } }: Shown) {
  const { contactName: name, contactPhone: phone } = invitation
  if (name === null && phone === null) return <>{visit.say(myMeetingTexts)('noContact')}</>
  return (
    <>
      {name && `${name} `}
      {phone !== null && (
        <a class="touch" href={`tel:${phone.replaceAll(' ', '')}`}>
          {phone}
        </a>
      )}
    </>
  )
}

/** From when to when; the day once if the meeting ends on it. */
function spanOf(start: string, end: string | null): string {
  if (end === null) return minute(start)
  return `${minute(start)} – ${end.slice(0, 10) === start.slice(0, 10) ? end.slice(11, 16) : minute(end)}`
}

/** The file for calendars before a meeting, and the certificate of attendance once it is over. */
function OfTime({ visit, attendee }: Shown) {
  const t = visit.say(myMeetingTexts)
  const { attendeeId, scheduleStartTime, invitation } = attendee
  if (scheduleStartTime === null) return null
  const isOver = invitation.scheduleEndTime !== null && invitation.scheduleEndTime < visit.now
  return isOver ? (
    <Button
      kind="plain"
      icon="certificate"
      href={addressOf(attendanceRoutes.certificate, { attendeeId })}
      data-download={`${t('certificate')}.pdf`}
    >
      {t('certificate')}
    </Button>
  ) : (
    <Button
      kind="plain"
      icon="calendarPlus"
      href={addressOf(calendarRoutes.meeting, { attendeeId })}
      data-download=""
    >
      {t('toCalendar')}
    </Button>
  )
}

function Photos({ visit, attendee }: Shown) {
  const t = visit.say(myMeetingTexts)
  const { onSitePhotos, onSitePhotoUrls } = attendee
  if (onSitePhotos.length === 0) return null
  return (
    <Section title={t('photos')}>
      <ul class="photos">
        {onSitePhotos.map((fileId, index) => (
          <li key={fileId}>
            <a href={onSitePhotoUrls[index]}>
              <img src={onSitePhotoUrls[index]} alt={t('photo', { number: index + 1 })} loading="lazy" />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The invitation of an expert, and what is known of its meeting. */
export async function meetingPage(visit: Visit, attendeeId: number): Promise<Page> {
  const t = visit.say(myMeetingTexts)
  if (!isApproved(visit)) return unapprovedPage(visit, t('title'))
  const attendee = await visit.client.call(attendeeRoutes.get, { params: { attendeeId } })
  const [stageOf, formOf, explanation] = await Promise.all([
    readLabels(visit, 'meeting_stage'),
    readLabels(visit, 'labor_form'),
    readFee(visit, attendee),
  ])
  const { scheduleStartTime, scheduleLocation, invitation } = attendee
  const shown = { visit, attendee }
  const facts = [
    [
      t('when'),
      scheduleStartTime === null ? t('notScheduled') : spanOf(scheduleStartTime, invitation.scheduleEndTime),
    ],
    [t('where'), <Place key="place" visit={visit} place={scheduleLocation} />, 'long'],
    [t('contact'), <Contact key="contact" {...shown} />],
    [t('stage'), stageOf(attendee.currentStage)],
    [t('project'), attendee.projectName],
    [t('laborForm'), formOf(attendee.laborForm)],
    [t('agreement'), <SignatureBadge key="badge" {...shown} />],
  ] as const
  const subtitle = [scheduleStartTime && minute(scheduleStartTime), scheduleLocation]
    .filter(Boolean)
    .join(' · ')
  return {
    status: 200,
    title: attendee.meetingName,
    back: '/my-meetings',
    ...(subtitle === '' ? {} : { subtitle }),
    actions: <AgreementLink {...shown} />,
    body: (
      <>
        <Reply {...shown} />
        <Section title={t('details')} actions={<OfTime {...shown} />}>
          <Facts items={facts} />
        </Section>
        <Paragraphs title={t('agenda')} text={invitation.agenda} />
        <Paragraphs title={invitation.title ?? t('invitation')} text={invitation.content} />
        <Section
          title={visit.say(feeTexts)('fee')}
          actions={
            <Button kind="quiet" href={`/my-agreements/${attendeeId}`}>
              {t('toAgreement')}
            </Button>
          }
        >
          <FeeLines view={visit} attendee={attendee} explanation={explanation} />
        </Section>
        <Paragraphs title={t('summary')} text={attendee.summary} />
        <Photos {...shown} />
      </>
    ),
  }
}
