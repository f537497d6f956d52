import {
  BANK_FIELD_LABELS,
  BANK_FILE_FORMAT_LABELS,
  type BankColumn,
  type BankFileFormat,
} from '@consilium/contract/bank-files/bank-files.ts'
import type { ApprovalChanges } from '@consilium/contract/approvals/approvals.ts'
import { Text } from '@mantine/core'
import { Facts } from '../../components/records/record-page.tsx'
import table from '../../components/table.module.css'
import { orNothing, useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { presetChangeTexts } from './preset-change-texts.ts'

const columnsIn = (json: string | null | undefined): BankColumn[] =>
  json ? (JSON.parse(json) as BankColumn[]) : []

const isSame = (one: BankColumn | undefined, other: BankColumn | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** An own form of bank file as it is and as it would be: its facts, and its columns side by side. Its name is the subject. */
export default function PresetChange({ changes }: { changes: ApprovalChanges }) {
  const t = useTexts(presetChangeTexts)
  const field = useLabel(BANK_FIELD_LABELS)
  const format = useLabel(BANK_FILE_FORMAT_LABELS)
  const valueOf = (name: string) => changes.find((change) => change.field === name)
  const inWords = (name: string, show: (value: string) => string = (value) => value): [string, string] => {
    const { before = null, after = null } = valueOf(name) ?? {}
    const parts = [...new Set([before, after])].filter((part) => part !== null).map(show)
    return [t(name as 'validFrom'), orNothing(parts.join(' → '))]
  }
  const columns = valueOf('columns')
  const [before, after] = [columnsIn(columns?.before), columnsIn(columns?.after)]
  const isNew = columns?.before === null
  const words = (column: BankColumn | undefined) =>
    column === undefined
      ? '—'
      : [column.title, field(column.field), ...(column.value === null ? [] : [`“${column.value}”`])].join(
          ' · ',
        )
  return (
    <>
      <Facts
        cols={2}
        items={[
          inWords('validFrom'),
          inWords('format', (value) => format(value as BankFileFormat)),
          inWords('needsCode', (value) => t(value === 'true' ? 'yes' : 'no')),
        ]}
      />
      <div className={table.scroll} tabIndex={0} role="region" aria-label={t('columns')}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('number')}</th>
              {!isNew && <th scope="col">{t('before')}</th>}
              <th scope="col">{t(isNew ? 'columns' : 'after')}</th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: Math.max(before.length, after.length) }, (_, at) => (
              <tr key={at}>
                <td>{at + 1}</td>
                {!isNew && <td>{words(before[at])}</td>}
                <td>
                  <Text size="sm" span {...(isNew || isSame(before[at], after[at]) ? {} : { fw: 700 })}>
                    {words(after[at])}
                  </Text>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
