import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dangersIn, findDangers } from './migrations.ts'

const EMPTY = 'the tables that it locks are empty or small in every installation that existed then'
const SIZED = 'all nodes are stopped for this release, as its indexes are made over whole tables'
const CHECKED =
  'all nodes are stopped for this release; its conditions are checked in one reading of the table'

/** Migrations that lock all the same, each with the reason why its release may. */
const ALLOWED: Readonly<Record<string, string>> = {
  '0009_signed_agreements.ts': EMPTY,
  '0012_invoice_recognition.ts': EMPTY,
  '0015_account_safety.ts': EMPTY,
  '0016_second_factors.ts': EMPTY,
  '0019_log_chain.ts': EMPTY,
  '0022_archived_accounts.ts': EMPTY,
  '0023_record_references.ts': EMPTY,
  '0029_large_lists.ts': SIZED,
  '0030_phone_search.ts': SIZED,
  '0039_invoice_review.ts': EMPTY,
  '0065_stage_history.ts': SIZED,
  '0066_invitations.ts': CHECKED,
  '0067_privacy_notice.ts': CHECKED,
  '0070_unused_uploads.ts': SIZED,
  '0095_machine_keys.ts': CHECKED,
  '0101_kinds_of_invoices.ts': CHECKED,
  '0102_approvals.ts': SIZED,
  '0111_known_parties.ts': SIZED,
  '0113_invoice_verification.ts': SIZED,
  '0130_compliance_and_finance.ts': CHECKED,
  '0140_message_records.ts': SIZED,
  '0141_log_by_record.ts': SIZED,
  '0142_meetings_by_day_and_number.ts': SIZED,
  '0170_hospitals.ts': SIZED,
  '0187_agreements_that_wait.ts': SIZED,
}

test('OPS-8: a migration that locks a large table for long is refused', () => {
  const probe = (statement: string) =>
    dangersIn('probe', `export async function up(db) { await sql\`${statement}\`.execute(db) }`)
  for (const statement of [
    'create index meeting_title on meeting (title);',
    'create unique index on "stored_file" (sha256);',
    'alter table meeting_attendee alter column name type varchar(40);',
    'alter table expert alter unit set not null;',
    'alter table oper_log add constraint c check (target is not null);',
    'alter table meeting add foreign key (a) references b;',
    'alter table meeting add column token uuid default gen_random_uuid();',
  ])
    assert.equal(probe(statement).length, 1, statement)
  for (const statement of [
    'create index concurrently meeting_title on meeting (title);',
    'create table meeting (a int); create index on meeting (a);',
    'create index on dict_data (dict_type);',
    "alter table meeting add column note text not null default '';",
    'alter table meeting add constraint c check (a > 0) not valid;',
  ])
    assert.deepEqual(probe(statement), [], statement)
})

test('OPS-8: only those migrations lock that are listed with their reason, and the list is current', () => {
  const found = new Set(findDangers().map(({ migration }) => migration))
  assert.deepEqual(
    [...found].filter((name) => !(name in ALLOWED)),
    [],
  )
  assert.deepEqual(
    Object.keys(ALLOWED).filter((name) => !found.has(name)),
    [],
  )
})
