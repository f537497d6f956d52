import { MEETING_STAGES } from '@consilium/contract/meetings.ts'
import { useDictionary, type Option } from '../../lib/dictionary.ts'

/** All stages in order. */
export function useStages(): Option[] {
  const { label } = useDictionary('meeting_stage')
  return MEETING_STAGES.map((value) => ({ value, label: label(value) }))
}
