import { attendeeRoutes, type Attendee, type Reminder } from '@consilium/contract/attendees/attendees.ts'
import { MAX_PAGE_SIZE } from '@consilium/contract/envelope.ts'
import { IDS_PER_REQUEST_MAX } from '@consilium/contract/fields.ts'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconBell } from '@tabler/icons-react'
import { notifyDone, notifyFailed } from '../../components/dialogs/notify.ts'
import { useErrorText } from '../../components/dialogs/request-error.tsx'
import { call } from '../../lib/requests/api.ts'
import { refresh } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { attendeeTexts } from './texts.ts'

/** Reminds experts to sign, tells how many heard of it, and answers why the others did not. */
export function useReminding() {
  const t = useTexts(attendeeTexts)
  return async (attendeeIds: number[]): Promise<ReadonlyMap<number, string>> => {
    const answers: Reminder[] = []
    for (let at = 0; at < attendeeIds.length; at += IDS_PER_REQUEST_MAX) {
      const body = { attendeeIds: attendeeIds.slice(at, at + IDS_PER_REQUEST_MAX) }
      answers.push(...(await call(attendeeRoutes.remind, { body })))
    }
    const left = answers.filter(({ outcome }) => outcome !== 'reminded')
    notifyDone(t('reminded', { count: answers.length - left.length }))
    return new Map(left.map(({ attendeeId, outcome }) => [attendeeId, t(outcome as 'recent')]))
  }
}

async function toSignOf(meetingId: number): Promise<Attendee[]> {
  const found: Attendee[] = []
  for (let pageNum = 1; ; pageNum++) {
    const query = { meetingId, toSign: true, pageNum, pageSize: MAX_PAGE_SIZE } as const
    const { rows } = await call(attendeeRoutes.list, { query })
    found.push(...rows)
    if (rows.length < MAX_PAGE_SIZE) return found
  }
}

/** Reminds everybody of a meeting who can sign and has not. */
export function RemindAll({ meetingId, count }: { meetingId: number; count: number }) {
  const t = useTexts(attendeeTexts)
  const say = useErrorText()
  const client = useQueryClient()
  const remind = useReminding()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const waiting = await toSignOf(meetingId)
      const left = waiting.length > 0 ? await remind(waiting.map(({ attendeeId }) => attendeeId)) : new Map()
      const reasons = waiting.flatMap(({ attendeeId, name }) =>
        left.has(attendeeId) ? [`${name}: ${left.get(attendeeId)}`] : [],
      )
      if (reasons.length > 0)
        notifyFailed(
          t('notReminded', { count: reasons.length }),
          <div style={{ whiteSpace: 'pre-line' }}>{reasons.join('\n')}</div>,
        )
      await refresh(client)
    },
    onError: (error) => notifyFailed(t('remind'), say(error)),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconBell size={16} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t('remindAll', { count })}
    </Button>
  )
}
