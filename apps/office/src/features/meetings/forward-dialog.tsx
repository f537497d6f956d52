import { keepsBack, type CheckResult } from '@consilium/contract/gates/gates.ts'
import { meetingRoutes, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { useCheckText } from '../gates/checks.ts'
import { useConsequences } from './consequences.ts'
import { meetingTexts } from './texts.ts'

interface ForwardProps {
  meetingId: number
  to: MeetingStage
  open: readonly CheckResult[]
  attendeeCount: number
  onClose: () => void
}

/** One step on; what is still open is named, and may be left open unless it is required. */
export default function ForwardDialog({ meetingId, to, open, attendeeCount, onClose }: ForwardProps) {
  const t = useTexts(meetingTexts)
  const frame = useTexts(frameTexts)
  const say = useCheckText()
  const { label } = useDictionary('meeting_stage')
  const consequencesOf = useConsequences()
  const isKept = open.some(keepsBack)
  const send = useSend(meetingRoutes.changeStage)
  const go = () =>
    send.mutate(
      { body: { meetingId, currentStage: to } },
      {
        onSuccess: ({ currentStage }) => {
          notifyDone(currentStage === to ? t('stageChanged') : frame('awaitsApproval'))
          onClose()
        },
      },
    )
  return (
    <Dialog
      onClose={onClose}
      title={to === 'approved' ? t('approveTitle') : t('forwardTitle', { stage: label(to) })}
      centered
    >
      <Stack gap="md">
        {send.error && <RequestError error={send.error} />}
        {open.length > 0 && (
          <Alert color={isKept ? 'red' : 'yellow'} role="status">
            <Text size="sm">{isKept ? t('forwardKept') : t('forwardOpen')}</Text>
            <List size="sm">
              {open.map((check) => (
                <List.Item key={check.id}>
                  {say(check.id)}
                  {keepsBack(check) && ` · ${t('required')}`}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        <List size="sm">
          {consequencesOf(to, attendeeCount).map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button loading={send.isPending} disabled={isKept} onClick={go}>
            {to === 'approved' ? t('approve') : t('forward', { stage: label(to) })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
