import { supportIntentRoutes, type SupportIntent } from '@consilium/contract/intents/intents.ts'
import { LongTextField, MoneyField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { intentTexts } from './texts.ts'

/** Changes a support intent. */
export default function OfferDialog({ intent, onClose }: { intent: SupportIntent; onClose: () => void }) {
  const t = useTexts(intentTexts)
  return (
    <FormDialog
      title={t('editOffer')}
      route={supportIntentRoutes.update}
      initial={intent}
      always={['intentId', 'version']}
      reload={() => call(supportIntentRoutes.get, { params: intent })}
      onClose={onClose}
    >
      <MoneyField name="amount" label={t('amount')} />
      <LongTextField name="remark" label={t('remark')} />
    </FormDialog>
  )
}
