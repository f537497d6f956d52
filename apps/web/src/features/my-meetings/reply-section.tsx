import type { AttendeeDetail } from '@consilium/contract/attendees/attendees.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { attendee as attendeeRoutes } from 'virtual:light-routes'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { onDemand } from '../../components/on-demand.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { minute } from '../../lib/format.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { myMeetingTexts } from './texts.ts'

const DeclineDialog = onDemand(() => import('./decline-dialog.tsx'))

function State({ attendee: { reply, replyReason, replyUntil, abilities } }: { attendee: AttendeeDetail }) {
  const t = useTexts(myMeetingTexts)
  const time = minute(replyUntil)
  const hint = !abilities.reply
    ? replyUntil !== null && t('replyOver', { time })
    : reply !== null
      ? replyUntil !== null && t('changeUntil', { time })
      : t(replyUntil === null ? 'replyAsk' : 'replyBy', { time })
  return (
    <div>
      {reply !== null && <Text fw={600}>{t(reply)}</Text>}
      {replyReason !== null && <Text size="sm">{replyReason}</Text>}
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </div>
  )
}

/** The expert says until the deadline whether to attend; the executor is told. */
export function ReplySection({ attendee }: { attendee: AttendeeDetail }) {
  const t = useTexts(myMeetingTexts)
  const answer = useSend(attendeeRoutes.reply)
  const [isDeclining, setDeclining] = useState(false)
  const { attendeeId, reply, abilities, signatureStatus } = attendee
  // Who has signed takes part; that the time for answers is over is then no news.
  if (reply === null && !abilities.reply && signatureStatus === 'signed') return null
  const accept = () =>
    answer.mutate({ body: { attendeeId, reply: 'accepted' } }, { onSuccess: () => notifyDone(t('sent')) })
  return (
    <Section title={t('reply')}>
      <Stack gap="sm">
        <State attendee={attendee} />
        {answer.error && <RequestError error={answer.error} />}
        {abilities.reply && (
          <Group gap="sm" grow preventGrowOverflow={false} maw={420}>
            {reply !== 'accepted' && (
              <Button
                loading={answer.isPending}
                leftSection={<IconCheck size={18} aria-hidden />}
                onClick={accept}
              >
                {t('accept')}
              </Button>
            )}
            {reply !== 'declined' && signatureStatus === 'unsigned' && (
              <Button
                variant="default"
                leftSection={<IconX size={18} aria-hidden />}
                onPointerEnter={DeclineDialog.preload}
                onClick={() => setDeclining(true)}
              >
                {t('decline')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
      {isDeclining && <DeclineDialog attendeeId={attendeeId} onClose={() => setDeclining(false)} />}
    </Section>
  )
}
