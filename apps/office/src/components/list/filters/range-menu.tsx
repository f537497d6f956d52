import { Button, Popover, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useToday } from '../../../lib/live/now.ts'
import { useTexts } from '../../../lib/texts.ts'
import { DateInput } from '../../dates/date-input.tsx'
import { valueOf } from '../../dates/date-text.ts'
import { daysOf, periodOf, PRESETS, presetOf, searchOf, type Period, type RangeProps } from './periods.ts'
import { RangeButton } from './range-button.tsx'
import { periodTexts } from './period-texts.ts'
import { listTexts } from '../texts.ts'
import classes from '../list.module.css'

/** Within the narrowest phones. */
const WIDTH = 'min(340px, calc(100vw - 2rem))'

/** Opens immediately, since its code is loaded on the first click. */
export default function RangeMenu({ filter, state }: RangeProps) {
  const t = useTexts(listTexts)
  const named = useTexts(periodTexts)
  const today = useToday()
  const [isOpen, setOpen] = useState(true)
  const { label } = filter
  const [from, to] = daysOf(filter, state)
  const chosen = presetOf([from, to], today)
  const set = (period: Period) => state.set(searchOf(filter, period), { replace: true })
  const chip = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) menu.current?.querySelector('button')?.focus()
    // The calendar of a day lies outside, and what is pressed there closes nothing here.
    const press = ({ target }: PointerEvent) => {
      const isInside = [chip, menu].some(({ current }) => current?.contains(target as Node))
      if (!isInside && !(target as Element).closest('[role=dialog]')) setOpen(false)
    }
    if (isOpen) document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [isOpen])
  // What is still being typed filters nothing.
  const setWhole = (value: string, period: Period) => {
    if (valueOf('day', value) === value) set(period)
  }
  return (
    <Popover
      opened={isOpen}
      position="bottom-start"
      shadow="md"
      withRoles={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <RangeButton
          ref={chip}
          filter={filter}
          state={state}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown
        ref={menu}
        p="sm"
        role="dialog"
        aria-label={label}
        w={WIDTH}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return
          setOpen(false)
          chip.current?.focus()
        }}
      >
        <Stack gap="xs">
          <div className={classes.periods}>
            {PRESETS.map((preset) => (
              <Button
                key={preset}
                variant={preset === chosen ? 'filled' : 'default'}
                size="xs"
                mih={40}
                px={4}
                aria-pressed={preset === chosen}
                onClick={() => {
                  set(preset === chosen ? ['', ''] : periodOf(preset, today))
                  setOpen(false)
                }}
              >
                {named(preset)}
              </Button>
            ))}
          </div>
          <div className={classes.days}>
            <DateInput
              kind="day"
              label={t('rangeFrom', { label })}
              value={from}
              max={to}
              onChange={(value) => setWhole(value, [value, to])}
            />
            <DateInput
              kind="day"
              label={t('rangeTo', { label })}
              value={to}
              min={from}
              onChange={(value) => setWhole(value, [from, value])}
            />
          </div>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
