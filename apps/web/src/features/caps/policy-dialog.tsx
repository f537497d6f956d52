import {
  CAP_MEASURE_LABELS,
  CAP_PERIOD_LABELS,
  CAP_SCOPE_LABELS,
  type CapPolicy,
} from '@consilium/contract/caps.ts'
import { Stack, Text } from '@mantine/core'
import { Dialog } from '../../components/dialog.tsx'
import table from '../../components/table.module.css'
import { useDictionary } from '../../lib/dictionary.ts'
import { money, useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { OVERLAP_TEXTS } from './overlaps.ts'
import { capTexts } from './texts.ts'

interface RowsProps {
  caption: string
  heads: readonly string[]
  /** The last cell is a figure. */
  rows: readonly (readonly string[])[]
}

function Rows({ caption, heads, rows }: RowsProps) {
  const t = useTexts(capTexts)
  const classOf = (index: number) => (index === heads.length - 1 ? table['figure'] : undefined)
  return (
    <section aria-label={caption}>
      <Text size="sm" fw={600} component="h3" m={0}>
        {caption}
      </Text>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      ) : (
        <div className={table['scroll']} tabIndex={0} role="region" aria-label={caption}>
          <table className={table['table']}>
            <thead>
              <tr>
                {heads.map((head, index) => (
                  <th key={head} scope="col" className={classOf(index)}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, row) => (
                <tr key={row}>
                  {cells.map((cell, index) => (
                    <td key={heads[index]} className={classOf(index)}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** The caps and fee tiers of one version. */
export default function PolicyDialog({ policy, onClose }: { policy: CapPolicy; onClose: () => void }) {
  const t = useTexts(capTexts)
  const [scope, period, measure] = [
    useLabel(CAP_SCOPE_LABELS),
    useLabel(CAP_PERIOD_LABELS),
    useLabel(CAP_MEASURE_LABELS),
  ]
  const forms = useDictionary('labor_form')
  const { validFrom, note, overlaps, caps, tiers } = policy
  return (
    <Dialog title={t('policyOf', { date: validFrom })} size="lg" onClose={onClose}>
      <Stack gap="md">
        {note !== null && <Text size="sm">{note}</Text>}
        <Text size="sm">
          {t('overlaps')} · {t(OVERLAP_TEXTS[overlaps])}
        </Text>
        <Rows
          caption={t('caps')}
          heads={[t('scope'), t('period'), t('measure'), t('limit')]}
          rows={caps.map((cap) => [
            scope(cap.scope),
            period(cap.period),
            measure(cap.measure),
            money(cap.measure === 'count' ? (cap.limit.split('.')[0] ?? cap.limit) : cap.limit),
          ])}
        />
        <Rows
          caption={t('tiers')}
          heads={[t('jobTitle'), t('post'), t('laborForm'), t('minutes'), t('highest')]}
          rows={tiers.map((tier) => [
            tier.title ?? t('any'),
            tier.post ?? t('any'),
            tier.laborForm === null ? t('any') : forms.label(tier.laborForm),
            tier.minutes === null ? t('any') : String(tier.minutes),
            money(tier.highest),
          ])}
        />
      </Stack>
    </Dialog>
  )
}
