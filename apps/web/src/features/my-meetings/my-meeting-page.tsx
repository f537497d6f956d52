import { addressOf } from '@consilium/contract/addresses.ts'
import type { AttendeeDetail } from '@consilium/contract/attendees/attendees.ts'
import { Anchor, Button, Text } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { attendee as attendeeRoutes, calendar as calendarRoutes } from 'virtual:light-routes'
import { onDemand, wheel } from '../../components/on-demand.tsx'
import { LinkButton } from '../../components/links.tsx'
import { Facts, RecordPage, Section } from '../../components/records/record-page.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { minute, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { AgreementLink } from '../agreements/agreement-link.tsx'
import { FeeLines } from '../agreements/fee/fee-lines.tsx'
import { SignatureBadge } from '../agreements/signing/signature-badge.tsx'
import { feeTexts } from '../agreements/fee/fee-texts.ts'
import { CertificateButton } from './certificate-button.tsx'
import { ApprovedOnly } from '../profile/audit-notice.tsx'
import { ReplySection } from './reply-section.tsx'
import { myMeetingTexts } from './texts.ts'
import classes from './my-meetings.module.css'

const Photos = onDemand(() => import('./photos.tsx'), wheel)

/** Opened by a map app where there is one, else by its page. */
const mapOf = (place: string) =>
  `https://uri.amap.com/search?${new URLSearchParams({ keyword: place, src: 'consilium' })}`

function Place({ place }: { place: string | null }) {
  const t = useTexts(myMeetingTexts)
  if (place === null) return orNothing(place)
  return (
    <>
      {place}{' '}
      <Anchor className={classes.touch} size="sm" href={mapOf(place)} target="_blank" rel="noreferrer">
        {t('map')}
      </Anchor>
    </>
  )
}

function Contact({ name, phone }: { name: string | null; phone: string | null }) {
  const t = useTexts(myMeetingTexts)
  if (name === null && phone === null) return t('noContact')
  return (
    <>
      {name}{' '}
      {phone !== null && (
        <Anchor className={classes.touch} size="sm" href={`tel:${phone.replaceAll(' ', '')}`}>
          {phone}
        </Anchor>
      )}
    </>
  )
}

/** From when to when; the day once if the meeting ends on it. */
function spanOf(start: string, end: string | null): string {
  if (end === null) return minute(start)
  return `${minute(start)} – ${end.slice(0, 10) === start.slice(0, 10) ? end.slice(11, 16) : minute(end)}`
}

const isOver = (end: string | null): boolean => end !== null && Date.parse(end.replace(' ', 'T')) < Date.now()

function Details({ attendee }: { attendee: AttendeeDetail }) {
  const t = useTexts(myMeetingTexts)
  const stages = useDictionary('meeting_stage')
  const forms = useDictionary('labor_form')
  const { scheduleStartTime, scheduleLocation, invitation } = attendee
  return (
    <Section
      title={t('details')}
      actions={
        scheduleStartTime !== null &&
        (isOver(invitation.scheduleEndTime) ? (
          <CertificateButton attendeeId={attendee.attendeeId} />
        ) : (
          <Button
            component="a"
            variant="default"
            href={addressOf(calendarRoutes.meeting, { attendeeId: attendee.attendeeId })}
            leftSection={<IconCalendarPlus size={18} aria-hidden />}
          >
            {t('toCalendar')}
          </Button>
        ))
      }
    >
      <Facts
        items={[
          [
            t('when'),
            scheduleStartTime === null
              ? t('notScheduled')
              : spanOf(scheduleStartTime, invitation.scheduleEndTime),
          ],
          [t('where'), <Place key="place" place={scheduleLocation} />],
          [
            t('contact'),
            <Contact key="contact" name={invitation.contactName} phone={invitation.contactPhone} />,
          ],
          [t('stage'), stages.label(attendee.currentStage)],
          [t('project'), attendee.projectName],
          [t('laborForm'), forms.label(attendee.laborForm)],
          [t('agreement'), <SignatureBadge key="badge" {...attendee} />],
        ]}
      />
    </Section>
  )
}

function Paragraphs({ title, text }: { title: string; text: string | null }) {
  if (text === null) return null
  return (
    <Section title={title}>
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {text}
      </Text>
    </Section>
  )
}

function MyMeeting({ attendeeId }: { attendeeId: string | undefined }) {
  const t = useTexts(myMeetingTexts)
  const fee = useTexts(feeTexts)
  return (
    <RecordPage
      route={attendeeRoutes.get}
      params={{ attendeeId }}
      title={({ meetingName }) => meetingName}
      subtitle={({ scheduleStartTime, scheduleLocation }) =>
        [scheduleStartTime && minute(scheduleStartTime), scheduleLocation].filter(Boolean).join(' · ')
      }
      backTo="/my-meetings"
      actions={(attendee) => <AgreementLink attendee={attendee} />}
    >
      {(attendee) => (
        <>
          <ReplySection attendee={attendee} />
          <Details attendee={attendee} />
          <Paragraphs title={t('agenda')} text={attendee.invitation.agenda} />
          <Paragraphs
            title={attendee.invitation.title ?? t('invitation')}
            text={attendee.invitation.content}
          />
          <Section
            title={fee('fee')}
            actions={
              <LinkButton to={`/my-agreements/${attendee.attendeeId}`} variant="subtle">
                {t('toAgreement')}
              </LinkButton>
            }
          >
            <FeeLines fee={attendee} />
          </Section>
          <Paragraphs title={t('summary')} text={attendee.summary} />
          {attendee.onSitePhotos.length > 0 && <Photos attendee={attendee} />}
        </>
      )}
    </RecordPage>
  )
}

export function Page() {
  const t = useTexts(myMeetingTexts)
  const { attendeeId }: { attendeeId?: string } = useParams({ strict: false })
  return (
    <ApprovedOnly title={t('title')}>
      <MyMeeting attendeeId={attendeeId} />
    </ApprovedOnly>
  )
}
