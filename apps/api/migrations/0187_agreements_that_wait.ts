import { sql, type Kysely } from 'kysely'

/**
 * Whether its meeting is open to signing and whether another fee is proposed stand beside each agreement, so that one index holds the
 * agreements that are offered and not signed, however many meetings are open. A meeting is open to signing from its approval until it
 * is closed. PostgreSQL knows how many are offered, as it would not of a condition on several columns.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table labor_agreement add column is_open boolean not null default false,
      add column is_amended boolean not null default false;
    update labor_agreement a set is_open = true from meeting_attendee t join meeting m using (meeting_id)
      where t.attendee_id = a.attendee_id and m.current_stage not in ('draft', 'closed');
    update labor_agreement a set is_amended = true from agreement_amendment x
      where x.attendee_id = a.attendee_id and x.status = 'proposed';
    alter table labor_agreement add column is_offered boolean generated always as
      (is_open and payable_amount > 0 and (signature_status <> 'signed' or is_amended)) stored;
    create index labor_agreement_offered on labor_agreement (attendee_id) where is_offered;
    create index meeting_open_start on meeting (schedule_start_time, meeting_id) where current_stage not in ('draft', 'closed')
  `.execute(db)
  // The lock keeps a meeting from being opened or closed by a transaction that does not see the new agreement.
  await sql`
    create function labor_agreement_is_open() returns trigger language plpgsql as $$
    begin
      select m.current_stage not in ('draft', 'closed') into strict new.is_open
        from meeting_attendee t join meeting m using (meeting_id) where t.attendee_id = new.attendee_id for share of m;
      return new;
    end $$;
    create trigger labor_agreement_is_open before insert on labor_agreement
      for each row execute function labor_agreement_is_open();

    create function meeting_opens_agreements() returns trigger language plpgsql as $$
    begin
      update labor_agreement set is_open = new.current_stage not in ('draft', 'closed')
        where attendee_id in (select attendee_id from meeting_attendee where meeting_id = new.meeting_id);
      return null;
    end $$;
    create trigger meeting_opens_agreements after update of current_stage on meeting for each row
      when ((old.current_stage in ('draft', 'closed')) <> (new.current_stage in ('draft', 'closed')))
      execute function meeting_opens_agreements();

    create function agreement_amendment_waits() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.status = 'proposed' then
        update labor_agreement set is_amended = false where attendee_id = old.attendee_id;
      end if;
      if tg_op <> 'DELETE' and new.status = 'proposed' then
        update labor_agreement set is_amended = true where attendee_id = new.attendee_id;
      end if;
      return null;
    end $$;
    create trigger agreement_amendment_waits after insert or delete or update of status on agreement_amendment
      for each row execute function agreement_amendment_waits()
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop trigger agreement_amendment_waits on agreement_amendment;
    drop trigger meeting_opens_agreements on meeting;
    drop trigger labor_agreement_is_open on labor_agreement;
    drop function agreement_amendment_waits(), meeting_opens_agreements(), labor_agreement_is_open();
    drop index meeting_open_start;
    alter table labor_agreement drop column is_offered, drop column is_open, drop column is_amended
  `.execute(db)
}
