import { sql, type Kysely } from 'kysely'

/**
 * The seal of a payer, and which documents need it: those that were signed while their payer had one. Documents without
 * a row were signed under earlier rules and need none.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table organization_seal (
      org_id bigint primary key references organization on delete cascade,
      picture_file_id bigint not null references stored_file,
      -- Key and certificates as PEM, encrypted; null: the key of the platform signs for the seal.
      key_cipher bytea,
      certificate_name text,
      certificate_issuer text,
      certificate_until timestamptz,
      persons_may_seal boolean not null default false,
      user_id bigint references sys_user on delete set null,
      change_time timestamptz not null default now(),
      version integer not null default 1,
      constraint organization_seal_certificate check ((key_cipher is null) = (certificate_name is null))
    );
    create index organization_seal_picture on organization_seal (picture_file_id);
    create index organization_seal_user on organization_seal (user_id);

    alter table signed_document
      add column seal_status text not null default 'notNeeded'
        check (seal_status in ('notNeeded', 'awaiting', 'sealed')),
      add column sealed_time timestamptz,
      add column sealed_by bigint references sys_user on delete set null,
      add column sealed_by_name text,
      add column seal_org_name text,
      add column seal_certificate text,
      add constraint signed_document_sealed check ((seal_status = 'sealed') = (sealed_time is not null));
    create index signed_document_sealer on signed_document (sealed_by);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table signed_document
      drop column seal_certificate, drop column seal_org_name, drop column sealed_by_name, drop column sealed_by,
      drop column sealed_time, drop column seal_status;
    drop table organization_seal;
  `.execute(db)
}
