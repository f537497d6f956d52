import { sql, type Kysely } from 'kysely'

const FORMER = [
  'admin',
  'manager',
  'leader',
  'sponsor',
  'executor',
  'meetingExecutor',
  'supervisor',
  'doctor',
]
const FORMER_PERSONS = ['admin', 'supervisor', 'meetingExecutor']
const ADDED = ['compliance', 'finance']

const listOf = (roles: readonly string[]) => sql.join(roles.map((role) => sql.lit(role)))

async function restrict(db: Kysely<never>, accounts: readonly string[], persons: readonly string[]) {
  await sql`
    alter table sys_user drop constraint sys_user_role_type_check,
      add constraint sys_user_role_type_check check (role_type in (${listOf(accounts)}));
    alter table person drop constraint person_role_check,
      add constraint person_role_check check (role in (${listOf(persons)}))
  `.execute(db)
}

/** Compliance officers exist at sponsors only; accounts of finance at sponsors and executors. */
export async function up(db: Kysely<never>): Promise<void> {
  await restrict(db, [...FORMER, ...ADDED], [...FORMER_PERSONS, ...ADDED])
  await sql`
    alter table person add constraint person_role_of_kind check (role <> 'compliance' or unit_type = 'sponsor')
  `.execute(db)
}

/** Whoever had one of the roles keeps the least that its organization gives. */
export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table person drop constraint person_role_of_kind;
    update sys_user set role_type = 'supervisor' where role_type in (${listOf(ADDED)});
    update person set role = 'supervisor' where role in (${listOf(ADDED)})
  `.execute(db)
  await restrict(db, FORMER, FORMER_PERSONS)
}
