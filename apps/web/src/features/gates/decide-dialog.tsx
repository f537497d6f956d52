import { gateRoutes, type Waiver } from '@consilium/contract/gate-routes.ts'
import { LongTextField, RadioField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useTexts } from '../../lib/texts.ts'
import { gateTexts } from './texts.ts'

/** Approves or refuses a waiver. */
export default function DecideDialog({ waiver, onClose }: { waiver: Waiver; onClose: () => void }) {
  const t = useTexts(gateTexts)
  return (
    <FormDialog
      title={t('decide')}
      route={gateRoutes.decideWaiver}
      initial={{ waiverId: waiver.waiverId, version: waiver.version, status: 'approved' }}
      doneText={t('decided')}
      onClose={onClose}
    >
      <RadioField
        name="status"
        label={t('decision')}
        options={[
          { value: 'approved', label: t('approve') },
          { value: 'refused', label: t('refuse') },
        ]}
      />
      <LongTextField name="opinion" label={t('opinion')} />
    </FormDialog>
  )
}
