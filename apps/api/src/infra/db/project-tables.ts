import type { DimensionKind } from '@consilium/contract/dimensions/dimension-record.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Time = string

interface ProjectEvaluation {
  evaluation_id: GeneratedAlways<number>
  project_id: number
  score: string | null
  comment: string | null
  create_user_id: number | null
  create_time: ColumnType<Time, Time | undefined, never>
}

interface ProjectPicture {
  picture_id: GeneratedAlways<number>
  project_id: number
  /** Its order among the pictures of the project, with gaps. */
  place: number
  caption: string
  file_id: number
  preview_file_id: number
  width: number
  height: number
  create_user_id: number | null
  version: Generated<number>
  create_time: ColumnType<Time, Time | undefined, never>
}

interface Dimension {
  dimension_id: Generated<number>
  org_id: number
  kind: DimensionKind
  code: string
  code_key: GeneratedAlways<string>
  name: string
  name_grams: GeneratedAlways<string[]>
  status: Generated<'0' | '1'>
  version: Generated<number>
  create_time: ColumnType<Time, Time | undefined, never>
}

interface ProjectDimension {
  project_id: number
  sponsor_admin_user_id: number
  dimension_id: number
  kind: DimensionKind
}

interface MeetingDimension extends ProjectDimension {
  meeting_id: number
}

/** View of what holds for a meeting; its migration explains it. */
interface HeldDimension {
  meeting_id: number
  sponsor_admin_user_id: number
  dimension_id: number
  kind: DimensionKind
  is_own: boolean
}

/** Tables of what is noted about projects, and of what they carry. */
export interface ProjectTables {
  project_evaluation: ProjectEvaluation
  project_picture: ProjectPicture
  dimension: Dimension
  project_dimension: ProjectDimension
  meeting_dimension: MeetingDimension
  held_dimension: HeldDimension
}
