import { sql, type Kysely } from 'kysely'

/**
 * Whose certificates signed a document, by their SHA-256, and whether its timestamp is by an authority that the operator
 * trusts. Of documents that were signed before, neither was checked nor kept.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table signed_document
      add column timestamp_verified boolean not null default false,
      add column certificate_sha256 bytea,
      add column seal_certificate_sha256 bytea
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table signed_document
      drop column timestamp_verified, drop column certificate_sha256, drop column seal_certificate_sha256
  `.execute(db)
}
