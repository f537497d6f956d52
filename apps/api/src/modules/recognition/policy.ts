import type {
  RecognitionBatchSummary,
  RecognitionFile,
} from '@consilium/contract/recognition/invoice-recognition.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { MEETING_RUNNERS, type RoleType } from '@consilium/contract/accounts/roles.ts'
import { isClosedTo } from '../meetings/policy.ts'

interface Subject {
  currentStage: MeetingStage
}

const runners: readonly RoleType[] = MEETING_RUNNERS

/** Returns true if the file failed or its results are incomplete, so that it can be retried. */
export const isRepeatable = ({ status, errorCode }: Pick<RecognitionFile, 'status' | 'errorCode'>) =>
  status === 'failed' || (status === 'done' && errorCode !== null)

export function abilitiesOn(
  roleType: RoleType,
  batch: Subject & { isCurrent: boolean; repeatable: number },
): RecognitionBatchSummary['abilities'] {
  const may = runners.includes(roleType) && !isClosedTo({ roleType }, batch)
  return { retry: may && batch.isCurrent && batch.repeatable > 0 }
}
