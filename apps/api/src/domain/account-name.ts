import { sql, type RawBuilder } from 'kysely'

/** Name of the person or expert behind an account, otherwise its display name; null where there is no account. */
export const accountName = (userIdReference: string): RawBuilder<string> => sql<string>`(
  select coalesce(person.name, expert.name, account.display_name, account.user_name)
    from sys_user account left join person using (user_id) left join expert using (user_id)
    where account.user_id = ${sql.ref(userIdReference)}
)`
