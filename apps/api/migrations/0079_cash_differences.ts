import { sql, type Kysely } from 'kysely'

/**
 * What the bank moved beside what the ledger books. A reversal is booked as what the month bears less without the payment,
 * while the bank returns what it had paid: what they differ by is a line that stays open until it is settled. The
 * triggers open it, whichever release writes the entry.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Yuan that went to the person; negative where they came back.
    alter table labor_payment_entry add column cash_amount numeric(14, 2);
    update labor_payment_entry set cash_amount = net_amount where kind = 'payment';
    update labor_payment_entry r set cash_amount = -p.cash_amount
      from labor_payment_entry p where r.kind = 'reversal' and p.entry_id = r.payment_id;
    alter table labor_payment_entry alter column cash_amount set not null;

    create table labor_cash_difference (
      line_id bigint generated always as identity primary key,
      -- The reversal that it comes from.
      entry_id bigint not null constraint labor_cash_difference_once unique references labor_payment_entry,
      org_id bigint not null references organization,
      -- To be paid to the person; negative: to be collected.
      amount numeric(14, 2) not null check (amount <> 0),
      -- The payment that settled it; null if it was settled by itself.
      settled_entry_id bigint references labor_payment_entry,
      settled_date date,
      settled_time timestamptz,
      settled_by bigint references sys_user on delete set null,
      settled_by_name text,
      note text,
      create_time timestamptz not null default now(),
      constraint labor_cash_difference_settled check (
        (settled_date is null) = (settled_time is null) and (settled_date is null) = (settled_by_name is null)
        and (settled_entry_id is null or settled_date is not null))
    );
    create index labor_cash_difference_org on labor_cash_difference (org_id, line_id);
    create index labor_cash_difference_open on labor_cash_difference (org_id, line_id) where settled_date is null;
    create index labor_cash_difference_settler on labor_cash_difference (settled_entry_id);
    create index labor_cash_difference_user on labor_cash_difference (settled_by);

    insert into labor_cash_difference (entry_id, org_id, amount, create_time)
      select entry_id, org_id, net_amount - cash_amount, create_time from labor_payment_entry
        where kind = 'reversal' and net_amount <> cash_amount order by entry_id;

    create function labor_payment_cash() returns trigger language plpgsql as $$
    begin
      if new.kind = 'reversal' then
        new.cash_amount := -(select cash_amount from labor_payment_entry where entry_id = new.payment_id);
      else
        new.cash_amount := coalesce(new.cash_amount, new.net_amount);
      end if;
      return new;
    end $$;
    create trigger labor_payment_cash before insert on labor_payment_entry
      for each row execute function labor_payment_cash();

    create function labor_cash_difference_open() returns trigger language plpgsql as $$
    begin
      insert into labor_cash_difference (entry_id, org_id, amount)
        values (new.entry_id, new.org_id, new.net_amount - new.cash_amount);
      return null;
    end $$;
    create trigger labor_cash_difference_open after insert on labor_payment_entry
      for each row when (new.kind = 'reversal' and new.net_amount <> new.cash_amount)
      execute function labor_cash_difference_open();
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop trigger labor_cash_difference_open on labor_payment_entry;
    drop trigger labor_payment_cash on labor_payment_entry;
    drop function labor_cash_difference_open();
    drop function labor_payment_cash();
    drop table labor_cash_difference;
    alter table labor_payment_entry drop column cash_amount;
  `.execute(db)
}
