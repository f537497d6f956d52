// Engine: postgres
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { personRoutes as routes, type PersonImport } from '@consilium/contract/persons/persons.ts'
import { XLSX } from '@consilium/contract/spreadsheet.ts'
import { sql } from 'kysely'
import {
  freshName,
  freshPhone,
  SMS_CODE,
  startApi,
  type MainAccount,
  type User,
} from '../../../test/harness.ts'
import { excelPeople } from '../../../test/people-table-excel.ts'
import {
  asCsv,
  IMPORT_SIZE,
  LIBREOFFICE_PREFIX,
  peopleTable,
  TITLES,
  type Line,
  type TableRow,
} from '../../../test/people-table.ts'
import { hugeSheet, workbookFile } from '@consilium/sheets/test/workbook-file.ts'
import { createSheetReader } from '../../infra/spreadsheet/sheet-reader.ts'
import { dataOf } from '../../../test/outcomes.ts'
import { often } from '@consilium/test-kit/often.ts'

const IMPORT_ROWS_MAX = 20_000
/** Ten thousand come from LibreOffice and in the background; what differs in other files is seen in fewer. */
const OTHER_FILES = often(2000, IMPORT_SIZE)

const api = await startApi()
const reader = createSheetReader({ threads: 1 })
after(async () => {
  await reader.close()
  await api.close()
})
const manager = await api.manager()
const executor = await api.executor()
const otherExecutor = await api.executor()
const sponsor = await api.sponsor()

const UNKNOWN_ID = 8_999_999_999_999_999
const POLL_MS = 100
const ALL_IN_ONE_GO = 50

type Bytes = string | Buffer
const fileOf = (bytes: Bytes) => new File([bytes], 'people.xlsx')

const send = (user: User, bytes: Bytes, query: { orgId?: number; async?: boolean } = {}) =>
  user.attempt(routes.import, { file: fileOf(bytes), query })

const row = (given: Partial<Record<number, string>> = {}): TableRow => {
  const cells: TableRow = ['赵敏', freshPhone(), freshName('import-'), '会务部', '专员', '督导', '上海市', '']
  for (const [index, text] of Object.entries(given)) cells[Number(index)] = text ?? ''
  return cells
}

const peopleCount = async (orgId: number) => {
  const { count } = await api.db
    .selectFrom('person')
    .select(sql<number>`count(*)`.as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return count
}

function assertResults(lines: readonly Line[], { rows, ...summary }: PersonImport): void {
  const succeeded = lines.filter(({ refusal }) => refusal === null).length
  const { status, total, done, failed } = summary
  assert.deepEqual(
    [status, total, done, summary.succeeded, failed],
    ['finished', lines.length, lines.length, succeeded, lines.length - succeeded],
  )
  for (const [index, { cells, refusal }] of lines.entries()) {
    const result = rows[index]
    assert.ok(result)
    assert.equal(result.rowNumber, index + 2)
    assert.equal(result.name, cells[0] === '' ? null : cells[0])
    assert.equal(result.phone, cells[1])
    assert.equal(result.success, refusal === null, `row ${result.rowNumber}: ${result.message}`)
    assert.match(result.message, refusal ?? /^$/)
  }
}

/** Polls an import until it has ended and returns every state that was seen. */
async function follow(user: User, importId: number): Promise<PersonImport[]> {
  const seen: PersonImport[] = []
  for (;;) {
    const data = await user.call(routes.importProgress, { params: { importId } })
    seen.push(data)
    if (data.status !== 'running') return seen
    await delay(POLL_MS)
  }
}

describe('the template', () => {
  it('PER-13: a spreadsheet as a download, its name in Content-Disposition, with one bank column', async () => {
    assert.equal((await api.anonymous.attempt(routes.importTemplate, {})).status, 401)
    assert.equal((await sponsor.attempt(routes.importTemplate, {})).status, 403)
    const reply = await executor.attempt(routes.importTemplate, {})
    assert.equal(reply.headers.get('content-type'), XLSX)
    const disposition = reply.headers.get('content-disposition') ?? ''
    assert.match(disposition, /^attachment; filename="[^"]+\.xlsx"/)
    assert.ok(disposition.endsWith(`UTF-8''${encodeURIComponent('执行单位人员导入模板.xlsx')}`))
    const rows = await reader.read(Buffer.from(reply.data.bytes))
    assert.deepEqual(rows, [{ number: 1, cells: [...TITLES] }])
    assert.equal(TITLES.filter((title) => /银行|开户/.test(title)).length, 1)
  })

  it('PER-13: in English on request; both are accepted when filled in, and refused when empty', async () => {
    const english = api.as(executor.token, 'en')
    const { bytes } = await english.call(routes.importTemplate, {})
    const [header] = await reader.read(Buffer.from(bytes))
    const titles = header?.cells.join(',') ?? ''
    assert.match(titles, /^Name,Phone,User name,Department,Position,Role,Bank region,Initial password/)
    const empty = await executor.attempt(routes.import, { file: fileOf(Buffer.from(bytes)) })
    assert.deepEqual([empty.status, empty.error?.error], [400, 'SHEET_EMPTY'])
    const filled = row({ 5: 'Meeting executor' })
    const reply = await english.call(routes.import, { file: fileOf(`${titles}\n${filled.join(',')}`) })
    assert.equal(reply.succeeded, 1)
  })
})

describe('who imports where', () => {
  it('PER-14 AUT-4: an executor imports into its own organization, a manager into the one that it names', async () => {
    const bytes = asCsv([row()])
    assert.equal((await api.anonymous.attempt(routes.import, { file: fileOf(bytes) })).status, 401)
    assert.equal((await sponsor.attempt(routes.import, { file: fileOf(bytes) })).status, 403)
    const unnamed = await send(manager, bytes)
    assert.deepEqual([unnamed.status, unnamed.error?.details?.[0]?.field], [400, 'orgId'])
    const ofSponsor = await send(manager, bytes, { orgId: sponsor.orgId })
    assert.deepEqual([ofSponsor.status, ofSponsor.error?.details?.[0]?.field], [400, 'orgId'])
    assert.equal((await send(manager, bytes, { orgId: UNKNOWN_ID })).status, 404)
    assert.equal((await send(executor, bytes, { orgId: otherExecutor.orgId })).status, 404)

    const mine = await send(manager, bytes, { orgId: otherExecutor.orgId })
    assert.equal(mine.data.succeeded, 1)
    const { rows } = await otherExecutor.call(routes.list, {})
    assert.equal(rows[0]?.phone, mine.data.rows[0]?.phone)
    const params = { importId: mine.data.importId }
    for (const [user, status] of [
      [manager, 200],
      [otherExecutor, 200],
      [executor, 404],
      [sponsor, 403],
    ] as const)
      for (const route of [routes.importProgress, routes.importFailures])
        assert.equal((await user.attempt(route, { params })).status, status)
  })

  it('PER-14: the cells become the person; roles by name or label', async () => {
    const rows = [
      row({ 5: '会务执行' }),
      row({ 5: 'supervisor' }),
      row({ 5: 'MEETINGEXECUTOR', 3: '', 4: '', 6: '' }),
    ]
    const { data } = await send(executor, asCsv(rows))
    assert.equal(data.succeeded, 3, JSON.stringify(data.rows))
    const { rows: people } = await executor.call(routes.list, { query: { pageSize: 3, isAsc: 'desc' } })
    assert.deepEqual(
      people.toReversed().map(({ name, phone, userName, department, position, role, bankRegion, status }) => [
        [name, phone, userName, department, position, bankRegion],
        [role, status],
      ]),
      rows.map((cells, index) => [
        [...cells.slice(0, 5), cells[6]].map((text) => text || null),
        [['meetingExecutor', 'supervisor', 'meetingExecutor'][index], '0'],
      ]),
    )
  })
})

describe('thousands of rows: valid, invalid and repeated', () => {
  const bad = (lines: readonly Line[]) => lines.filter(({ refusal }) => refusal !== null).length

  async function importTable(main: MainAccount, bytes: Bytes, lines: readonly Line[]): Promise<void> {
    const before = await peopleCount(main.orgId)
    const { data } = await send(main, bytes)
    assertResults(lines, data)
    assert.equal(await peopleCount(main.orgId), before + lines.length - bad(lines))
  }

  it('PER-14: written by LibreOffice: valid rows are imported, each invalid row is reported', async () => {
    const bytes = readFileSync(new URL('../../../test/fixtures/people-libreoffice.xlsx', import.meta.url))
    await importTable(await api.executor(), bytes, peopleTable(LIBREOFFICE_PREFIX, IMPORT_SIZE))
  })

  it('PER-14: in the dialect of Excel: inline strings, dates as numbers, phones as numbers', async () => {
    const lines = peopleTable('32', OTHER_FILES)
    await importTable(await api.executor(), await excelPeople(lines), lines)
  })

  it('PER-14: as CSV with the extension .xlsx; the same file again changes nothing', async () => {
    const main = await api.executor()
    const lines = peopleTable('33', OTHER_FILES)
    const bytes = asCsv(lines.map(({ cells }) => cells))
    await importTable(main, bytes, lines)
    const people = () =>
      api.db
        .selectFrom('person as p')
        .innerJoin('sys_user as u', 'u.user_id', 'p.user_id')
        .selectAll()
        .where('p.org_id', '=', main.orgId)
        .orderBy('p.person_id')
        .execute()
    const before = await people()
    const again = lines.map(({ cells, refusal }) => ({
      cells,
      refusal: refusal ?? /^该人员已存在，未作更改$/,
    }))
    assertResults(again, (await send(main, bytes)).data)
    assert.deepEqual(await people(), before)
  })

  it('PER-14: in the background its progress is visible, and the failed rows can be downloaded', async () => {
    const main = await api.executor()
    const lines = peopleTable('34', IMPORT_SIZE)
    const started = await send(main, asCsv(lines.map(({ cells }) => cells)), { async: true })
    assert.deepEqual([started.data.status, started.data.total], ['running', IMPORT_SIZE])
    const seen = await follow(main, started.data.importId)
    const underway = seen.filter(({ status, done }) => status === 'running' && done > 0 && done < IMPORT_SIZE)
    assert.ok(underway.length > 0, 'seen on its way')
    for (const one of underway) {
      assert.deepEqual([one.rows, one.done], [[], one.succeeded + one.failed])
    }
    assertResults(lines, seen.at(-1)!)

    const { bytes } = await main.call(routes.importFailures, { params: { importId: started.data.importId } })
    const [header, ...failures] = await reader.read(Buffer.from(bytes))
    assert.deepEqual(header?.cells, ['行号', '原因', ...TITLES])
    assert.equal(failures.length, bad(lines))
    assert.deepEqual(
      [failures[0]?.cells[0], ...failures[0]!.cells.slice(2, 9)],
      ['5', ...lines[3]!.cells.slice(0, 7)],
    )
  })

  it('PER-14: failed rows are downloaded as they were, without passwords, and can be uploaded again', async () => {
    const given = row({ 1: '+86 200', 5: '主账号', 7: 'secret-password' })
    const { data } = await send(executor, asCsv([given]))
    const { bytes } = await executor.call(routes.importFailures, { params: { importId: data.importId } })
    const [, failure] = await reader.read(Buffer.from(bytes))
    assert.deepEqual(failure?.cells.slice(2, 9), given.slice(0, 7))
    const kept = await api.db
      .selectFrom('person_import_row')
      .select('given')
      .where('import_id', '=', data.importId)
      .executeTakeFirstOrThrow()
    assert.ok(!JSON.stringify(kept).includes('secret-password'))
    const again = await send(executor, Buffer.from(bytes))
    assert.deepEqual([again.data.total, again.data.failed], [1, 1])
  })
})

describe('what people write in tables', () => {
  it('PER-14: phones may have spaces, full-width digits, a country code or invisible marks', async () => {
    const phones = Array.from({ length: 6 }, freshPhone)
    const [plain, spaced, wide, coded, marked, exponent] = phones as [
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    const wideDigits = wide.replace(/\d/g, (digit) => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0))
    const written = [
      plain,
      `${spaced.slice(0, 3)} ${spaced.slice(3, 7)}-${spaced.slice(7)}`,
      wideDigits,
      `+86 ${coded}`,
      `\u202d${marked}\u202c`,
      Number(exponent).toExponential(4),
    ]
    const { data } = await send(executor, asCsv(written.map((phone) => row({ 1: phone }))))
    assert.deepEqual(
      data.rows.slice(0, 5).map(({ phone, success }) => [phone, success]),
      phones.slice(0, 5).map((phone) => [phone, true]),
    )
    assert.equal(data.rows[5]?.success, false, 'as text an exponent has lost digits')
    assert.match(data.rows[5]?.message ?? '', /科学计数法/)
  })

  it('PER-14: columns in another order, under other titles, with additional ones', async () => {
    const phone = freshPhone()
    const text = `备注,联系电话,*姓 名,登录账号,职务,所在部门,ROLE,开户行所在地\n无,${phone},钱多,${freshName('n-')},专员,财务,supervisor,上海`
    const { data } = await send(executor, text)
    assert.deepEqual(data.rows, [{ rowNumber: 2, name: '钱多', phone, success: true, message: '' }])
  })

  it('PER-14: reasons in the requested language, all reasons of a row together', async () => {
    const english = api.as(executor.token, 'en')
    const text = asCsv([row({ 0: '', 1: '12', 5: 'admin', 7: '12345' }), row({ 1: executor.phone })])
    const data = await english.call(routes.import, { file: fileOf(text) })
    const [first, second] = data.rows
    assert.match(first?.message ?? '', /^Name: Required; Phone: Not an 11-digit phone number/)
    assert.match(
      first?.message ?? '',
      /; Role: Must be Supervisor, Meeting executor, or Finance; Initial password \(optional\): /,
    )
    assert.equal(second?.message, 'This phone number is already registered')
  })

  it('PER-14: a phone or a user name that already has an account', async () => {
    const other = row()
    assert.equal((await send(otherExecutor, asCsv([other]))).data.succeeded, 1)
    const rows = [
      row({ 1: other[1] }),
      row({ 2: other[2].toUpperCase() }),
      row({ 0: other[0], 1: other[1] }),
      row({ 2: freshPhone() }),
    ]
    const { data } = await send(executor, asCsv(rows))
    assert.deepEqual(
      data.rows.map(({ message }) => message),
      ['该手机号已存在', '该用户名已被使用', `手机号与第2行重复`, '该用户名已被使用'],
    )
  })

  it('PER-14: a repeated row is imported if the first one was invalid', async () => {
    const phone = freshPhone()
    const { data } = await send(executor, asCsv([row({ 0: '', 1: phone }), row({ 1: phone })]))
    assert.deepEqual(
      data.rows.map(({ success }) => success),
      [false, true],
    )
  })
})

describe('files that are refused', () => {
  const refusal = async (bytes: Bytes) => {
    const before = await peopleCount(executor.orgId)
    const { status, error } = await send(executor, bytes)
    assert.equal(await peopleCount(executor.orgId), before)
    return [status, error?.error, error?.msg] as const
  }

  it('PER-14: a wrong header, with the missing columns named', async () => {
    const [, ...rest] = TITLES
    const [status, error, msg] = await refusal(`${rest.join(',')}\n${row().slice(1).join(',')}`)
    assert.deepEqual([status, error, msg], [400, 'SHEET_COLUMN_MISSING', '表头缺少以下列：姓名'])
    assert.equal(
      (await refusal('甲,乙\n1,2'))[2],
      '表头缺少以下列：姓名、手机号、用户名、部门、职务、角色、开户地区',
    )
    assert.deepEqual((await refusal(`${TITLES.join(',')},手机\n1`)).slice(1), [
      'SHEET_COLUMN_TWICE',
      '表头中以下列重复：手机号',
    ])
  })

  it('PER-14: a ZIP bomb, a macro file, an encrypted file, no sheet, nothing in it, too many rows', async () => {
    const compound = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ])
    const cases: [Bytes, number, string][] = [
      [
        await workbookFile({ rows: '', parts: { 'xl/worksheets/sheet1.xml': hugeSheet(300) } }),
        413,
        'SHEET_TOO_LARGE',
      ],
      [await workbookFile({ rows: '', parts: { 'xl/vbaProject.bin': 'x' } }), 400, 'SHEET_HAS_MACROS'],
      [compound, 400, 'SHEET_ENCRYPTED'],
      ['<html><table></table></html>', 400, 'SHEET_NOT_READABLE'],
      ['', 400, 'SHEET_EMPTY'],
      [TITLES.join(','), 400, 'SHEET_EMPTY'],
      [`${TITLES.join(',')}\n${'1\n'.repeat(IMPORT_ROWS_MAX + 1)}`, 413, 'SHEET_TOO_MANY_ROWS'],
    ]
    for (const [bytes, status, error] of cases) {
      const refused = await refusal(bytes)
      assert.deepEqual(refused.slice(0, 2), [status, error])
      assert.match(refused[2] ?? '', /[\u4e00-\u9fff]{4}/)
    }
    const without = await api.raw(routes.import.path, {
      method: 'POST',
      token: executor.token,
      body: new FormData(),
    })
    assert.equal(without.status, 400)
  })
})

describe('the first login of those who were imported', () => {
  const smsLogin = async (phone: string) => {
    await api.sendCode(phone)
    const data = await api.anonymous.call(accountRoutes.smsLogin, { body: { phone, code: SMS_CODE } })
    return data
  }

  it('PER-14 AUT-1: without an initial password by SMS code, then with a first password of their own', async () => {
    const [, phone, userName] = row()
    await dataOf(send(executor, asCsv([row({ 1: phone, 2: userName })])))
    for (const password of [phone, '!', userName]) {
      const body = { username: userName, password }
      assert.equal((await api.anonymous.attempt(accountRoutes.login, { body })).status, 401)
    }
    const login = await smsLogin(phone)
    assert.deepEqual([login.mustChangePassword, login.hasPassword], [true, false])
    const user = api.as(login.token)
    assert.equal((await user.attempt(routes.importTemplate, {})).status, 403)
    const body = { newPassword: 'chosen-1' }
    const changed = await user.call(accountRoutes.changePassword, { body })
    assert.deepEqual([changed.mustChangePassword, changed.hasPassword], [false, true])
    assert.equal((await api.login(userName, 'chosen-1')).userName, userName)

    const again = await api.as(changed.token).attempt(accountRoutes.changePassword, { body })
    assert.deepEqual([again.status, again.error?.details?.[0]?.field], [400, 'oldPassword'])
  })

  it('PER-14: with an initial password, which must then be changed', async () => {
    const cells = row({ 7: 'given-12' })
    await dataOf(send(executor, asCsv([cells])))
    const login = await api.anonymous.call(accountRoutes.login, {
      body: { username: cells[2], password: 'given-12' },
    })
    assert.deepEqual([login.mustChangePassword, login.hasPassword], [true, true])
    assert.equal((await api.firstLogin(cells[2], 'given-12')).roleType, 'supervisor')
  })
})

describe('concurrent imports', () => {
  it('PER-14: fifty of the same file create each person once', async () => {
    const main = await api.executor()
    const rows = Array.from({ length: 20 }, () => row())
    const before = await peopleCount(main.orgId)
    const replies = await Promise.all(Array.from({ length: ALL_IN_ONE_GO }, () => send(main, asCsv(rows))))
    const read = replies.filter(({ status }) => status === 200)
    // More uploads than may wait for the one reading thread are refused with a request to retry.
    assert.deepEqual(
      new Set(replies.filter(({ status }) => status !== 200).map(({ error }) => error?.error)),
      new Set(read.length === ALL_IN_ONE_GO ? [] : ['TOO_MANY_REQUESTS']),
    )
    assert.ok(read.length > 1)
    assert.equal(await peopleCount(main.orgId), before + rows.length)
    for (const [index] of rows.entries())
      assert.equal(read.filter(({ data }) => data.rows[index]?.success).length, 1)
  })

  it('PER-14: in opposite orders create each person once', async () => {
    const main = await api.executor()
    const rows = Array.from({ length: 200 }, () => row())
    const replies = await Promise.all([send(main, asCsv(rows)), send(main, asCsv(rows.toReversed()))])
    assert.deepEqual(
      replies.map(({ data }) => data.status),
      ['finished', 'finished'],
    )
    assert.equal(replies[0].data.succeeded + replies[1].data.succeeded, rows.length)
  })
})

describe('an import whose process is gone', () => {
  it('PER-14: is reported as interrupted, keeps the imported rows, and continues with the same file', async () => {
    const main = await api.executor()
    const rows = [row(), row({ 1: 'x' })]
    const { data } = await send(main, asCsv(rows))
    const params = { importId: data.importId }
    const stopped = { status: 'running', total: 3, progress_time: '2020-01-01 00:00:00' } as const
    await api.db.updateTable('person_import').set(stopped).where('import_id', '=', data.importId).execute()
    const reply = await main.call(routes.importProgress, { params })
    assert.deepEqual([reply.status, reply.done, reply.succeeded, reply.failed], ['interrupted', 2, 1, 1])
    assert.equal(reply.rows.length, 2)
    const again = await send(main, asCsv([...rows, row()]))
    assert.deepEqual(
      again.data.rows.map(({ success }) => success),
      [false, false, true],
    )
  })
})
