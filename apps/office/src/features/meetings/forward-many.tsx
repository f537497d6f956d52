import { MEETING_STAGES, type Meeting, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { useTexts } from '../../lib/texts.ts'
import { useConsequences } from './consequences.ts'
import { forwardOf } from './stages.ts'
import { meetingTexts } from './texts.ts'

interface ForwardManyProps {
  meetings: readonly Meeting[]
  onGo: () => void
  onClose: () => void
}

interface Step {
  from: MeetingStage
  to: MeetingStage
  count: number
  attendeeCount: number
}

function stepsOf(meetings: readonly Meeting[]): Step[] {
  const steps = new Map<MeetingStage, Step>()
  for (const meeting of meetings) {
    const to = forwardOf(meeting)
    if (to === undefined) continue
    const step = steps.get(to) ?? { from: meeting.currentStage, to, count: 0, attendeeCount: 0 }
    step.count += 1
    step.attendeeCount += meeting.attendeeCount
    steps.set(to, step)
  }
  return MEETING_STAGES.flatMap((stage) => steps.get(stage) ?? [])
}

/** One step on for many meetings, with what that brings. */
export default function ForwardMany({ meetings, onGo, onClose }: ForwardManyProps) {
  const t = useTexts(meetingTexts)
  const frame = useTexts(frameTexts)
  const { label } = useDictionary('meeting_stage')
  const consequencesOf = useConsequences()
  return (
    <Dialog onClose={onClose} title={t('forwardManyTitle', { count: meetings.length })} centered>
      <Stack gap="sm">
        {stepsOf(meetings).map(({ from, to, count, attendeeCount }) => (
          <div key={to}>
            <Text size="sm" fw={600}>
              {t('fromTo', { from: label(from), to: label(to), count })}
            </Text>
            <Text size="sm">{consequencesOf(to, attendeeCount).join(' · ')}</Text>
          </div>
        ))}
        <Text size="sm" c="dimmed">
          {t('forwardManyHint')}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button onClick={onGo}>{t('forwardMany')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
