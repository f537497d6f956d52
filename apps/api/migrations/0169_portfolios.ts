import { sql, type Kysely } from 'kysely'

/** The sponsors to which a manager is limited; a manager without any reaches all, as before. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table manager_portfolio (
      user_id bigint not null references sys_user on delete cascade,
      -- Refused while it is in a portfolio: with its last sponsor gone a manager would reach everything.
      org_id bigint not null references organization,
      primary key (user_id, org_id)
    );
    create index manager_portfolio_org on manager_portfolio (org_id)
  `.execute(db)
}

/** Without portfolios a limited manager would reach everything, so that its account is disabled. */
export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    update sys_user set status = '1' where user_id in (select user_id from manager_portfolio);
    drop table manager_portfolio
  `.execute(db)
}
