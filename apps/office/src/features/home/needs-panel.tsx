import { type Home, type Need, type NeedKind, type NeedRow } from '@consilium/contract/overviews/overviews.ts'
import { Stack, Text } from '@mantine/core'
import { PlainLink } from '../../components/links.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { minute } from '../../lib/format.ts'
import { useNow } from '../../lib/live/now.ts'
import { useTexts } from '../../lib/texts.ts'
import { addressOf, daysBetween, listOf, urgencyOf } from './need-kinds.ts'
import { needsTexts } from './needs-texts.ts'
import classes from './needs.module.css'
import { dated } from '../../components/dated.tsx'

/** Rows of all kinds together; the rest of each kind is behind its link. */
const SHOWN = 12

const QUANTITIES: Partial<Record<NeedKind, 'unsigned' | 'missing' | 'different'>> = {
  signatures: 'unsigned',
  materials: 'missing',
  invoices: 'different',
}

const actionOf = <K extends NeedKind>(kind: K) =>
  `do${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}` as `do${Capitalize<K>}`

/** By when a task is due, or since when it waits. */
function When({ row, now }: { row: NeedRow; now: string }) {
  const t = useTexts(needsTexts)
  const urgency = urgencyOf(row.dueTime, now)
  const days = daysBetween(row.sinceTime, now)
  const said =
    urgency === 'none'
      ? days <= 0
        ? t('today')
        : t('since', { count: days })
      : t(urgency === 'past' ? 'overdue' : 'due', { time: minute(row.dueTime) })
  return (
    <span className={classes.when} data-urgency={urgency}>
      {dated(said)}
    </span>
  )
}

function Row({ kind, row, now }: { kind: NeedKind; row: NeedRow; now: string }) {
  const t = useTexts(needsTexts)
  const stages = useDictionary('meeting_stage')
  const quantity = QUANTITIES[kind]
  const hints = [
    kind === 'stages' && row.stage !== null ? stages.label(row.stage) : null,
    quantity && row.quantity !== null ? t(quantity, { count: row.quantity }) : null,
    row.hint,
  ]
  return (
    <PlainLink to={addressOf(kind, row)} className={classes.row}>
      <span className={classes.text}>
        <Text span size="sm" fw={600}>
          {dated(row.title)}
        </Text>
        <Text span size="xs" c="dimmed">
          {dated(hints.filter(Boolean).join(' · '))}
        </Text>
      </span>
      <When row={row} now={now} />
      <span className={classes.action}>{t(actionOf(kind))}</span>
    </PlainLink>
  )
}

function Kind({ need }: { need: Need }) {
  const t = useTexts(needsTexts)
  const { kind, count, isExact, rows } = need
  const to = listOf(kind) ?? (rows[0] && addressOf(kind, rows[0]))
  return (
    <PlainLink to={to ?? '/'} className={classes.kind}>
      {t(kind)}
      <span className={classes.count}>
        {isExact ? String(count) : t('atLeast', { total: String(count) })}
      </span>
    </PlainLink>
  )
}

/** Those that are due first, then those that have waited longest. */
const byUrgency = (one: NeedRow, other: NeedRow): number =>
  (one.dueTime ?? '9').localeCompare(other.dueTime ?? '9') || one.sinceTime.localeCompare(other.sinceTime)

/** What waits for the caller, the most urgent first. */
export function NeedsPanel({ home }: { home: Home }) {
  const t = useTexts(needsTexts)
  const now = useNow()
  const needs = home.needs.filter(({ count }) => count > 0)
  const rows = needs
    .flatMap(({ kind, rows: found }) => found.map((row) => ({ kind, row })))
    .toSorted((one, other) => byUrgency(one.row, other.row))
  const isPartly = needs.some(({ count, rows: found }) => count > found.length) || rows.length > SHOWN
  return (
    <Section title={t('needs')}>
      {needs.length === 0 && (
        <Stack gap={0}>
          <Text size="sm">{t('nothing')}</Text>
          <Text size="sm" c="dimmed">
            {t('nothingHint')}
          </Text>
        </Stack>
      )}
      {needs.length > 0 && (
        <ul className={classes.kinds} aria-label={t('kinds')}>
          {needs.map((need) => (
            <li key={need.kind}>
              <Kind need={need} />
            </li>
          ))}
        </ul>
      )}
      <ul className={classes.rows}>
        {rows.slice(0, SHOWN).map(({ kind, row }) => (
          <li key={`${kind} ${row.id}`}>
            <Row kind={kind} row={row} now={now} />
          </li>
        ))}
      </ul>
      {isPartly && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('more')}
        </Text>
      )}
    </Section>
  )
}
