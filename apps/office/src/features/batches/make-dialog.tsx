import { batchRoutes, type PaymentBatch } from '@consilium/contract/batches/batches.ts'
import { Alert, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { TextField } from '../../components/forms/fields.tsx'
import { useNow } from '../../lib/live/now.ts'
import { useTexts } from '../../lib/texts.ts'
import { batchTexts } from './texts.ts'

const MONTH = [5, 7] as const

interface MakeDialogProps {
  /** What the fees come to, in words. */
  sum: string
  /** Which fees: some, or all that is payable. */
  choice: { attendeeIds: number[] } | { onlyPayable: true; meetingId?: number; name?: string }
  onClose: () => void
}

/** Makes a draft and goes there. */
export default function MakeDialog({ sum, choice, onClose }: MakeDialogProps) {
  const t = useTexts(batchTexts)
  const navigate = useNavigate()
  const now = useNow()
  const [period, month] = [now.slice(0, MONTH[1]), Number(now.slice(...MONTH))]
  return (
    <FormDialog
      title={t('makeTitle')}
      route={batchRoutes.create}
      initial={{ title: t('defaultTitle', { month, period }), ...choice }}
      saveLabel={t('make')}
      doneText={t('made')}
      onDone={(answer) => {
        const { batchId } = answer as PaymentBatch
        void navigate({ to: `/labor-payments/batches/${batchId}` })
      }}
      onClose={onClose}
    >
      <Alert variant="light">
        <Text size="sm">{sum}</Text>
        <Text size="sm">{t('makeHint')}</Text>
      </Alert>
      <TextField name="title" label={t('name')} />
    </FormDialog>
  )
}
