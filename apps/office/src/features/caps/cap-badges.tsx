import { CAP_STATE_LABELS, type CapState, capRoutes } from '@consilium/contract/caps/caps.ts'
import { PHONE_PATTERN } from '@consilium/contract/fields.ts'
import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/requests/api.ts'
import { useLabel } from '../../lib/format.ts'

const COLORS = { within: 'teal', near: 'yellow', blocked: 'red' } as const

/** Whether experts are within their caps, for a meeting or a project; asked as soon as they are chosen. */
export function useCapStates(
  expertIds: readonly number[],
  occasion: { meetingId?: number; projectId?: number },
): ReadonlyMap<number, CapState> {
  const { data = [] } = useQuery({
    queryKey: [capRoutes.state.path, expertIds, occasion],
    enabled: expertIds.length > 0,
    queryFn: ({ signal }) =>
      call(capRoutes.state, {
        query: { expertIds: expertIds.join(','), ...occasion },
        signal,
      }),
  })
  return new Map(data.map(({ expertId, state }) => [expertId ?? 0, state]))
}

export function CapBadge({ state }: { state: CapState | undefined }) {
  const label = useLabel(CAP_STATE_LABELS)
  if (!state) return null
  return (
    <Badge variant="light" color={COLORS[state]}>
      {label(state)}
    </Badge>
  )
}

/** Whether the expert of a phone that is typed is within the caps of a meeting. */
export function PhoneCapBadge({ phone, meetingId }: { phone: string; meetingId: number }) {
  const { data } = useQuery({
    queryKey: [capRoutes.state.path, phone, meetingId],
    enabled: PHONE_PATTERN.test(phone),
    queryFn: ({ signal }) => call(capRoutes.state, { query: { phone, meetingId }, signal }),
  })
  return <CapBadge state={PHONE_PATTERN.test(phone) ? data?.[0]?.state : undefined} />
}
