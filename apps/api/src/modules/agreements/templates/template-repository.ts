import type {
  LaborTemplate,
  LaborTemplateCreate,
  LaborTemplateQuery,
  LaborTemplateUpdate,
} from '@consilium/contract/agreements/labor-templates.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { foreignKeyViolation } from '../../../infra/db/faults.ts'
import { containing, selectPage } from '../../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../../infra/db/lists/time-range.ts'
import { Refusal } from '../../../infra/refusal.ts'

const VIEW_COLUMNS = [
  'template_id as templateId',
  'template_name as templateName',
  'content',
  'is_default as isDefault',
  'status',
  'create_time as createTime',
  'version',
] as const

const SORTING = {
  columns: { templateId: 'template_id', templateName: 'template_name', createTime: 'create_time' },
  key: 'template_id',
} as const

export async function listTemplates(db: Db, query: LaborTemplateQuery): Promise<Page<LaborTemplate>> {
  let rows = db.selectFrom('labor_template').select(VIEW_COLUMNS)
  if (query.templateName) rows = rows.where('template_name', 'ilike', containing(query.templateName))
  if (query.status) rows = rows.where('status', '=', query.status)
  rows = rows.where(inTimeRange('create_time', query['params[beginTime]'], query['params[endTime]']))
  return selectPage(db, rows, query, SORTING)
}

export const findTemplate = (db: Db, templateId: number): Promise<LaborTemplate | undefined> =>
  db
    .selectFrom('labor_template')
    .select(VIEW_COLUMNS)
    .where('template_id', '=', templateId)
    .executeTakeFirst()

/** The text of the meeting's template, or of the default one. Undefined if that template is disabled. */
export async function contentFor(db: Db, templateId: number | null): Promise<string | undefined> {
  const usable = db.selectFrom('labor_template').select('content').where('status', '=', '0')
  const row = await (
    templateId === null ? usable.where('is_default', '=', true) : usable.where('template_id', '=', templateId)
  ).executeTakeFirst()
  return row?.content
}

/**
 * Clears the default flag of all other templates. Locks the table first: without the lock, two callers that each set a
 * default would not see each other's change, and one would fail on the unique index.
 */
export async function clearDefault(db: Db, keptId: number | null): Promise<void> {
  await sql`lock table labor_template in share row exclusive mode`.execute(db)
  const others = db
    .updateTable('labor_template')
    .set((eb) => ({ is_default: false, version: eb('version', '+', 1) }))
    .where('is_default', '=', true)
  await (keptId === null ? others : others.where('template_id', '!=', keptId)).execute()
}

export async function insertTemplate(db: Db, template: LaborTemplateCreate): Promise<LaborTemplate> {
  return db
    .insertInto('labor_template')
    .values({
      template_name: template.templateName,
      content: template.content,
      is_default: template.isDefault,
      status: template.status,
    })
    .returning(VIEW_COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Returns undefined if the version is stale. Undefined fields are left unchanged. */
export const updateTemplate = (
  db: Db,
  { templateId, version, ...change }: LaborTemplateUpdate,
): Promise<LaborTemplate | undefined> =>
  db
    .updateTable('labor_template')
    .set((eb) => ({
      template_name: change.templateName,
      content: change.content,
      is_default: change.isDefault,
      status: change.status,
      version: eb('version', '+', 1),
    }))
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .returning(VIEW_COLUMNS)
    .executeTakeFirst()

/** Returns the number of deleted templates. Throws RECORD_IN_USE if a meeting uses one. */
export async function deleteTemplates(db: Db, templateIds: readonly number[]): Promise<number> {
  try {
    const result = await db
      .deleteFrom('labor_template')
      .where('template_id', 'in', [...templateIds])
      .executeTakeFirst()
    return Number(result.numDeletedRows)
  } catch (error) {
    if (foreignKeyViolation(error) !== undefined) throw new Refusal('RECORD_IN_USE')
    throw error
  }
}
