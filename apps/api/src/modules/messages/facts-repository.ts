import { part } from '../../infra/db/statements/query-parts.ts'

const MESSAGE = part
  .selectFrom('message')
  .select(['msg_id', 'user_id', 'kind', 'params', 'link_resource', 'link_id'])

/** A message: for whom it is, what it says, and which record it leads to. */
export const messageFacts = <A extends string>(alias: A) => MESSAGE.as(alias)
