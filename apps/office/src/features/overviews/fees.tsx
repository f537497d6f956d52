import { Stack } from '@mantine/core'
import { Figures } from '../../components/figures/figures.tsx'
import { Meter } from '../../components/figures/meter.tsx'
import { differenceOf } from '@consilium/web-kit/decimal.ts'
import { money } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { glanceTexts } from './glance-texts.ts'

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
