import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { useTexts } from '../../lib/texts.ts'
import { meetingTexts } from './texts.ts'

/** What a step forward brings: who is told of it, and what it makes final. */
export function useConsequences(): (to: MeetingStage, attendeeCount: number) => string[] {
  const t = useTexts(meetingTexts)
  return (to, attendeeCount) => [
    to === 'approved' && attendeeCount > 0 ? t('tellsExperts', { count: attendeeCount }) : t('tellsNobody'),
    t(to === 'closed' ? 'isFinal' : 'mayGoBack'),
  ]
}
