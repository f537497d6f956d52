import type { AnsweredPage } from '@consilium/contract/client.ts'
import type { Meeting } from '@consilium/contract/meetings.ts'
import { useQueries } from '@tanstack/react-query'
import { callLoosely } from '../../lib/api.ts'
import { checksOf, type Check } from './readiness.ts'

export interface CheckResult {
  check: Check
  /** Null while it is being counted. */
  isMet: boolean | null
}

/** Progress of the meeting towards its next stage. */
export function useReadiness(meeting: Meeting): CheckResult[] {
  const checks = checksOf(meeting.currentStage)
  const counts = useQueries({
    queries: checks.map((check) => ({
      queryKey: ['readiness', meeting.meetingId, check.key],
      enabled: 'count' in check,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        if (!('count' in check)) return 0
        const query = { ...check.query, meetingId: meeting.meetingId, pageSize: 1 }
        return (await callLoosely<AnsweredPage<unknown>>(check.count, { query, signal })).total
      },
    })),
  })
  return checks.map((check, index) => {
    const total = counts[index]?.data
    if ('of' in check) return { check, isMet: check.of(meeting) }
    return { check, isMet: total === undefined ? null : check.isMet(total, meeting) }
  })
}
