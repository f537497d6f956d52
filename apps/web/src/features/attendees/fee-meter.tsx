import { attendeeRoutes } from '@consilium/contract/attendees.ts'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Meter } from '../../components/meter.tsx'
import { call } from '../../lib/api.ts'
import { differenceOf } from '../../lib/decimal.ts'
import { money } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { attendeeTexts } from './texts.ts'

/** Kept free, so that nothing moves when the sums arrive. */
const HEIGHT = '5rem'

export const useSummary = (meetingId: number) =>
  useQuery({
    queryKey: [attendeeRoutes.summary.path, meetingId],
    queryFn: ({ signal }) => call(attendeeRoutes.summary, { query: { meetingId }, signal }),
  }).data

/** The fees of a meeting beside its budget, and how much of them is signed. */
export function FeeMeter({ meetingId }: { meetingId: number }) {
  const t = useTexts(attendeeTexts)
  const data = useSummary(meetingId)
  if (!data) return <div style={{ minHeight: HEIGHT }} />
  const { payableAmount, laborBudget, signedAmount, signedCount, attendeeCount } = data
  const left = differenceOf(laborBudget ?? '0', payableAmount)
  const isOver = left.startsWith('-')
  return (
    <Stack gap={2} mih={HEIGHT}>
      {laborBudget !== null && (
        <Meter
          label={t('feeAndBudget')}
          value={payableAmount}
          limit={laborBudget}
          note={t(isOver ? 'overBudget' : 'leftOfBudget', { amount: money(left.replace('-', '')) })}
        />
      )}
      <Text size="sm" c="dimmed">
        {t('signedSum', { signed: signedCount, count: attendeeCount, amount: money(signedAmount) })}
      </Text>
    </Stack>
  )
}
