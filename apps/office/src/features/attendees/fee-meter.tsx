import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Meter } from '../../components/figures/meter.tsx'
import { call } from '../../lib/requests/api.ts'
import { differenceOf } from '@consilium/web-kit/decimal.ts'
import { money } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { attendeeTexts } from './texts.ts'
import classes from './fee-meter.module.css'

export const useSummary = (meetingId: number) =>
  useQuery({
    queryKey: [attendeeRoutes.summary.path, meetingId],
    queryFn: ({ signal }) => call(attendeeRoutes.summary, { query: { meetingId }, signal }),
  }).data

/** The fees of a meeting beside its budget, and how much of them is signed. */
export function FeeMeter({ meetingId }: { meetingId: number }) {
  const t = useTexts(attendeeTexts)
  const data = useSummary(meetingId)
  if (!data) return <div className={classes.place} />
  const { payableAmount, laborBudget, signedAmount, signedCount, attendeeCount } = data
  const left = differenceOf(laborBudget ?? '0', payableAmount)
  const isOver = left.startsWith('-')
  const signed = t('signedSum', { signed: signedCount, count: attendeeCount, amount: money(signedAmount) })
  return (
    <div className={classes.place}>
      {laborBudget === null ? (
        <Text size="sm" c="dimmed">
          {signed}
        </Text>
      ) : (
        <Meter
          label={t('feeAndBudget')}
          value={payableAmount}
          limit={laborBudget}
          note={t(isOver ? 'overBudget' : 'leftOfBudget', { amount: money(left.replace('-', '')) })}
          beside={signed}
        />
      )}
    </div>
  )
}
