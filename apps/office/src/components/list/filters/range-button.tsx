import { Button, type ButtonProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { useToday } from '../../../lib/live/now.ts'
import { daysOf, presetOf, type RangeProps } from './periods.ts'
import { periodTexts } from './period-texts.ts'
import { listTexts } from '../texts.ts'
import classes from '../list.module.css'

type Props = RangeProps & ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>

/** Says the period of a filter, by its name where it has one. */
export function RangeButton({ filter, state, className = '', ...props }: Props) {
  const t = useTexts(listTexts)
  const named = useTexts(periodTexts)
  const today = useToday()
  const days = daysOf(filter, state)
  const isSet = days.some((day) => day !== '')
  const preset = presetOf(days, today)
  const value = preset ? named(preset) : days.join(' – ')
  return (
    <Button
      variant="default"
      className={`${classes.range} ${className}`}
      leftSection={<IconCalendar size={16} aria-hidden />}
      {...(isSet ? { 'data-set': true } : {})}
      {...props}
    >
      {isSet ? t('labelled', { label: filter.label, value }) : filter.label}
    </Button>
  )
}
