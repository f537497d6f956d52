import type {
  RecognitionFault,
  RecognitionFileStatus,
  RecognizedSlip,
} from '@consilium/contract/recognition/invoice-recognition.ts'
import type { ColumnType, Generated } from 'kysely'

type Time = string

interface RecognitionBatch {
  batch_id: Generated<number>
  meeting_id: number
  create_user_id: number
  is_current: Generated<boolean>
  create_time: ColumnType<Time, Time | undefined, never>
}

interface RecognitionFile {
  batch_id: number
  file_no: number
  file_id: number
  status: Generated<RecognitionFileStatus>
  error_code: RecognitionFault | null
  attempts: Generated<number>
  run: Generated<number>
  next_attempt_time: Generated<Time | null>
}

/** What was read of a slip; its file and the record that was entered from it stand elsewhere. */
export type StoredSlip = Pick<RecognizedSlip, 'kind' | 'currency' | 'values'>

interface RecognitionResult {
  batch_id: number
  file_no: number
  result_no: number
  entry_name: string | null
  page: number
  is_invoice: boolean
  error_code: RecognitionFault | null
  record_id: number | null
  slip: ColumnType<StoredSlip | null, string | null, never>
  slip_file_id: number | null
}

/** Tables of the files submitted for recognition and their results. */
export interface RecognitionTables {
  recognition_batch: RecognitionBatch
  recognition_file: RecognitionFile
  recognition_result: RecognitionResult
}
