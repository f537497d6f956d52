import {
  NON_RESIDENT_ITEM_LABELS,
  NON_RESIDENT_ITEMS,
  TAX_PLACE_LABELS,
  TAX_PLACES,
  taxSettingsRoutes,
  VAT_BASES,
  VAT_BASIS_LABELS,
  WITHHOLDING_COLUMN_LABELS,
  WITHHOLDING_COLUMNS,
  type OrganizationTax,
} from '@consilium/contract/organizations/tax-settings.ts'
import { SelectField } from '../../components/forms/choice-fields.tsx'
import { CountyField } from '../../components/forms/county-field.tsx'
import { DateField } from '../../components/dates/date-fields.tsx'
import { CheckboxField, RadioField, TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { call } from '../../lib/requests/api.ts'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { LaborItemsField } from './labor-items-field.tsx'
import { organizationTexts } from './texts.ts'

/** New settings of a payer, which begin as those of today and apply from a day on. */
export default function TaxDialog({ tax, onClose }: { tax: OrganizationTax; onClose: () => void }) {
  const t = useTexts(organizationTexts)
  const place = useLabel(TAX_PLACE_LABELS)
  const basis = useLabel(VAT_BASIS_LABELS)
  const nonResidentItem = useLabel(NON_RESIDENT_ITEM_LABELS)
  const column = useLabel(WITHHOLDING_COLUMN_LABELS)
  const { orgId, version, today, earliestFrom } = tax
  const initialOf = (found: OrganizationTax) => ({ ...found.today, orgId, version: found.version })
  return (
    <FormDialog
      title={t('changeTax')}
      size="lg"
      route={taxSettingsRoutes.change}
      initial={{ ...today, orgId, version, validFrom: '' }}
      reload={async () => initialOf(await call(taxSettingsRoutes.get, { params: { orgId } }))}
      onClose={onClose}
    >
      <DateField name="validFrom" label={t('validFrom')} description={t('validFromHint')} />
      <TextField
        name="reason"
        label={t('changeReason')}
        description={t(earliestFrom === null ? 'changeReasonHint' : 'changeReasonBefore', {
          day: earliestFrom ?? '',
        })}
      />
      <LaborItemsField />
      <CheckboxField name="isContinuous" label={t('isContinuous')} description={t('isContinuousHint')} />
      <CheckboxField name="isCountyApart" label={t('isCountyApart')} description={t('isCountyApartHint')} />
      <SelectField
        name="place"
        label={t('place')}
        options={TAX_PLACES.map((value) => ({ value, label: place(value) }))}
        isFixed
      />
      <CheckboxField name="educationExempt" label={t('educationExempt')} />
      <RadioField
        name="vatBasis"
        label={t('vatBasis')}
        description={t('vatBasisHint')}
        options={VAT_BASES.map((value) => ({ value, label: basis(value) }))}
      />
      <CheckboxField name="isPlatform" label={t('isPlatform')} description={t('isPlatformHint')} />
      <CountyField name="county" label={t('county')} description={t('countyHint')} />
      <RadioField
        name="nonResidentItem"
        label={t('nonResidentItem')}
        description={t('nonResidentItemHint')}
        options={NON_RESIDENT_ITEMS.map((value) => ({ value, label: nonResidentItem(value) }))}
      />
      <RadioField
        name="withholdingColumn"
        label={t('withholdingColumn')}
        description={t('withholdingColumnHint')}
        options={WITHHOLDING_COLUMNS.map((value) => ({ value, label: column(value) }))}
      />
      <CheckboxField
        name="surchargesDeducted"
        label={t('surchargesDeducted')}
        description={t('surchargesDeductedHint')}
      />
      <CheckboxField
        name="invoiceExpected"
        label={t('invoiceExpected')}
        description={t('invoiceExpectedHint')}
      />
    </FormDialog>
  )
}
