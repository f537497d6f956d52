import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { onDemand } from '../on-demand.tsx'
import { PATTERNS, shownText, valueOf, type DateKind } from './date-text.ts'
import { dateTexts } from './texts.ts'

/** With the kit's calendar, which is larger than many a page, and its styles. */
const Calendar = onDemand(async () => {
  const [calendar] = await Promise.all([
    import('./calendar.tsx'),
    import('./calendar-styles.ts').then(({ loadStyles }) => loadStyles()),
  ])
  return calendar
}, null)

const REFUSALS = { day: 'notADay', time: 'notATime', month: 'notAMonth' } as const

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'type'> {
  kind: DateKind
  /** In the format of the wire. */
  value: string
  /** Called with a value, an empty text, or what was typed if that is no value. */
  onChange: (value: string) => void
  /** The first and the last value that make sense, in the format of the wire. */
  min?: string | undefined
  max?: string | undefined
}

/** What was typed last. A value from elsewhere replaces it, its own value in another spelling does not. */
function useTyped(kind: DateKind, value: string) {
  const [typed, setTyped] = useState(() => shownText(kind, value))
  useEffect(
    () =>
      setTyped((text) => (text === value || valueOf(kind, text) === value ? text : shownText(kind, value))),
    [kind, value],
  )
  return [typed, setTyped] as const
}

function useRefusal({ kind, min = '', max = '' }: DateInputProps) {
  const t = useTexts(dateTexts)
  return (typed: string) => {
    const value = valueOf(kind, typed)
    if (value === null) return t(REFUSALS[kind])
    if (value === '') return undefined
    if (min !== '' && value < min) return t('tooEarly', { limit: shownText(kind, min) })
    return max !== '' && value > max ? t('tooLate', { limit: shownText(kind, max) }) : undefined
  }
}

/**
 * A day, a time or a month, typed or chosen from a calendar. Native inputs speak the language of the browser, not the one
 * that was chosen here.
 */
export function DateInput(props: DateInputProps) {
  const { kind, value, onChange, min, max, error, ...rest } = props
  const t = useTexts(dateTexts)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isLeft, setLeft] = useState(true)
  const [typed, setTyped] = useTyped(kind, value)
  const refusal = useRefusal(props)
  const isFixed = props.readOnly === true || props.disabled === true
  const take = (text: string) => {
    setTyped(text)
    onChange(valueOf(kind, text) ?? text)
  }
  const close = () => {
    setOpen(false)
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) button.current?.focus()
    })
  }
  return (
    <TextInput
      id={id}
      placeholder={PATTERNS[kind]}
      autoComplete="off"
      {...rest}
      error={error ?? (isLeft ? refusal(typed) : undefined)}
      value={typed}
      onChange={({ currentTarget }) => {
        setLeft(false)
        take(currentTarget.value)
      }}
      onBlur={() => {
        setLeft(true)
        const whole = valueOf(kind, typed)
        if (whole !== null) setTyped(shownText(kind, whole))
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || !event.altKey || isFixed) return
        event.preventDefault()
        setOpen(true)
      }}
      rightSection={
        <>
          <ActionIcon
            ref={button}
            color="gray"
            disabled={isFixed}
            aria-label={t('openCalendar')}
            aria-describedby={`${id}-label`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onPointerEnter={Calendar.preload}
            onFocus={Calendar.preload}
            // Outside the calendar this would close it, and the click would open it again.
            onMouseDown={(event) => event.stopPropagation()}
            onTouchStart={(event) => event.stopPropagation()}
            onClick={() => setOpen(!isOpen)}
          >
            <IconCalendar size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
          {isOpen && (
            <Calendar
              kind={kind}
              value={valueOf(kind, value) ?? ''}
              min={min}
              max={max}
              isRequired={props.required === true}
              onPick={(next) => take(shownText(kind, next))}
              onClose={close}
            />
          )}
        </>
      }
    />
  )
}
