import { sql, type Kysely } from 'kysely'

/**
 * Waivers of a fee tier name the service and the title that they were asked for. Of earlier ones both are known where the
 * expert attends the meeting for this very fee: they go on for what the attendee is engaged for now. Others, asked in
 * advance and never used, keep their words and cover nothing, so that they are asked for again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update meeting_waiver w set covers = (
      select jsonb_agg(coalesce((
        select jsonb_build_object('name', c.item->'name',
            'key', (c.item->>'key') || ':' || t.labor_form || ':' || coalesce(
              case when e.audit_status = 'approved' then e.title else e.audited_title end, ''))
          from meeting_attendee t join labor_agreement a using (attendee_id) join expert e using (expert_id)
          where t.meeting_id = w.meeting_id and c.item->>'key' = 'tier:' || t.expert_id || ':' || greatest(
            a.payable_amount, (select x.payable_amount from agreement_amendment x
              where x.attendee_id = t.attendee_id and x.status = 'proposed'))::text
        ), c.item) order by c.place)
      from jsonb_array_elements(w.covers) with ordinality c (item, place)
    )
    where w.check_id = 'tiers';
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    update meeting_waiver w set covers = (
      select jsonb_agg(jsonb_set(c.item, '{key}',
          to_jsonb(regexp_replace(c.item->>'key', '^(tier:[0-9]+:[0-9.]+):.*$', '\\1'))) order by c.place)
      from jsonb_array_elements(w.covers) with ordinality c (item, place)
    )
    where w.check_id = 'tiers';
  `.execute(db)
}
