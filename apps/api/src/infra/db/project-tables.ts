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

/** Tables of what is noted about projects. */
export interface ProjectTables {
  project_evaluation: ProjectEvaluation
  project_picture: ProjectPicture
}
