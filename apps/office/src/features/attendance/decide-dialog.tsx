import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import { PRESENCE_FLAG_LABELS, type Presence } from '@consilium/contract/attendance/presence.ts'
import { Alert, List } from '@mantine/core'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { LongTextField, RadioField } from '../../components/forms/fields.tsx'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { Marks } from './marks.tsx'
import { attendanceTexts } from './texts.ts'

/** Decides on what is odd about somebody's presence, with the marks in sight. */
export default function DecideDialog({ presence, onClose }: { presence: Presence; onClose: () => void }) {
  const t = useTexts(attendanceTexts)
  const flag = useLabel(PRESENCE_FLAG_LABELS)
  return (
    <FormDialog
      title={t('decideOne', { name: presence.name })}
      size="lg"
      saveLabel={t('saveDecision')}
      route={attendanceRoutes.review}
      initial={{ attendeeId: presence.attendeeId, review: 'accepted' }}
      doneText={t('decided')}
      onClose={onClose}
    >
      <Alert color="yellow" variant="light" title={t('flags')}>
        <List size="sm">
          {presence.flags.map((each) => (
            <List.Item key={each}>{flag(each)}</List.Item>
          ))}
        </List>
      </Alert>
      <Marks presence={presence} />
      <RadioField
        name="review"
        label={t('decision')}
        options={[
          { value: 'accepted', label: t('accept') },
          { value: 'rejected', label: t('reject') },
        ]}
      />
      <LongTextField name="reason" label={t('reason')} />
    </FormDialog>
  )
}
