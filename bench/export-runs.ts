import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { sql } from 'kysely'
import writeExcelFile from 'write-excel-file/node'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { startApp, type App } from '../apps/api/src/app.ts'
import { loadConfig } from '../apps/api/src/settings/config.ts'
import { createLog } from '../apps/api/src/infra/log.ts'
import { writeWorkbook, type SheetColumn, type SheetRow } from '@consilium/sheets/xlsx-writer.ts'
import { measure, type Measured } from './measure.ts'
import { benchRow } from './rows.ts'

const TITLES = ['编号', '姓名', '手机号', '单位', '职称', '时间', '应付', '税', '实付', '备注']
const KINDS = [
  'integer',
  'text',
  'text',
  'text',
  'text',
  'time',
  'decimal',
  'decimal',
  'decimal',
  'text',
] as const
const WIDTH = 16
const ADMIN_PASSWORD = 'bench-password'

async function sizeOf(stream: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const chunk of stream) bytes += chunk.length
  return bytes
}

/** Our writer, which reads rows one by one. */
function ours(count: number): Promise<Measured> {
  async function* rows(): AsyncGenerator<SheetRow> {
    for (let id = 0; id < count; id++) yield Object.values(benchRow(id)) as SheetRow
  }
  const columns = TITLES.map((title, index): SheetColumn => ({ title, width: WIDTH, kind: KINDS[index]! }))
  return measure(() => sizeOf(writeWorkbook([{ name: '导出', columns, rows: rows() }])))
}

/** write-excel-file, which gets all rows at once. */
function peer(count: number): Promise<Measured> {
  return measure(async () => {
    const header = TITLES.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
    const rows = Array.from({ length: count }, (_none, id) => {
      const { id: number, time, payable, tax, net, remark, ...texts } = benchRow(id)
      const amounts = [payable, tax, net].map((amount) => ({
        value: Number(amount),
        type: Number,
        format: '#,##0.00',
      }))
      return [
        { value: number, type: Number, format: '0' },
        ...Object.values(texts).map((value) => ({ value, type: String })),
        { value: new Date(`${time.replace(' ', 'T')}Z`), type: Date, format: 'yyyy-mm-dd hh:mm:ss' },
        ...amounts,
        { value: remark ?? undefined, type: String },
      ]
    })
    const columns = TITLES.map(() => ({ width: WIDTH }))
    const file = writeExcelFile([header, ...rows], { columns, sheet: '导出', stickyRowsCount: 1 })
    return (await file.toBuffer()).length
  })
}

/** Creates this many people of an organization. */
async function fill({ db }: App, count: number): Promise<void> {
  await sql`
    insert into sys_user (user_name, password_hash, phone, role_type)
      values ('bench', '!', '10000000000', 'executor')`.execute(db)
  await sql`
    insert into organization (org_type, org_name, main_user_id)
      select 'executor', '北京会务有限公司', user_id from sys_user where user_name = 'bench'`.execute(db)
  await sql`
    insert into sys_user (user_name, password_hash, phone, role_type, parent_user_id)
      select 'bench' || n, '!', '138' || lpad(n::text, 8, '0'), 'supervisor', main.user_id
        from generate_series(1, ${count}::integer) n, sys_user main where main.user_name = 'bench'`.execute(
    db,
  )
  await sql`
    insert into person (user_id, org_id, unit_type, role, name, department, position, bank_region)
      select u.user_id, o.org_id, 'executor', 'supervisor', '王晓明' || u.user_id, '会务部', '专员', '北京市海淀区'
        from sys_user u join organization o on o.main_user_id = u.parent_user_id`.execute(db)
  await sql`analyze`.execute(db)
}

async function token(url: string): Promise<string> {
  const body = JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}${BASE_PATH}/login`, { method: 'POST', headers, body })
  return ((await reply.json()) as { data: { token: string } }).data.token
}

/**
 * The whole service on the embedded database, from the request to the last byte; client and server run in this process.
 */
async function service(count: number): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), `consilium-bench-${randomUUID().slice(0, 8)}-`))
  const config = loadConfig({ PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD, LOG_LEVEL: 'silent' })
  const log = createLog({ level: 'silent', file: null })
  const app = await startApp({
    config,
    log,
    onFatal: (error) => {
      throw error
    },
  })
  try {
    await fill(app, count)
    const authorization = `Bearer ${await token(app.url)}`
    const address = `${app.url}${BASE_PATH}${personRoutes.export.path}`
    return await measure(async () => {
      const reply = await fetch(address, { method: 'POST', headers: { authorization } })
      if (!reply.ok || !reply.body) throw new Error(`The export answered ${reply.status}`)
      return sizeOf(reply.body)
    })
  } finally {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const RUNS: Readonly<Record<string, (count: number) => Promise<Measured>>> = { ours, peer, service }
