import { batchRoutes } from '@consilium/contract/batches/batches.ts'
import { Alert } from '@mantine/core'
import { TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { useTexts } from '../../lib/texts.ts'
import { batchTexts } from './texts.ts'

interface ReturnDialogProps {
  batchId: number
  lineIds: number[]
  onClose: () => void
}

/** Says what becomes of payments that the bank returned, and asks for its reason. */
export default function ReturnDialog({ batchId, lineIds, onClose }: ReturnDialogProps) {
  const t = useTexts(batchTexts)
  return (
    <FormDialog
      title={t('returnTitle', { count: lineIds.length })}
      route={batchRoutes.returnLines}
      initial={{ batchId, lineIds }}
      saveLabel={t('return')}
      doneText={t('returned')}
      onClose={onClose}
    >
      <Alert color="orange" variant="light">
        {t('returnHint')}
      </Alert>
      <TextField name="reason" label={t('reason')} />
    </FormDialog>
  )
}
