import { grouped } from '@consilium/contract/digits.ts'
import { Skeleton } from '@mantine/core'
import { PlainLink } from '../../components/links.tsx'
import { useLanguage } from '../../lib/texts.ts'
import classes from './charts.module.css'

export interface Bar {
  key: string
  label: string
  /** Undefined while it is unknown. */
  count?: number | undefined
  /** There may be more than `count`. */
  isLeast?: boolean
  /** Address of the list of the counted records. */
  to: string
}

const share = (count: number, most: number) => (most === 0 ? 0 : count / most)
const mostOf = (counts: readonly { count?: number | undefined }[]) =>
  Math.max(0, ...counts.map(({ count = 0 }) => count))
const linkClass = (own: string | undefined, count: number | undefined) =>
  [own, !count && classes.none].filter(Boolean).join(' ')

/** Horizontal bars with counts, each linked to its list. */
export function BarChart({ bars }: { bars: readonly Bar[] }) {
  const most = mostOf(bars)
  return (
    <ul className={classes.bars}>
      {bars.map(({ key, label, count, isLeast, to }) => (
        <li key={key}>
          <PlainLink to={to} className={linkClass(classes.bar, count)}>
            <span className={classes.label}>{label}</span>
            <span className={classes.track} aria-hidden>
              <div className={classes.fill} style={{ width: `calc(100% * ${share(count ?? 0, most)})` }} />
            </span>
            <span className={classes.count}>
              {count === undefined ? <Skeleton height={14} /> : grouped(count) + (isLeast ? '+' : '')}
            </span>
          </PlainLink>
        </li>
      ))}
    </ul>
  )
}

export interface Day {
  /** `yyyy-MM-dd` */
  date: string
  count: number
}

/** Counts of consecutive days, each linked to its list. */
export function DayChart({ days, toOf }: { days: readonly Day[]; toOf: (date: string) => string }) {
  const language = useLanguage()
  const most = mostOf(days)
  const weekdays = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  return (
    <ul className={classes.days}>
      {days.map(({ date, count }) => {
        const weekday = weekdays.format(new Date(`${date}T00:00:00Z`))
        return (
          <li key={date}>
            <PlainLink to={toOf(date)} className={linkClass(classes.day, count)}>
              <span className={classes.column}>
                <span className={classes.count}>{grouped(count)}</span>
                <span
                  className={classes.fill}
                  style={{ height: `calc((100% - 1.5rem) * ${share(count, most)})` }}
                  aria-hidden
                />
              </span>
              <span>{date.slice('yyyy-'.length)}</span>
              <span className={classes.weekday}>{weekday}</span>
            </PlainLink>
          </li>
        )
      })}
    </ul>
  )
}
