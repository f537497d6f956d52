import { Stack } from '@mantine/core'
import { Meter } from '../../components/meter.tsx'
import { differenceOf } from '../../lib/decimal.ts'
import { money } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { glanceTexts } from './glance-texts.ts'
import classes from './glance.module.css'

/** Amounts with what they are, as the figures of a card. */
export function Figures({ items }: { items: readonly (readonly [label: string, amount: string | null])[] }) {
  return (
    <dl className={classes.figures}>
      {items.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{amount === null ? '—' : `¥ ${money(amount)}`}</dd>
        </div>
      ))}
    </dl>
  )
}

interface FeesProps {
  fees: { laborBudget: string | null; committed: string; signed: string }
}

/** Fees beside their budget, and how much of them is signed. */
export function Fees({ fees: { laborBudget, committed, signed } }: FeesProps) {
  const t = useTexts(glanceTexts)
  const left = differenceOf(laborBudget ?? '0', committed)
  return (
    <Stack gap="sm">
      <Figures
        items={[
          [t('budget'), laborBudget],
          [t('committed'), committed],
          [t('signed'), signed],
        ]}
      />
      {laborBudget !== null && (
        <Meter
          label={t('feesAndBudget')}
          value={committed}
          limit={laborBudget}
          note={t(left.startsWith('-') ? 'over' : 'left', { amount: money(left.replace('-', '')) })}
        />
      )}
    </Stack>
  )
}
