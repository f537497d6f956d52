import { Group, Text } from '@mantine/core'
import { money, yuan } from '../../lib/format.ts'
import classes from './meter.module.css'

interface MeterProps {
  label: string
  /** Decimals, as the service answers them. */
  value: string
  limit: string
  /** What is said below: how much is left, or by how much it is exceeded. */
  note: string
  /** Stands at the other end of the line of the note. */
  beside?: string
}

const NEARLY = 0.9

/** Where an amount stands; for a bar the precision of a number is enough. */
export const stateOf = (value: string, limit: string): 'usual' | 'near' | 'over' => {
  const [is, may] = [Number(value), Number(limit)]
  return is > may ? 'over' : is >= NEARLY * may ? 'near' : 'usual'
}

/** An amount beside its limit. */
export function Meter({ label, value, limit, note, beside }: MeterProps) {
  const share = Number(limit) === 0 ? 1 : Math.min(1, Number(value) / Number(limit))
  const state = stateOf(value, limit)
  return (
    <div className={classes.place}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <Text size="sm" fw={600} className={classes.figures}>
          {yuan(value)} / {money(limit)}
        </Text>
      </Group>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Number(limit)}
        aria-valuenow={Math.min(Number(value), Number(limit))}
        aria-valuetext={`${yuan(value)} / ${money(limit)}; ${note}`}
        className={classes.bar}
        data-state={state}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <Group justify="space-between" gap="0 0.625rem">
        <Text size="xs" c={state === 'over' ? 'var(--mantine-color-error)' : 'dimmed'}>
          {note}
        </Text>
        {beside !== undefined && (
          <Text size="xs" c="dimmed">
            {beside}
          </Text>
        )}
      </Group>
    </div>
  )
}
