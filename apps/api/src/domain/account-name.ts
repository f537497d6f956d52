import { sql, type RawBuilder } from 'kysely'

/**
 * SQL expression: the name of the person or expert who owns the account, or its display name; null without an account.
 */
export const accountName = <T = string>(userIdReference: string): RawBuilder<T> => sql<T>`(
  select coalesce(person.name, expert.name, account.display_name, account.user_name)
    from sys_user account left join person using (user_id) left join expert using (user_id)
    where account.user_id = ${sql.ref(userIdReference)}
)`
