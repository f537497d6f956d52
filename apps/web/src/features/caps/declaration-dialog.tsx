import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { CheckboxField, LongTextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { useTexts } from '../../lib/texts.ts'
import { capTexts } from './texts.ts'

/** Declares the interests of this year. */
export default function DeclarationDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(capTexts)
  return (
    <FormDialog
      title={t('declaration')}
      route={capRoutes.declare}
      initial={{ hasConflict: false }}
      saveLabel={t('declare')}
      onClose={onClose}
    >
      <CheckboxField name="hasConflict" label={t('hasConflict')} />
      <LongTextField name="statement" label={t('statement')} />
    </FormDialog>
  )
}
