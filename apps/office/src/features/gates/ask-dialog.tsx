import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { CHECK_LABELS } from '@consilium/contract/gates/gates.ts'
import { LABOR_FORMS } from '@consilium/contract/agreements/labor-forms.ts'
import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import type { Route } from '@consilium/contract/route.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { RemoteField, SelectField } from '../../components/forms/choice-fields.tsx'
import { LongTextField, MoneyField, PhoneField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { typedText } from '../../components/forms/form-values.ts'
import type { OptionSource } from '../../components/forms/option-source.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { gateTexts } from './texts.ts'

const CHOICES = '20'
/** Checks that an invitation is refused by. */
const ASKABLE = ['tiers', 'overlaps'] as const

const meetings: OptionSource = {
  route: meetingRoutes.list as unknown as Route,
  query: (keyword) => ({ pageSize: CHOICES, ...(keyword === '' ? {} : { meetingName: keyword }) }),
  options: (rows) =>
    (rows as Meeting[]).map(({ meetingId, meetingName, businessId }) => ({
      value: String(meetingId),
      label: `${meetingName} · ${businessId}`,
    })),
}

/** Asks for a waiver before an expert is invited, since the invitation itself would be refused. */
export default function AskDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(gateTexts)
  const check = useLabel(CHECK_LABELS)
  const forms = useDictionary('labor_form')
  return (
    <FormDialog
      title={t('askAhead')}
      saveLabel={t('askWaiver')}
      route={gateRoutes.askWaiver}
      initial={{ check: ASKABLE[0], laborForm: LABOR_FORMS[0] }}
      isBlocked={({ phone }) => typedText(phone).trim() === ''}
      doneText={t('asked')}
      onClose={onClose}
    >
      <RemoteField name="meetingId" label={t('meeting')} source={meetings} />
      <SelectField
        name="check"
        label={t('check')}
        options={ASKABLE.map((value) => ({ value, label: check(value) }))}
        isFixed
      />
      <PhoneField name="phone" label={t('phone')} autoComplete="off" />
      <SelectField
        name="laborForm"
        label={t('laborForm')}
        options={LABOR_FORMS.map((value) => ({ value, label: forms.label(value) }))}
        isFixed
      />
      <MoneyField name="laborFee" label={t('laborFee')} />
      <LongTextField name="reason" label={t('reason')} description={t('askAheadHint')} />
    </FormDialog>
  )
}
