import { sql, type RawBuilder } from 'kysely'

/**
 * SQL expression: the name of the person or expert who owns the account, or its display name; null without an account.
 */
export const accountName = <T = string>(userIdReference: string): RawBuilder<T> => sql<T>`(
  select coalesce(person.name, expert.name, account.display_name, account.user_name)
    from sys_user account left join person using (user_id) left join expert using (user_id)
    where account.user_id = ${sql.ref(userIdReference)}
)`

/** SQL expression: the names of the accounts of an array, as far as they are there. */
export const accountNames = (userIds: RawBuilder<unknown>): RawBuilder<string[]> => sql<string[]>`coalesce((
  select array_agg(named.name order by named.user_id)
    from (select x.user_id, ${accountName('x.user_id')} as name from unnest(${userIds}) x(user_id)) named
    where named.name is not null), '{}')`
