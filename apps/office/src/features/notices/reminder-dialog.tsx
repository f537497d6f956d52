import {
  FIRST_AFTER_UNIT_LABELS,
  FIRST_AFTER_UNITS,
  REMINDER_KIND_LABELS,
  REMINDER_KINDS,
  reminderRoutes,
  type ReminderKind,
} from '@consilium/contract/notices/reminder-rules.ts'
import { DateField } from '../../components/dates/date-fields.tsx'
import { SelectField } from '../../components/forms/choice-fields.tsx'
import { CheckboxField, IntegerField, useField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { reminderTexts } from './reminder-texts.ts'

/** What the number counts depends on the kind. */
function FirstAfterField() {
  const t = useTexts(reminderTexts)
  const unit = useLabel(FIRST_AFTER_UNIT_LABELS)
  const { value } = useField('kind')
  const kind = REMINDER_KINDS.find((each) => each === value) ?? 'agreement'
  return <IntegerField name="firstAfter" label={t('first')} description={unit(FIRST_AFTER_UNITS[kind])} />
}

function KindField() {
  const t = useTexts(reminderTexts)
  const kind = useLabel(REMINDER_KIND_LABELS)
  return (
    <SelectField
      name="kind"
      label={t('kind')}
      options={REMINDER_KINDS.map((value) => ({ value, label: kind(value) }))}
      isFixed
    />
  )
}

const FIRST: ReminderKind = 'agreement'

/** A rule that holds from a day on. */
export default function ReminderDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(reminderTexts)
  return (
    <FormDialog
      title={t('create')}
      route={reminderRoutes.createRule}
      initial={{ kind: FIRST, isOn: true, firstAfter: 24, everyHours: 48, atMost: 5 }}
      onClose={onClose}
    >
      <KindField />
      <DateField name="validFrom" label={t('validFrom')} description={t('validFromHint')} />
      <CheckboxField name="isOn" label={t('isOn')} />
      <FirstAfterField />
      <IntegerField name="everyHours" label={t('every')} description={t('everyHint')} />
      <IntegerField name="atMost" label={t('atMost')} />
    </FormDialog>
  )
}
