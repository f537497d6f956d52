import { LABOR_FORMS } from '@consilium/contract/agreements/labor-forms.ts'
import {
  NON_RESIDENT_ITEM_LABELS,
  TAX_ITEM_LABELS,
  TAX_ITEMS,
  TAX_PLACE_LABELS,
  taxSettingsRoutes,
  VAT_BASIS_LABELS,
  WITHHOLDING_COLUMN_LABELS,
  type OrganizationTax,
  type TaxSettings,
} from '@consilium/contract/organizations/tax-settings.ts'
import { Button, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { onDemand } from '../../components/on-demand.tsx'
import { Facts, Section, useRecord } from '../../components/records/record-page.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import table from '../../components/table.module.css'
import { frameTexts } from '../../components/texts.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { minute, orNothing, useLabel } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { organizationTexts } from './texts.ts'
import { dated } from '../../components/dated.tsx'

const TaxDialog = onDemand(() => import('./tax-dialog.tsx'))

type Terms = OrganizationTax['today']

/** Each item of the tax law with its service types. */
function useItems(): (terms: Terms | TaxSettings) => string {
  const t = useTexts(organizationTexts)
  const item = useLabel(TAX_ITEM_LABELS)
  const { label } = useDictionary('labor_form')
  return ({ laborItems }) =>
    TAX_ITEMS.map((each) => ({ each, forms: LABOR_FORMS.filter((form) => laborItems[form] === each) }))
      .filter(({ forms }) => forms.length > 0)
      .map(({ each, forms }) =>
        t('itemOf', { item: item(each), forms: forms.map(label).join(t('betweenForms')) }),
      )
      .join(t('betweenItems'))
}

/** The settings as pairs of a label and a value. */
function useTerms(): (terms: Terms | TaxSettings) => (readonly [label: string, value: string])[] {
  const t = useTexts(organizationTexts)
  const frame = useTexts(frameTexts)
  const place = useLabel(TAX_PLACE_LABELS)
  const basis = useLabel(VAT_BASIS_LABELS)
  const nonResidentItem = useLabel(NON_RESIDENT_ITEM_LABELS)
  const column = useLabel(WITHHOLDING_COLUMN_LABELS)
  const itemsOf = useItems()
  const yesOrNo = (is: boolean) => frame(is ? 'yes' : 'no')
  return (terms) => [
    [t('laborItems'), itemsOf(terms)],
    [t('isContinuous'), yesOrNo(terms.isContinuous)],
    [t('isCountyApart'), yesOrNo(terms.isCountyApart)],
    [t('place'), place(terms.place)],
    [t('educationExempt'), yesOrNo(terms.educationExempt)],
    [t('vatBasis'), basis(terms.vatBasis)],
    [t('isPlatform'), yesOrNo(terms.isPlatform)],
    [t('county'), orNothing(terms.county)],
    [t('nonResidentItem'), nonResidentItem(terms.nonResidentItem)],
    [t('withholdingColumn'), column(terms.withholdingColumn)],
    [t('surchargesDeducted'), yesOrNo(terms.surchargesDeducted)],
    [t('invoiceExpected'), yesOrNo(terms.invoiceExpected)],
  ]
}

/** Every version of the settings, each with its first day and who made it. */
function Versions({ settings }: { settings: readonly TaxSettings[] }) {
  const t = useTexts(organizationTexts)
  const termsOf = useTerms()
  if (settings.length === 0) return null
  return (
    <div className={table['scroll']} tabIndex={0} role="region" aria-label={t('taxVersions')}>
      <table className={table['table']}>
        <caption style={{ textAlign: 'start', paddingBlock: 'var(--mantine-spacing-xs)' }}>
          {t('taxVersions')}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('validFrom')}</th>
            <th scope="col">{t('terms')}</th>
            <th scope="col">{t('madeBy')}</th>
          </tr>
        </thead>
        <tbody>
          {settings.map((each) => (
            <tr key={each.version}>
              <th scope="row" className={table['unbroken']}>
                {each.validFrom}
              </th>
              <td>
                {[
                  ...termsOf(each),
                  ...(each.reason === null ? [] : [[t('changeReason'), each.reason] as const]),
                ]
                  .map(([label, value]) => t('term', { label, value }))
                  .join(' · ')}
              </td>
              <td>
                {orNothing(each.userName)} {dated(minute(each.createTime))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Settings({ orgId }: { orgId: number }) {
  const t = useTexts(organizationTexts)
  const termsOf = useTerms()
  const [isChanging, setChanging] = useState(false)
  const { data, error, refetch } = useRecord(taxSettingsRoutes.get, { orgId })
  return (
    <Section
      title={t('tax')}
      actions={
        data?.abilities.update && (
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('changeTax')}
          </Button>
        )
      }
    >
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <>
          <Facts items={[[t('validFrom'), orNothing(data.today.validFrom)], ...termsOf(data.today)]} />
          <Text size="sm" c="dimmed" mt="sm">
            {t(data.surchargeRate === null ? 'taxHint' : 'ownRateHint', { rate: data.surchargeRate ?? '' })}
          </Text>
          <Versions settings={data.settings} />
        </>
      )}
      {data && isChanging && <TaxDialog tax={data} onClose={() => setChanging(false)} />}
    </Section>
  )
}

/** How a payer is taxed, for those who may see it. */
export function TaxSection({ orgId }: { orgId: number }) {
  return useMay()(taxSettingsRoutes.get) ? <Settings orgId={orgId} /> : null
}
