import { sql, type Kysely } from 'kysely'

/** Which version of the privacy notice was agreed to; null: before there was one, or sent by another client. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table sys_user
      add column privacy_version text,
      add column privacy_time timestamptz,
      add constraint sys_user_privacy check ((privacy_version is null) = (privacy_time is null));
    alter table publicity_support_intent add column privacy_version text;
    alter table publicity_execution_intent add column privacy_version text;
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table publicity_execution_intent drop column privacy_version;
    alter table publicity_support_intent drop column privacy_version;
    alter table sys_user drop column privacy_time, drop column privacy_version;
  `.execute(db)
}
