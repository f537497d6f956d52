import { sql, type Kysely } from 'kysely'

/**
 * Another fee of a signed agreement is asked for by whoever runs the meeting and decided by the expert, whose name and time were
 * not written with it. Its status stays, since lists of agreements are filtered by it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table agreement_amendment add column decision_id bigint;
    update agreement_amendment x set decision_id = n.decision_id
      from (select amendment_id, nextval(pg_get_serial_sequence('decision', 'decision_id')) as decision_id
        from (select amendment_id from agreement_amendment order by amendment_id) o) n
      where n.amendment_id = x.amendment_id;
    insert into decision (decision_id, kind, record_id, reason, asked_by, asked_time, state, decided_by, decided_time,
        opinion, keeps_people) overriding system value
      select x.decision_id, 'agreementAmendment', x.attendee_id, x.reason, x.proposed_by, x.proposed_time,
          case x.status when 'proposed' then 'pending' when 'signed' then 'approved' when 'declined' then 'refused'
            else 'withdrawn' end,
          case when x.status in ('signed', 'declined') then nullif(t.user_id, x.proposed_by) end,
          x.decided_time, x.decline_reason, false
        from agreement_amendment x join meeting_attendee t using (attendee_id)
        order by x.amendment_id;
    alter table agreement_amendment alter column decision_id set not null,
      add constraint agreement_amendment_decision unique (decision_id),
      add foreign key (decision_id) references decision,
      drop column reason, drop column proposed_by, drop column proposed_time,
      drop column decided_time, drop column decline_reason;
    create trigger agreement_amendment_drop_decision after delete on agreement_amendment
      for each row execute function drop_decision()
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table agreement_amendment add column reason text, add column proposed_by bigint references sys_user on delete set null,
      add column proposed_time timestamptz, add column decided_time timestamptz, add column decline_reason text;
    update agreement_amendment x set reason = d.reason, proposed_by = d.asked_by, proposed_time = d.asked_time,
        decided_time = d.decided_time, decline_reason = d.opinion
      from decision d where d.decision_id = x.decision_id;
    drop trigger agreement_amendment_drop_decision on agreement_amendment;
    alter table agreement_amendment drop column decision_id, alter column reason set not null,
      alter column proposed_time set not null,
      add constraint agreement_amendment_decided check ((status = 'proposed') = (decided_time is null));
    create index agreement_amendment_proposed_by on agreement_amendment (proposed_by);
    delete from decision where kind = 'agreementAmendment'
  `.execute(db)
}
