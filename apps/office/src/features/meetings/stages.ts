import { MEETING_STAGES, type Meeting, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { useDictionary, type Option } from '../../lib/dictionary.ts'

/** All stages in order. */
export function useStages(): Option[] {
  const { label } = useDictionary('meeting_stage')
  return MEETING_STAGES.map((value) => ({ value, label: label(value) }))
}

/** The next stage of a meeting, if the caller may move it there. */
export const forwardOf = ({ currentStage, nextStages }: Meeting): MeetingStage | undefined =>
  nextStages.find((stage) => MEETING_STAGES.indexOf(stage) > MEETING_STAGES.indexOf(currentStage))
