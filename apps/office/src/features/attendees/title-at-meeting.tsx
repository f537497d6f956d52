import type { Attendee } from '@consilium/contract/attendees/attendees.ts'
import { Badge, Stack } from '@mantine/core'
import { Clamped } from '../../components/clamped.tsx'
import { orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { attendeeTexts } from './texts.ts'

/** The title at a meeting, and in words that the audit has approved another one. */
export function TitleAtMeeting({
  title,
  auditedTitle,
  titleDiffers,
}: Pick<Attendee, 'title' | 'auditedTitle' | 'titleDiffers'>) {
  const t = useTexts(attendeeTexts)
  if (!titleDiffers) return <Clamped>{orNothing(title)}</Clamped>
  return (
    <Stack gap={2} align="flex-start">
      <Clamped>{orNothing(title)}</Clamped>
      <Badge
        variant="light"
        color="orange"
        tt="none"
        h="auto"
        miw={auditedTitle === null ? undefined : '9rem'}
        styles={{ label: { whiteSpace: 'normal' } }}
      >
        <Clamped>
          {auditedTitle === null ? t('noAuditedTitle') : t('auditedTitleIs', { title: auditedTitle })}
        </Clamped>
      </Badge>
    </Stack>
  )
}
