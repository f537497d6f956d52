import { CHECK_LABELS, type MeetingCheck } from '@consilium/contract/gates/gates.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { LongTextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { gateTexts } from './texts.ts'

interface AskWaiverProps {
  meetingId: number
  check: MeetingCheck
  onClose: () => void
}

/** Asks that one check of a meeting be waived, with the reason. */
export default function AskWaiverDialog({ meetingId, check, onClose }: AskWaiverProps) {
  const t = useTexts(gateTexts)
  const label = useLabel(CHECK_LABELS)
  return (
    <FormDialog
      title={`${t('askWaiver')} · ${label(check)}`}
      route={gateRoutes.askWaiver}
      initial={{ meetingId, check }}
      doneText={t('asked')}
      onClose={onClose}
    >
      <LongTextField name="reason" label={t('reason')} description={t('askHint')} />
    </FormDialog>
  )
}
