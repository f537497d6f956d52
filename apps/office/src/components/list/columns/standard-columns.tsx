import type { Option } from '../../../lib/dictionary.ts'
import { day, minute, orNothing } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { StatusBadge, type Status } from '../../records/status-switch.tsx'
import { frameTexts } from '../../texts.ts'
import type { Column } from '../list-definition.ts'
import classes from '../list.module.css'

/** Columns that many lists have. */
export const createTimeColumn = <Row extends { createTime: string }>(label: string): Column<Row> => ({
  key: 'createTime',
  label,
  sort: 'createTime',
  unbroken: true,
  render: ({ createTime }) => minute(createTime),
})

/** A period, of which nothing may be set. It may break between its two days, but not within a day. */
export const periodColumn = <Row extends { startTime: string | null; endTime: string | null }>(
  label: string,
): Column<Row> => ({
  key: 'period',
  label,
  sort: 'startTime',
  render: ({ startTime, endTime }) =>
    startTime === null && endTime === null ? (
      orNothing(null)
    ) : (
      <>
        <span className={classes.day}>{day(startTime)} –</span>{' '}
        <span className={classes.day}>{day(endTime)}</span>
      </>
    ),
})

export const statusColumn = <Row extends { status: Status }>(
  label: string,
  order?: { sort: 'status' },
): Column<Row> => ({
  key: 'status',
  label,
  card: 'badge',
  render: ({ status }) => <StatusBadge status={status} />,
  ...order,
})

export function useYesOrNo(): Option[] {
  const t = useTexts(frameTexts)
  return [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ]
}
