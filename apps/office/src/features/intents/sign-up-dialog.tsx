import { executionIntentRoutes, type ExecutionIntent } from '@consilium/contract/intents/intents.ts'
import { LongTextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { intentTexts } from './texts.ts'

/** Changes a sign-up. */
export default function SignUpDialog({ intent, onClose }: { intent: ExecutionIntent; onClose: () => void }) {
  const t = useTexts(intentTexts)
  return (
    <FormDialog
      title={t('editSignUp')}
      route={executionIntentRoutes.update}
      initial={intent}
      always={['intentId', 'version']}
      reload={() => call(executionIntentRoutes.get, { params: intent })}
      onClose={onClose}
    >
      <LongTextField name="remark" label={t('remark')} />
    </FormDialog>
  )
}
