import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { redactedAgreementRoutes } from '@consilium/contract/agreements/redacted-agreements.ts'
import { feeRuleNames } from '@consilium/contract/fees/fee-rule-names.ts'
import { laborFeeRoutes } from '@consilium/contract/fees/labor-fees.ts'
import { deliveryRoutes } from '@consilium/contract/notices/deliveries.ts'
import { Box, Button, Text } from '@mantine/core'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { IconFileTypePdf, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { TextLink } from '../../components/links.tsx'
import { onDemand, wheel } from '../../components/on-demand.tsx'
import { Facts, RecordPage, Section } from '../../components/records/record-page.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { frameTexts } from '../../components/texts.ts'
import { FileGallery } from '../../components/upload/file-gallery.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { minute, money, orNothing } from '../../lib/format.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useMay } from '../../lib/session/session.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { FeeLines } from '../agreements/fee/fee-lines.tsx'
import { SignatureBadge } from '../agreements/signature-badge.tsx'
import { useSignedDocument } from '../agreements/signed-document.ts'
import { SigningHistory } from '../agreements/signing-history.tsx'
import { ReplyBadge } from '../agreements/reply-badge.tsx'
import { photosOf } from './photos.ts'
import { attendeeTexts } from './texts.ts'
import RecordDeliveries from '../notices/record-deliveries.tsx'
import { TitleAtMeeting } from './title-at-meeting.tsx'

const AttendeeDialog = onDemand(async () => ({
  default: (await import('./attendee-dialog.tsx')).AttendeeDialog,
}))
const PdfView = onDemand(() => import('../../components/pdf-view.tsx'), wheel)

interface ViewProps {
  attendee: Attendee
  as: 'signed' | 'redacted'
  onClose: () => void
}

/** The signed agreement, or its redacted copy; opening it is logged. */
function AgreementView({ attendee, as, onClose }: ViewProps) {
  const t = useTexts(attendeeTexts)
  const read = useSignedDocument(attendee.attendeeId, as)
  const { data, error } = useQuery({
    queryKey: [`${as}-document`, attendee.attendeeId, attendee.version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: read,
  })
  return (
    <Dialog onClose={onClose} size="xl" title={t('agreement')}>
      {error && <RequestError error={error} />}
      {data && <PdfView source={data.bytes} title={t('agreement')} />}
      {!data && !error && wheel}
    </Dialog>
  )
}

function Agreement({ attendee }: { attendee: Attendee }) {
  const t = useTexts(attendeeTexts)
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const reads = may(agreementRoutes.pdf)
  if (!reads && !may(redactedAgreementRoutes.pdf)) return null
  const isSigned = attendee.signatureStatus === 'signed'
  return (
    <>
      <Section title={t('agreement')}>
        {isSigned ? (
          <Button
            variant="default"
            leftSection={<IconFileTypePdf size={16} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t(reads ? 'openAgreement' : 'openRedacted')}
          </Button>
        ) : (
          <Text size="sm">{t('noAgreement')}</Text>
        )}
      </Section>
      {reads && <SigningHistory attendeeId={attendee.attendeeId} />}
      {isOpen && (
        <AgreementView
          attendee={attendee}
          as={reads ? 'signed' : 'redacted'}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function Particulars({ attendee }: { attendee: Attendee }) {
  const frame = useTexts(frameTexts)
  const t = useTexts(attendeeTexts)
  const forms = useDictionary('labor_form')
  return (
    <Section title={frame('details')}>
      <Facts
        items={[
          [
            t('meeting'),
            <TextLink key="meeting" to={`/meetings/${attendee.meetingId}?tab=attendees`} inherit>
              {attendee.meetingName}
            </TextLink>,
          ],
          [t('phone'), attendee.phone],
          [t('unit'), orNothing(attendee.unit)],
          [t('department'), orNothing(attendee.department)],
          [t('title'), <TitleAtMeeting key="title" {...attendee} />],
          [t('laborForm'), forms.label(attendee.laborForm)],
          [t('bankRegion'), orNothing(attendee.bankRegion)],
          [t('reply'), <ReplyBadge key="reply" {...attendee} />],
          ...(attendee.replyReason === null ? [] : [[t('replyReason'), attendee.replyReason] as const]),
          [t('signature'), <SignatureBadge key="signature" {...attendee} />],
          [t('summary'), orNothing(attendee.summary)],
        ]}
      />
    </Section>
  )
}

/** The rules in words. Their code, which tells one edition from the other to the last digit, stands small below. */
function FeeRules({ version }: { version: string }) {
  return (
    <>
      {feeRuleNames(version, useLanguage()).map((name) => (
        <div key={name}>{name}</div>
      ))}
      <Text component="span" size="xs" c="dimmed">
        {version}
      </Text>
    </>
  )
}

function Fee({ attendee }: { attendee: Attendee }) {
  const t = useTexts(attendeeTexts)
  const isExplained = useMay()(laborFeeRoutes.explain)
  return (
    <Section title={t('fee')}>
      <Facts
        cols={4}
        items={[
          [t('payable'), money(attendee.payableAmount)],
          ...(attendee.feeMinutes === null ? [] : [[t('feeMinutes'), String(attendee.feeMinutes)] as const]),
          [t('vatAndSurcharges'), money(attendee.vatAndSurcharges)],
          [t('incomeTax'), money(attendee.incomeTax)],
          // The explanation begins with it.
          ...(isExplained ? [] : [[t('net'), money(attendee.netAmount)] as const]),
          [t('feeRule'), <FeeRules key="rules" version={attendee.feeRuleVersion} />, true],
        ]}
      />
      {isExplained && (
        <Box mt="sm">
          <FeeLines fee={attendee} />
        </Box>
      )}
    </Section>
  )
}

/** The latest change of a signed fee, and what has become of it. */
function AmendmentOf({ attendee }: { attendee: Attendee }) {
  const t = useTexts(attendeeTexts)
  const withdraw = useSend(attendeeRoutes.withdrawAmendment)
  const { amendment, attendeeId } = attendee
  if (!amendment) return null
  return (
    <Section
      title={t('amendment')}
      actions={
        attendee.abilities.withdrawAmendment && (
          <Button
            variant="default"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate({ params: { attendeeId } })}
          >
            {t('withdrawAmendment')}
          </Button>
        )
      }
    >
      {withdraw.error && <RequestError error={withdraw.error} />}
      <Facts
        items={[
          [t('amendmentStatus'), t(amendment.status)],
          [t('reason'), amendment.reason],
          [t('amendedPayable'), money(amendment.payableAmount)],
          ...(amendment.feeMinutes === null
            ? []
            : [[t('amendedMinutes'), t('minutesOf', { count: amendment.feeMinutes })] as const]),
          [t('amendedNet'), money(amendment.netAmount)],
          [t('proposedTime'), minute(amendment.proposedTime)],
          ...(amendment.declineReason ? [[t('declineReason'), amendment.declineReason] as const] : []),
        ]}
      />
    </Section>
  )
}

export function Page() {
  const frame = useTexts(frameTexts)
  const t = useTexts(attendeeTexts)
  const may = useMay()
  const { attendeeId }: { attendeeId?: string } = useParams({ strict: false })
  const [isEditing, setEditing] = useState(false)
  return (
    <RecordPage
      route={attendeeRoutes.get}
      params={{ attendeeId }}
      title={({ name }) => name}
      subtitle={({ meetingName }) => meetingName}
      backTo="/meetings"
      trail={({ meetingId, meetingName }) => [
        { label: meetingName, to: `/meetings/${meetingId}?tab=attendees` },
      ]}
      actions={({ abilities }) =>
        abilities.update && (
          <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
            {frame('edit')}
          </Button>
        )
      }
    >
      {(attendee) => (
        <>
          <Particulars attendee={attendee} />
          <Fee attendee={attendee} />
          <AmendmentOf attendee={attendee} />
          {attendee.onSitePhotos.length > 0 && (
            <Section title={t('photos')}>
              <FileGallery files={photosOf(attendee, (number) => t('photo', { number }))} />
            </Section>
          )}
          <Agreement attendee={attendee} />
          {may(deliveryRoutes.list) && <RecordDeliveries about={{ attendeeId: attendee.attendeeId }} />}
          {isEditing && (
            <AttendeeDialog
              meetingId={attendee.meetingId}
              attendee={attendee}
              onClose={() => setEditing(false)}
            />
          )}
        </>
      )}
    </RecordPage>
  )
}
