import type { FeeExplanation } from '@consilium/contract/fees/labor-fees.ts'
import type { Fee } from '@consilium/web-kit/agreement-state.ts'
import { feeTexts } from '@consilium/web-kit/fee-texts.ts'
import { List, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { laborFeeRoutes } from '@consilium/contract/fees/labor-fees.ts'
import { RequestError } from '../../../components/dialogs/request-error.tsx'
import { call } from '../../../lib/requests/api.ts'
import { money } from '../../../lib/format.ts'
import { useLanguage, useTexts } from '../../../lib/texts.ts'
import { EXPLANATION_HEIGHT } from './explanation-height.ts'
import classes from './fee-lines.module.css'

/** The explanation is in the language of the request. */
function useExplanation({ attendeeId, payableAmount }: Fee) {
  const language = useLanguage()
  return useQuery({
    queryKey: [laborFeeRoutes.explain.path, attendeeId, payableAmount, language],
    queryFn: ({ signal }) => call(laborFeeRoutes.explain, { params: { attendeeId }, signal }),
  })
}

export default function Explanation({ fee }: { fee: Fee }) {
  const { data, error, refetch } = useExplanation(fee)
  if (!data && error) return <RequestError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={EXPLANATION_HEIGHT} aria-busy />
  return <FeeTable explanation={data} />
}

/** A fee line by line, each calculated from those above it, with the legal basis. */
export function FeeTable({
  explanation,
}: {
  explanation: Pick<FeeExplanation, 'lines' | 'sources' | 'notice'>
}) {
  const t = useTexts(feeTexts)
  const { lines, sources, notice } = explanation
  return (
    <Stack gap="sm">
      <ol className={classes.lines} aria-label={t('feeLines')}>
        {lines.map(({ label, formula, amount }, index) => (
          <li key={label} data-last={index === lines.length - 1}>
            <span className={classes.label}>{label}</span>
            <span className={classes.amount}>{money(amount)}</span>
            <span className={classes.formula}>{formula}</span>
          </li>
        ))}
      </ol>
      {notice !== null && <Text size="sm">{notice}</Text>}
      <div>
        <Text size="xs" c="dimmed" mb={4}>
          {t('sources')}
        </Text>
        <List size="xs" c="dimmed">
          {sources.map((source) => (
            <List.Item key={source}>{source}</List.Item>
          ))}
        </List>
      </div>
    </Stack>
  )
}
