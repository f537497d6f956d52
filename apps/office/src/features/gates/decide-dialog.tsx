import { gateRoutes, type Waiver } from '@consilium/contract/gates/gate-routes.ts'
import { CHECK_LABELS } from '@consilium/contract/gates/gates.ts'
import { LongTextField, RadioField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { Dots } from '../../components/dots.tsx'
import { Facts } from '../../components/records/record-page.tsx'
import { minute, orNothing, useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { useEvidence } from './evidence.ts'
import { gateTexts } from './texts.ts'

/** Approves or refuses a waiver, with what is asked in sight. */
export default function DecideDialog({ waiver, onClose }: { waiver: Waiver; onClose: () => void }) {
  const t = useTexts(gateTexts)
  const check = useLabel(CHECK_LABELS)
  const evidence = useEvidence()
  const { meetingName, covers, reason, askedByName, createTime } = waiver
  return (
    <FormDialog
      title={t('decideOne')}
      size="lg"
      saveLabel={t('saveDecision')}
      route={gateRoutes.decideWaiver}
      initial={{ waiverId: waiver.waiverId, version: waiver.version, status: 'approved' }}
      doneText={t('decided')}
      onClose={onClose}
    >
      <Facts
        cols={2}
        items={[
          [t('check'), check(waiver.check)],
          [t('covers'), orNothing(evidence(waiver.check, covers))],
          [t('meeting'), meetingName],
          [t('askedBy'), <Dots key="asked" items={[orNothing(askedByName), minute(createTime)]} />],
          [t('reason'), reason],
        ]}
      />
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
