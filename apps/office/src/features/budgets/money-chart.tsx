import { EXPENSE_LABELS } from '@consilium/contract/attendees/expenses.ts'
import { BUDGET_STATE_LABELS, type BudgetLine } from '@consilium/contract/budgets/budgets.ts'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { money, useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import classes from './money-chart.module.css'
import { budgetTexts } from './texts.ts'

const COLORS = { within: 'teal', near: 'yellow', over: 'red' } as const
const WIDTH = 100

/** The share of a bar in percent; only for drawing, so that binary fractions do no harm. */
const shareOf = (part: string, whole: number) => (whole === 0 ? 0 : (Number(part) / whole) * WIDTH)

/** A bar of one line: what is actual and committed of the budget, or of the spending if that is more. */
function Bar({ line }: { line: BudgetLine }) {
  const t = useTexts(budgetTexts)
  const label = useLabel(EXPENSE_LABELS)
  const state = useLabel(BUDGET_STATE_LABELS)
  const whole = Math.max(Number(line.planned), Number(line.committed) + Number(line.actual))
  const [actual, committed] = [shareOf(line.actual, whole), shareOf(line.committed, whole)]
  const category = label(line.category)
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {category}
        </Text>
        <Badge variant="light" color={COLORS[line.state]}>
          {state(line.state)}
        </Badge>
      </Group>
      <svg
        className={classes.bar}
        viewBox={`0 0 ${WIDTH} 10`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('chartOf', {
          category,
          planned: money(line.planned),
          committed: money(line.committed),
          actual: money(line.actual),
          free: money(line.free),
        })}
      >
        <rect className={classes.free} width={WIDTH} height={10} />
        <rect className={classes.actual} width={actual} height={10} />
        <rect className={classes.committed} x={actual} width={committed} height={10} />
        {line.state === 'over' && (
          <line
            className={classes.limit}
            x1={shareOf(line.planned, whole)}
            x2={shareOf(line.planned, whole)}
            y1={0}
            y2={10}
          />
        )}
      </svg>
    </div>
  )
}

/** The lines of a budget as bars, with what the colours mean. */
export function MoneyChart({ lines }: { lines: readonly BudgetLine[] }) {
  const t = useTexts(budgetTexts)
  return (
    <Stack gap="sm">
      <Group gap="md" aria-hidden>
        {(['actual', 'committed', 'free'] as const).map((part) => (
          <Group key={part} gap={6}>
            <span className={`${classes.mark} ${classes[`${part}Mark`]}`} />
            <Text size="sm">{t(part)}</Text>
          </Group>
        ))}
      </Group>
      {lines.map((line) => (
        <Bar key={line.category} line={line} />
      ))}
    </Stack>
  )
}
