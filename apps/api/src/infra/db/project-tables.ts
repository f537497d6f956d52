import type { ColumnType, GeneratedAlways } from 'kysely'

type Time = string

interface ProjectEvaluation {
  evaluation_id: GeneratedAlways<number>
  project_id: number
  score: string | null
  comment: string | null
  create_user_id: number | null
  create_time: ColumnType<Time, Time | undefined, never>
}

/** Tables of what is noted about projects. */
export interface ProjectTables {
  project_evaluation: ProjectEvaluation
}
