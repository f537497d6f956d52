import { meetingRoutes, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { SelectField } from '../../components/forms/choice-fields.tsx'
import { LongTextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { useTexts } from '../../lib/texts.ts'
import { meetingTexts } from './texts.ts'

/** Asks for the earlier stage and the reason. */
export default function BackwardDialog({
  meetingId,
  earlier,
  onClose,
}: {
  meetingId: number
  earlier: readonly MeetingStage[]
  onClose: () => void
}) {
  const t = useTexts(meetingTexts)
  const { label } = useDictionary('meeting_stage')
  return (
    <FormDialog
      title={t('backward')}
      route={meetingRoutes.changeStage}
      initial={{ meetingId, currentStage: earlier.at(-1) }}
      saveLabel={t('backward')}
      doneText={t('stageChanged')}
      onClose={onClose}
    >
      <SelectField
        name="currentStage"
        label={t('backwardTo')}
        options={earlier.map((value) => ({ value, label: label(value) }))}
      />
      <LongTextField name="reason" label={t('reason')} />
    </FormDialog>
  )
}
