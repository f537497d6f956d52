import { sql, type RawBuilder } from 'kysely'

const plain = (title: string) => title.normalize('NFKC').replace(/\s/g, '')

/** Whether two titles are one, however they are spaced and wide. */
export const isSameTitle = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : plain(one) === plain(other)

/**
 * SQL expression: the professional title of the expert `e` as the last audit approved it; null if none ever did. While a
 * change waits for the next audit, the approved one is kept beside it.
 */
export const auditedTitle: RawBuilder<string | null> = sql<string | null>`
  case when e.audit_status = 'approved' then e.title else e.audited_title end`

/** SQL expression: the audited title of the expert of the attendee `t`. */
export const auditedTitleOfAttendee: RawBuilder<string | null> = sql<string | null>`(
  select ${auditedTitle} from expert e where e.expert_id = t.expert_id)`

/** Whether the title that was entered at a meeting is another one than the audit approved. An empty one claims nothing. */
export const differsFromAudit = ({
  title,
  auditedTitle: audited,
}: {
  title: string | null
  auditedTitle: string | null
}): boolean => title !== null && !isSameTitle(title, audited)
