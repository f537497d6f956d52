import type { Db } from '../../infra/db/db.ts'

/** A short text as the operator wrote it. */
export interface OwnTemplate {
  version: number
  zh: string
  en: string
  createTime: string
}

/** The newest text of each kind that the operator has written. */
export async function currentTemplates(db: Db): Promise<ReadonlyMap<string, OwnTemplate>> {
  const rows = await db
    .selectFrom('notice_template')
    .distinctOn('kind')
    .select(['kind', 'version', 'zh', 'en', 'create_time as createTime'])
    .orderBy('kind')
    .orderBy('version', 'desc')
    .execute()
  return new Map(rows.map(({ kind, ...template }) => [kind, template]))
}

/** False if this version has been written meanwhile. */
export async function insertTemplate(
  db: Db,
  { kind, version, zh, en, userId, createTime }: OwnTemplate & { kind: string; userId: number },
): Promise<boolean> {
  const row = await db
    .insertInto('notice_template')
    .values({ kind, version, zh, en, create_user_id: userId, create_time: createTime })
    .onConflict((conflict) => conflict.columns(['kind', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}
