import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { hashPassword } from '../../apps/api/src/infra/passwords/password.ts'
import { PASSWORD, populationOf } from './population.ts'
import { tablesOf, type Copied } from './tables.ts'

/** Lines that are handed to psql at once. */
const LINES = 2000
const FILE_ID = 1
/** Tables whose indexes are made after the load. */
const LARGE = ['meeting', 'meeting_attendee', 'labor_agreement']

const textOf = (value: string | number | boolean | null) => (value === null ? '\\N' : String(value))

/** Writes rows with COPY. Foreign keys and triggers are passed over: the rows are made to agree. */
async function copy(url: string, { table, columns, rows }: Copied): Promise<void> {
  const statement = `copy ${table} (${columns.join(', ')}) from stdin`
  const args = [
    '--no-psqlrc',
    '--quiet',
    '--set=ON_ERROR_STOP=1',
    '--command=set session_replication_role = replica',
  ]
  const psql = spawn('psql', [...args, `--command=${statement}`, url], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const exited = once(psql, 'exit')
  let lines: string[] = []
  const flush = async () => {
    if (!psql.stdin.write(`${lines.join('\n')}\n`)) await once(psql.stdin, 'drain')
    lines = []
  }
  for (const row of rows) if (lines.push(row.map(textOf).join('\t')) === LINES) await flush()
  if (lines.length > 0) await flush()
  psql.stdin.end()
  await finished(psql.stdin, { readable: false })
  const [code] = (await exited) as [number]
  if (code !== 0) throw new Error(`COPY into ${table} failed`)
}

interface Index {
  name: string
  definition: string
}

/** Drops the indexes of the large tables that no constraint rests on, and returns how they are made. */
async function dropIndexes(client: pg.Client): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i where i.indrelid::regclass::text = any($1)
        and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [LARGE],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows
}

async function finish(client: pg.Client, indexes: readonly Index[]): Promise<void> {
  await client.query("set maintenance_work_mem = '512MB'")
  for (const { definition } of indexes) await client.query(definition)
  for (const [table, columns] of Object.entries({
    meeting: ['meeting_name', 'project_name', 'org_name'],
    meeting_attendee: ['name', 'unit', 'department', 'title'],
  }))
    for (const column of columns)
      await client.query(`insert into searched_text (value) select distinct ${column} from ${table} t
        where ${column} <> '' and not exists (select 1 from searched_text s where s.value = t.${column})`)
  await client.query(`
    select setval(pg_get_serial_sequence(c.relname, a.attname), 1000000000)
      from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attidentity <> '' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  await client.query('vacuum (analyze)')
}

/** Fills a migrated database. Returns how long it took, in seconds. */
export async function fill(url: string, meetings: number): Promise<number> {
  const started = performance.now()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `insert into stored_file (file_id, storage_key, original_name, media_type, size, sha256)
         values ($1, 'bench', 'bench.pdf', 'application/pdf', 1, '\\x00')`,
      [FILE_ID],
    )
    const indexes = await dropIndexes(client)
    const given = { passwordHash: await hashPassword(PASSWORD), fileId: FILE_ID, now: Date.now() }
    for (const table of tablesOf(populationOf(meetings), given)) {
      const begun = performance.now()
      await copy(url, table)
      console.error(`${table.table}: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    }
    await finish(client, indexes)
    return (performance.now() - started) / 1000
  } finally {
    await client.end()
  }
}
