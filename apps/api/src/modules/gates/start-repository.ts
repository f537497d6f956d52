import type { Db } from '../../infra/db/db.ts'

/** What the first start awaits; null for all later ones. The row lock lets other nodes wait and find it done. */
export async function takeStart(trx: Db): Promise<'choice' | 'notice' | null> {
  const row = await trx.selectFrom('gate_start').select('awaits').forUpdate().executeTakeFirst()
  if (!row?.awaits) return null
  await trx.updateTable('gate_start').set({ awaits: null }).execute()
  return row.awaits
}
