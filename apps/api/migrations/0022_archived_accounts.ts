import { sql, type Kysely } from 'kysely'

/**
 * An archived account keeps its records and can no longer log in. Its phone is free for somebody else; an expert's is
 * not, since the same person must come back as the same expert.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table sys_user
      add column display_name text,
      add column archived_time timestamptz;
    update sys_user set display_name = '系统管理员' where user_name = 'admin' and role_type = 'admin';
    drop index sys_user_phone_unique;
    create unique index sys_user_phone_unique on sys_user (phone)
      where archived_time is null or role_type = 'doctor';
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop index sys_user_phone_unique;
    create unique index sys_user_phone_unique on sys_user (phone);
    alter table sys_user drop column display_name, drop column archived_time;
  `.execute(db)
}
