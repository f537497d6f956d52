import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { Text } from '@mantine/core'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { LongTextField } from '../../components/forms/fields.tsx'
import { useTexts } from '../../lib/texts.ts'
import { myMeetingTexts } from './texts.ts'

/** Asks why, since the executor has to find somebody else. */
export default function DeclineDialog({ attendeeId, onClose }: { attendeeId: number; onClose: () => void }) {
  const t = useTexts(myMeetingTexts)
  return (
    <FormDialog
      title={t('declineTitle')}
      route={attendeeRoutes.reply}
      initial={{ attendeeId, reply: 'declined' }}
      saveLabel={t('decline')}
      doneText={t('sent')}
      onClose={onClose}
    >
      <Text size="sm">{t('declineHint')}</Text>
      <LongTextField name="reason" label={t('declineReason')} minRows={2} />
    </FormDialog>
  )
}
