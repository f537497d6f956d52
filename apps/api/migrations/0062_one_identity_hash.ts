import { sql, type Kysely } from 'kysely'

/**
 * Caps find a person by the hash that the ledger of payments has: of kind and number of the document, under one key. The
 * ledger keeps its hashes. Those of the caps are made again at their next use, since only the service can open the numbers.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    drop trigger expert_identity_changed on expert;
    create trigger expert_identity_changed after update of id_card_cipher, id_type on expert
      for each row when (old.id_card_cipher is distinct from new.id_card_cipher or old.id_type <> new.id_type)
      execute function note_identity();
    update expert_identity set identity_hash = null, is_stale = true;
    drop table expert_identity_secret;
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    create table expert_identity_secret (
      secret_id integer primary key check (secret_id = 1),
      secret_cipher bytea not null
    );
    update expert_identity set identity_hash = null, is_stale = true;
    drop trigger expert_identity_changed on expert;
    create trigger expert_identity_changed after update of id_card_cipher on expert
      for each row when (old.id_card_cipher is distinct from new.id_card_cipher) execute function note_identity();
  `.execute(db)
}
