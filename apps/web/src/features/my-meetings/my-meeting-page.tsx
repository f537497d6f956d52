import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees.ts'
import { Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { LinkButton } from '../../components/links.tsx'
import { Facts, RecordPage, Section } from '../../components/record-page.tsx'
import { FileGallery } from '../../components/upload/file-gallery.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { minute, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { AgreementLink } from '../agreements/agreement-link.tsx'
import { FeeLines } from '../agreements/fee-lines.tsx'
import { SignatureBadge } from '../agreements/signature-badge.tsx'
import { agreementTexts } from '../agreements/texts.ts'
import { ApprovedOnly } from '../profile/audit-notice.tsx'
import { myMeetingTexts } from './texts.ts'

function Details({ attendee }: { attendee: Attendee }) {
  const t = useTexts(myMeetingTexts)
  const stages = useDictionary('meeting_stage')
  const forms = useDictionary('labor_form')
  const { scheduleStartTime } = attendee
  return (
    <Section title={t('details')}>
      <Facts
        items={[
          [t('when'), scheduleStartTime === null ? t('notScheduled') : minute(scheduleStartTime)],
          [t('where'), orNothing(attendee.scheduleLocation)],
          [t('stage'), stages.label(attendee.currentStage)],
          [t('project'), attendee.projectName],
          [t('laborForm'), forms.label(attendee.laborForm)],
          [t('agreement'), <SignatureBadge key="badge" {...attendee} />],
        ]}
      />
    </Section>
  )
}

function Photos({ attendee }: { attendee: Attendee }) {
  const t = useTexts(myMeetingTexts)
  const { onSitePhotos, onSitePhotoUrls } = attendee
  if (onSitePhotos.length === 0) return null
  return (
    <Section title={t('photos')}>
      <FileGallery
        files={onSitePhotos.map((fileId, index) => ({
          fileId,
          fileName: t('photo', { number: index + 1 }),
          url: onSitePhotoUrls[index] ?? '',
          mediaType: 'image/*',
        }))}
      />
    </Section>
  )
}

function MyMeeting({ attendeeId }: { attendeeId: string | undefined }) {
  const t = useTexts(myMeetingTexts)
  const agreement = useTexts(agreementTexts)
  return (
    <RecordPage
      route={attendeeRoutes.get}
      params={{ attendeeId }}
      title={({ meetingName }) => meetingName}
      subtitle={({ projectName }) => projectName}
      backTo="/my-meetings"
      actions={(attendee) => <AgreementLink attendee={attendee} />}
    >
      {(attendee) => (
        <>
          <Details attendee={attendee} />
          <Section
            title={agreement('fee')}
            actions={
              <LinkButton to={`/my-agreements/${attendee.attendeeId}`} variant="subtle">
                {agreement('toAgreement')}
              </LinkButton>
            }
          >
            <FeeLines fee={attendee} />
          </Section>
          {attendee.summary !== null && (
            <Section title={t('summary')}>
              <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
                {attendee.summary}
              </Text>
            </Section>
          )}
          <Photos attendee={attendee} />
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
