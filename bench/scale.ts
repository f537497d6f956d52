// `npm run bench:scale -- [--meetings 10000,100000,1000000] [--at postgres://…] [--only TEXT] [--plans] [--times 11]`: what every list
// costs each role as the tables grow. With `--at` a database of that server is used, and filled if it is empty.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { PACKAGES } from '../scripts/packages.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { requirePackages } from '../scripts/system-packages.ts'
import { writeSection } from './results.ts'
import { measureLists, type Measurement } from './scale/measure-lists.ts'
import { measureApprovals } from './scale/measure-approvals.ts'
import { measureSearch } from './scale/measure-search.ts'
import { measureWrites } from './scale/measure-writes.ts'
import { fill } from './scale/fill.ts'
import { reportOf } from './scale/report.ts'
import { startService } from './scale/service.ts'
import { watchStatements } from './scale/statements.ts'

const { values } = parseArgs({
  options: {
    meetings: { type: 'string', default: '10000,100000,1000000' },
    at: { type: 'string' },
    only: { type: 'string', default: '' },
    plans: { type: 'boolean', default: false },
    times: { type: 'string', default: '11' },
  },
})

/** Memory as a server of this size would be given. */
const SETTINGS = {
  shared_buffers: '2GB',
  effective_cache_size: '6GB',
  work_mem: '16MB',
  max_wal_size: '8GB',
  random_page_cost: '1.1',
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** A database for so many meetings; it is made unless it is there. */
async function databaseFor(server: string, meetings: number): Promise<string> {
  const name = `bench_${meetings}`
  const found = await query(server, `select 1 from pg_database where datname = '${name}'`)
  if (found.length === 0) await query(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}

async function measureAt(server: string, meetings: number): Promise<Measurement> {
  const url = await databaseFor(server, meetings)
  const service = await startService(url)
  try {
    const [counted] = await query<{ full: boolean }>(url, 'select exists (select 1 from meeting) as full')
    const seconds = counted?.full ? null : await fill(url, meetings)
    if (seconds !== null) console.error(`${meetings} meetings filled in ${seconds.toFixed(0)} s`)
    const lists = await measureLists(service, meetings, values)
    const isAsked = (name: string) => ['', name].includes(values.only)
    const writes = [
      ...(isAsked('writes') ? await measureWrites(service) : []),
      ...(isAsked('search') ? await measureSearch(service) : []),
      ...(isAsked('approvals') ? await measureApprovals(service, url) : []),
    ]
    return { meetings, seconds, lists, writes }
  } finally {
    await service.close()
  }
}

requirePackages(PACKAGES.postgres)
watchStatements()
const own = values.at === undefined ? await startPostgres() : null
const server = values.at ?? own!.url
try {
  for (const [name, value] of Object.entries(SETTINGS))
    await query(server, `alter system set ${name} = '${value}'`)
  await own?.restart()
  const measurements: Measurement[] = []
  for (const meetings of values.meetings.split(',').map(Number))
    measurements.push(await measureAt(server, meetings))
  const report = reportOf(measurements)
  console.log(report)
  if (values.only === '') writeSection('Lists as the tables grow (`npm run bench:scale`)', report)
} finally {
  await own?.stop()
}
