import type { FeeMonth } from '@consilium/contract/fees/labor-fees.ts'
import { Badge, Text } from '@mantine/core'
import { useDictionary } from '../../lib/dictionary.ts'
import { money, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { isToSend, type PastedLine } from './pasted-lines.ts'
import type { PastedRow } from './pasted-rows.ts'
import { pasteTexts } from './paste-texts.ts'
import type { TaxOf } from './pasted-taxes.ts'
import { attendeeTexts } from './texts.ts'
import table from '../../components/table.module.css'

const COLUMNS = ['phone', 'name', 'unit', 'laborForm', 'payable', 'incomeTax', 'result'] as const
const FIGURES: readonly string[] = ['payable', 'incomeTax']

/** The income tax that a fee bears, with that of the month where other fees have a part in it. */
function Tax({ month }: { month: FeeMonth | undefined }) {
  const t = useTexts(attendeeTexts)
  const [tax] = month?.lines.slice(-2) ?? []
  if (!month || !tax) return orNothing(null)
  return (
    <>
      {money(tax.settled)}
      {month.paidCount + month.agreedCount > 0 && (
        <Text size="xs" c="dimmed" maw="11rem" ml="auto" style={{ whiteSpace: 'normal' }}>
          {t('monthTax', { month: month.period, total: money(month.incomeTaxTotal) })}
        </Text>
      )}
    </>
  )
}

/** What was not understood of a line: it is not added if its columns say what should stand there. */
function Unread({ row: { ignored, unreadable } }: { row: PastedRow }) {
  const t = useTexts(pasteTexts)
  if (unreadable !== null)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {t('unreadable', { text: unreadable })}
      </Text>
    )
  if (ignored === null) return null
  return (
    <Text size="sm" c="dimmed">
      {t('ignored', { text: ignored })}
    </Text>
  )
}

/** What will become of a line, or has become of it. */
function Outcome({ line: { row, state, earlier, isNew, sent } }: { line: PastedLine }) {
  const t = useTexts(pasteTexts)
  if (state === 'added')
    return (
      <Badge variant="light" color="teal">
        {t('added')}
      </Badge>
    )
  if (state === 'listed' || state === 'repeated')
    return (
      <>
        <Badge variant="light" color="gray">
          {t(state)}
        </Badge>{' '}
        {state === 'repeated' && t('repeatedOf', { line: earlier ?? row.line })}
      </>
    )
  return (
    <>
      {state === 'refused' && (
        <Badge variant="light" color="red">
          {t('notAdded')}
        </Badge>
      )}{' '}
      {sent?.reason ??
        (isNew && (
          <Text size="xs" c={row.name === null ? 'var(--mantine-color-error)' : 'dimmed'}>
            {row.name === null ? t('newNameless') : t('newExpert')}
          </Text>
        ))}
    </>
  )
}

interface LinesProps {
  lines: readonly PastedLine[]
  taxOf: TaxOf
}

/** What was understood of each line, and what became of it. */
export function PastedTable({ lines, taxOf }: LinesProps) {
  const t = useTexts(attendeeTexts)
  const own = useTexts(pasteTexts)
  const { label } = useDictionary('labor_form')
  return (
    <div className={table.scroll} tabIndex={0} role="region" aria-label={own('pasted')}>
      <table className={table.table} aria-label={own('pasted')}>
        <thead>
          <tr>
            {COLUMNS.map((key) => (
              <th key={key} scope="col" className={FIGURES.includes(key) ? table.figure : table.head}>
                {key === 'result' ? own(key) : t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const { row, sent, state } = line
            return (
              <tr key={row.line}>
                <td>
                  {row.phone === '' ? own('noPhone', { line: row.line }) : row.phone}
                  <Unread row={row} />
                </td>
                <td>{orNothing(row.name)}</td>
                <td>{orNothing(row.unit)}</td>
                <td>{label(row.laborForm ?? 'lecture')}</td>
                <td className={table.figure}>
                  {row.unreadable === null ? money(Number(row.laborFee ?? 0).toFixed(2)) : orNothing(null)}
                </td>
                <td className={table.figure}>
                  <Tax month={state === 'added' ? sent?.month : isToSend(line) ? taxOf(row) : undefined} />
                </td>
                <td style={{ minWidth: '9rem' }}>
                  <Outcome line={line} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
