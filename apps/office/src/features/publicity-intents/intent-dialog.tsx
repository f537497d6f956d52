import type {
  PublicityExecutionIntent,
  PublicitySupportIntent,
} from '@consilium/contract/publicity/publicity.ts'
import type { Route } from '@consilium/contract/route.ts'
import { LongTextField, PhoneField, TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import type { Values } from '../../components/forms/form-values.ts'
import { SuggestedField } from '../../components/forms/suggested-field.tsx'
import { callLoosely } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { publicityIntentTexts } from './texts.ts'

interface IntentDialogProps {
  kind: 'support' | 'execution'
  routes: { get: Route; update: Route }
  intent: PublicitySupportIntent | PublicityExecutionIntent
  onClose: () => void
}

/** Corrects the data that a visitor has entered. */
export default function IntentDialog({ kind, routes, intent, onClose }: IntentDialogProps) {
  const t = useTexts(publicityIntentTexts)
  return (
    <FormDialog
      title={t('edit')}
      route={routes.update}
      initial={intent}
      always={['intentId', 'version']}
      reload={async () => (await callLoosely(routes.get, { params: intent })) as Values}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} autoComplete="off" />
      <PhoneField name="phone" label={t('phone')} autoComplete="off" />
      {kind === 'support' ? (
        <>
          <TextField name="orgName" label={t('orgName')} />
          <TextField name="position" label={t('position')} />
          <LongTextField name="remark" label={t('remark')} />
        </>
      ) : (
        <>
          <TextField name="hospital" label={t('hospital')} />
          <SuggestedField name="department" from="department" label={t('department')} />
          <SuggestedField name="title" from="professional_title" label={t('jobTitle')} />
        </>
      )}
    </FormDialog>
  )
}
