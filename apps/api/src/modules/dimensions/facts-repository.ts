import type { Db } from '../../infra/db/db.ts'
import { part } from '../../infra/db/statements/query-parts.ts'

const DIMENSION = part.selectFrom('dimension').select(['dimension_id', 'code', 'code_key', 'name'])

/** A product, cost centre or department of a sponsor: its code and name. */
export const dimensionFacts = <A extends string>(alias: A) => DIMENSION.as(alias)

/** The products that a project carries itself. */
export async function productsOfProject(db: Db, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('project_dimension')
    .select('dimension_id as dimensionId')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'product')
    .execute()
  return rows.map(({ dimensionId }) => dimensionId)
}
