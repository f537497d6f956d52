import { sql, type Kysely } from 'kysely'

/** What was decided in the place of absent people says so: in time lines, and of a step of a meeting by its request. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table meeting_stage_change add column decision_id bigint references decision on delete set null;
    create index meeting_stage_change_decision on meeting_stage_change (decision_id);
    alter table timeline_entry add column for_user_ids bigint[] not null default '{}'
  `.execute(db)
  await sql`
    update timeline_entry e set for_user_ids = f.user_ids
      from (
        select k.kind, k.record_id, array_agg(x.user_id order by x.user_id) as user_ids
          from (
            select 'waiverDecided' as kind, waiver_id as record_id, decision_id from meeting_waiver
            union all select 'budgetDecided', change_id, decision_id from budget_change) k
          join decision d using (decision_id)
          join decision_vote v on v.decision_id = d.decision_id and v.round = d.round and v.user_id = d.decided_by
            and v.verdict in ('approved', 'refused')
          cross join lateral unnest(v.for_user_ids) x(user_id)
          where x.user_id <> v.user_id
          group by k.kind, k.record_id) f
      where e.kind = f.kind and e.record_id = f.record_id
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table timeline_entry drop column for_user_ids;
    alter table meeting_stage_change drop column decision_id
  `.execute(db)
}
