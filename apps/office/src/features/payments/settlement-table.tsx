import type { SettlementExplanation } from '@consilium/contract/payments/payments.ts'
import { List, Stack } from '@mantine/core'
import table from '../../components/table.module.css'
import { money } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import classes from './settlement-table.module.css'
import { paymentTexts } from './texts.ts'

const FIGURES = ['estimated', 'settled', 'difference'] as const

/** What a payment bears beside the estimate of its agreement, and why it differs. */
export function SettlementTable({ lines, reasons }: Pick<SettlementExplanation, 'lines' | 'reasons'>) {
  const t = useTexts(paymentTexts)
  return (
    <Stack gap="sm">
      <div className={table['scroll']} tabIndex={0} role="region" aria-label={t('settlement')}>
        <table className={`${table['table']} ${classes['table']}`}>
          <thead>
            <tr>
              <th scope="col">{t('item')}</th>
              {FIGURES.map((figure) => (
                <th key={figure} scope="col" className={table['figure']}>
                  {t(figure)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.label}>
                <th scope="row" title={line.formula}>
                  {line.label}
                </th>
                {FIGURES.map((figure) => (
                  <td key={figure} className={table['figure']}>
                    {money(line[figure])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <List size="sm" spacing={4}>
        {reasons.map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
    </Stack>
  )
}
