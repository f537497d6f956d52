import {
  MARK_METHOD_LABELS,
  type AttendanceMark,
  type Presence,
} from '@consilium/contract/attendance/presence.ts'
import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { minute, useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { attendanceTexts } from './texts.ts'
import { dated } from '../../components/dated.tsx'

function Mark({ mark }: { mark: AttendanceMark }) {
  const t = useTexts(attendanceTexts)
  const method = useLabel(MARK_METHOD_LABELS)
  const isReplaced = mark.replacedBy !== null
  const facts = [
    method(mark.method),
    ...(mark.recordedByName === null ? [] : [mark.recordedByName]),
    ...(mark.distance === null ? [] : [t('metres', { count: mark.distance })]),
    ...(mark.reason === null ? [] : [mark.reason]),
    ...(isReplaced ? [t('replaced')] : []),
  ]
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" gap="sm">
        <Text fw={600} td={isReplaced ? 'line-through' : undefined}>
          {t(mark.kind === 'in' ? 'firstIn' : 'lastOut')} {dated(minute(mark.markTime))}
        </Text>
        <Group gap="sm">
          {mark.photoUrl !== null && (
            <Anchor href={mark.photoUrl} target="_blank">
              {t('photo')}
            </Anchor>
          )}
          {mark.signatureUrl !== null && (
            <Anchor href={mark.signatureUrl} target="_blank">
              {t('signature')}
            </Anchor>
          )}
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
    </Paper>
  )
}

/** The marks of one attendee in the order of their times, corrected ones crossed out. */
export const Marks = ({ presence }: { presence: Presence }) => (
  <Stack gap="xs">
    {presence.marks.map((mark) => (
      <Mark key={mark.markId} mark={mark} />
    ))}
  </Stack>
)
