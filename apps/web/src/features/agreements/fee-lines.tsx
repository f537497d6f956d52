import type { Attendee } from '@consilium/contract/attendees.ts'
import type { FeeExplanation } from '@consilium/contract/labor-fees.ts'
import { Button, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { laborFee } from 'virtual:light-routes'
import { RequestError } from '../../components/request-error.tsx'
import { call } from '../../lib/api.ts'
import { money } from '../../lib/format.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { agreementTexts } from './texts.ts'
import classes from './fee-lines.module.css'

type Fee = Pick<Attendee, 'attendeeId' | 'payableAmount' | 'netAmount'>

/** The service explains in the language that it is asked in. */
function useExplanation({ attendeeId, payableAmount }: Fee) {
  const language = useLanguage()
  return useQuery({
    queryKey: [laborFee.explain.path, attendeeId, payableAmount, language],
    queryFn: async ({ signal }) => (await call(laborFee.explain, { params: { attendeeId }, signal })).data,
  })
}

function Explanation({ fee }: { fee: Fee }) {
  const { data, error, refetch } = useExplanation(fee)
  if (error) return <RequestError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={200} aria-busy />
  return <FeeTable explanation={data} />
}

/** How a fee came about, each line from those above it, and the law that it rests on. */
export function FeeTable({ explanation }: { explanation: Pick<FeeExplanation, 'lines' | 'sources'> }) {
  const t = useTexts(agreementTexts)
  const { lines, sources } = explanation
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

/** What is paid, and on demand how it came about, line by line. */
export function FeeLines({ fee, opened = false }: { fee: Fee; opened?: boolean }) {
  const t = useTexts(agreementTexts)
  const [isOpen, setOpen] = useState(opened)
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end" gap="xs">
        <div>
          <Text size="sm" c="dimmed">
            {t('feeSentence')}
          </Text>
          <Text className={classes.net}>¥ {money(fee.netAmount)}</Text>
        </div>
        <Button
          variant="subtle"
          rightSection={<Icon size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'hideLines' : 'showLines')}
        </Button>
      </Group>
      {isOpen && <Explanation fee={fee} />}
    </Stack>
  )
}
