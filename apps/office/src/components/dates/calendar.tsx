import { Button, Group, Popover } from '@mantine/core'
import { DatePicker, DatesProvider, MonthPicker, TimePicker } from '@mantine/dates'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { DAY_LENGTH, MONTH_LENGTH, useToday } from '../../lib/live/now.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import classes from './calendar.module.css'
import type { DateKind } from './date-text.ts'
import { dateTexts } from './texts.ts'

const MONDAY = 1
/** When a day is chosen before a time. */
const USUAL_TIME = '09:00:00'
/** The kit's dialogs leave Esc to a control with this mark, which closes the calendar and not the dialog around it. */
const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' }

interface CalendarProps {
  kind: DateKind
  /** In the format of the wire; empty if there is none. */
  value: string
  min?: string | undefined
  max?: string | undefined
  isRequired: boolean
  onPick: (value: string) => void
  onClose: () => void
}

/** Written in the order of the language; the kit would put the day before the month in both. */
const FORMATS = {
  'zh-CN': { locale: 'zh-cn', day: 'YYYY年M月D日 dddd', month: 'YYYY年M月', year: 'YYYY年' },
  en: { locale: 'en', day: 'dddd, D MMMM YYYY', month: 'MMMM YYYY', year: 'YYYY' },
} as const

function useWording() {
  const t = useTexts(dateTexts)
  const { locale, day, month, year } = FORMATS[useLanguage()]
  const said = (format: string) => (date: string) => dayjs(date).locale(locale).format(format)
  const names = [
    'nextMonth',
    'previousMonth',
    'nextYear',
    'previousYear',
    'nextDecade',
    'previousDecade',
  ] as const
  return {
    t,
    locale,
    sayDay: said(day),
    sayMonth: said(month),
    labels: {
      ariaLabels: Object.fromEntries(names.map((name) => [name, t(name)])),
      monthLabelFormat: month,
      yearLabelFormat: year,
      monthsListFormat: locale === 'en' ? 'MMM' : 'M月',
      yearsListFormat: year,
      decadeLabelFormat: year,
      size: 'md',
      enableKeyboardNavigation: true,
      // The kit's mark for Esc as above.
      __stopPropagation: true,
    } as const,
  }
}

/** The days of a month, or the months of a year. */
function Days({ kind, value, min, max, onPick, onClose }: CalendarProps) {
  const { labels, sayDay, sayMonth } = useWording()
  const shown = value === '' ? null : `${value}-01`.slice(0, DAY_LENGTH)
  const limits = {
    ...(min ? { minDate: `${min}-01`.slice(0, DAY_LENGTH) } : {}),
    ...(max ? { maxDate: `${max}-01`.slice(0, DAY_LENGTH) } : {}),
  }
  const today = useToday()
  const first = shown ?? today
  const begins = (date: string, length: number) =>
    date.slice(0, length) === first.slice(0, length) ? { 'data-autofocus': true } : {}
  if (kind === 'month')
    return (
      <MonthPicker
        {...labels}
        {...limits}
        value={shown}
        defaultDate={first}
        getMonthControlProps={(date) => ({ 'aria-label': sayMonth(date), ...begins(date, MONTH_LENGTH) })}
        onChange={(next) => {
          if (next !== null) onPick(next.slice(0, MONTH_LENGTH))
          onClose()
        }}
      />
    )
  return (
    <DatePicker
      {...labels}
      {...limits}
      value={shown}
      defaultDate={first}
      highlightToday
      hideOutsideDates
      classNames={{ day: classes.day! }}
      getDayAriaLabel={sayDay}
      getDayProps={(date) => begins(date, DAY_LENGTH)}
      onChange={(next) => {
        if (next === null) return
        onPick(kind === 'day' ? next : `${next} ${value.slice(DAY_LENGTH + 1) || USUAL_TIME}`)
        if (kind === 'day') onClose()
      }}
    />
  )
}

function TimeOfDay({ value, onPick }: CalendarProps) {
  const { t } = useWording()
  return (
    <TimePicker
      label={t('time')}
      mt="xs"
      size="sm"
      disabled={value === ''}
      value={value.slice(DAY_LENGTH + 1)}
      hoursInputLabel={t('hour')}
      minutesInputLabel={t('minute')}
      hoursInputProps={OWN_ESCAPE}
      minutesInputProps={OWN_ESCAPE}
      onChange={(next) => next !== '' && onPick(`${value.slice(0, DAY_LENGTH)} ${next}`)}
    />
  )
}

/** What is chosen without the calendar. */
function Shortcuts({ kind, value, min, max, isRequired, onPick, onClose }: CalendarProps) {
  const { t } = useWording()
  const choose = (next: string) => {
    onPick(next)
    onClose()
  }
  const today = useToday()
  const here = { day: today, month: today.slice(0, MONTH_LENGTH), time: `${today} ${USUAL_TIME}` }[kind]
  const isOutside = (min ? here < min : false) || (max ? here > max : false)
  return (
    <Group mt="xs" gap="xs" justify="space-between" {...OWN_ESCAPE}>
      {!isOutside && kind !== 'time' && (
        <Button variant="subtle" {...OWN_ESCAPE} onClick={() => choose(here)}>
          {t(kind === 'month' ? 'thisMonth' : 'today')}
        </Button>
      )}
      {!isRequired && value !== '' && (
        <Button variant="subtle" color="gray" {...OWN_ESCAPE} onClick={() => choose('')}>
          {t('clear')}
        </Button>
      )}
      {kind === 'time' && (
        <Button ml="auto" {...OWN_ESCAPE} onClick={onClose}>
          {t('done')}
        </Button>
      )}
    </Group>
  )
}

/** The calendar of a field, below it, in the chosen language. */
export default function Calendar(props: CalendarProps) {
  const { t, locale } = useWording()
  return (
    <DatesProvider settings={{ locale, firstDayOfWeek: MONDAY }}>
      <Popover
        opened
        trapFocus
        withRoles={false}
        position="bottom"
        shadow="md"
        transitionProps={{ duration: 0 }}
        onChange={(isOpen) => !isOpen && props.onClose()}
      >
        <Popover.Target>
          <span className={classes.anchor} />
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={t('calendar')} p="sm">
          <Days {...props} />
          {props.kind === 'time' && <TimeOfDay {...props} />}
          <Shortcuts {...props} />
        </Popover.Dropdown>
      </Popover>
    </DatesProvider>
  )
}
