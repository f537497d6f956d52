import { sql, type Kysely } from 'kysely'

const TABLES = ['publicity_support_intent', 'publicity_execution_intent']

/**
 * What somebody sends who is not logged in proves nothing about the phone: it is linked to the phone's account as
 * unconfirmed, and stands in the way of nobody who is logged in. An account sends one intent per project, phone and
 * source; all visitors together send one. Rows of an account that is gone are apart from all others.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const name of TABLES) {
    const [table, unique] = [sql.table(name), sql.id(`${name}_unique`)]
    await sql`
      alter table ${table} add column confirmed boolean not null default false;
      update ${table} set confirmed = true where by_login;
      alter table ${table} drop constraint ${unique};
      create unique index ${unique} on ${table} (project_id, phone, source,
        (case when by_login then coalesce(user_id, -intent_id) else 0 end));
    `.execute(db)
  }
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const name of TABLES) {
    const [table, unique] = [sql.table(name), sql.id(`${name}_unique`)]
    await sql`
      drop index ${unique};
      alter table ${table} drop column confirmed;
      alter table ${table} add constraint ${unique} unique (project_id, phone, source);
    `.execute(db)
  }
}
