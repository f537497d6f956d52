// Finds statements of migrations that lock a table for long: while they run, every request that uses it waits.
import { readdirSync, readFileSync } from 'node:fs'

export const MIGRATIONS = 'apps/api/migrations'

/** Tables that may have millions of rows. */
const LARGE = new Set([
  'meeting',
  'meeting_attendee',
  'labor_agreement',
  'labor_agreement_history',
  'stored_file',
  'oper_log',
  'sys_message',
  'message',
  'meeting_invoice',
  'invoice_ledger',
  'expert',
  'sys_user',
  'person',
  'sys_session',
])

const NAME = String.raw`(?:only\s+)?"?(\w+)"?`

interface Danger {
  pattern: RegExp
  why: string
}

/** Statements after which the table is read or written whole under a lock that excludes writers, or readers too. */
const DANGERS: readonly Danger[] = [
  {
    pattern: new RegExp(
      String.raw`create\s+(?:unique\s+)?index\s+(?!concurrently)(?:\w+\s+)?on\s+${NAME}`,
      'gi',
    ),
    why: 'an index made without `concurrently` keeps writers out',
  },
  {
    pattern: new RegExp(
      String.raw`alter\s+table\s+${NAME}(?:(?!;)[\s\S])*?\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b`,
      'gi',
    ),
    why: 'another type of a column rewrites the table',
  },
  {
    pattern: new RegExp(
      String.raw`alter\s+table\s+${NAME}(?:(?!;)[\s\S])*?\balter\s+(?:column\s+)?\w+\s+set\s+not\s+null`,
      'gi',
    ),
    why: '`set not null` reads the whole table',
  },
  {
    pattern: new RegExp(
      String.raw`alter\s+table\s+${NAME}(?:(?!;)[\s\S])*?\badd\s+column\s+\w+\s+(?:(?![,;])[\s\S])*?(?:generated\s+always\s+as\s*\((?:(?!stored)[\s\S])*stored|default\s+(?:random\(\)|gen_random_uuid\(\)|next_id\(\)|clock_timestamp\(\)))`,
      'gi',
    ),
    why: 'a computed value for every row rewrites the table',
  },
  {
    pattern: new RegExp(
      String.raw`alter\s+table\s+${NAME}(?:(?!;)[\s\S])*?\badd\s+(?:constraint\s+\w+\s+)?(?:foreign\s+key|check|unique|primary\s+key)\b(?!(?:(?!;)[\s\S])*not\s+valid)`,
      'gi',
    ),
    why: 'a constraint that is not `not valid` at first reads the whole table',
  },
]

export interface Finding {
  migration: string
  table: string
  why: string
}

const created = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(new RegExp(String.raw`create\s+table\s+(?:if\s+not\s+exists\s+)?${NAME}`, 'gi'))].map(
      ([, name = '']) => name,
    ),
  )

/** The statements of `up` that lock a large table which the migration has not itself made. */
export function dangersIn(migration: string, text: string): Finding[] {
  const up = text.split(/export\s+(?:async\s+)?function\s+down\b/)[0] ?? ''
  const code = up.replaceAll(/--.*$/gm, '')
  const own = created(code)
  return DANGERS.flatMap(({ pattern, why }) =>
    [...code.matchAll(pattern)]
      .map(([, table = '']) => table.toLowerCase())
      .filter((table) => LARGE.has(table) && !own.has(table))
      .map((table) => ({ migration, table, why })),
  )
}

export const findDangers = (): Finding[] =>
  readdirSync(MIGRATIONS)
    .toSorted()
    .flatMap((name) => dangersIn(name, readFileSync(`${MIGRATIONS}/${name}`, 'utf8')))
