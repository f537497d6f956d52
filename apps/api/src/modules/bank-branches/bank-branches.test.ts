// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { bankBranchRoutes as routes } from '@consilium/contract/bank-branches/bank-branches.ts'
import { batchRoutes } from '@consilium/contract/batches/batches.ts'
import { bankFileRoutes } from '@consilium/contract/bank-files/bank-files.ts'
import { importBranches, importedBranches, openBatchWorld } from '../../../test/batch-world.ts'
import { often } from '@consilium/test-kit/often.ts'
import { startApi } from '../../../test/harness.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { packTable } from '../../infra/spreadsheet/packed-table.ts'
import { createSheetReader } from '../../infra/spreadsheet/sheet-reader.ts'
import { IMPORT_COLUMNS } from './import-columns.ts'
import { insertImport } from './import-repository.ts'
import { runImport } from './importing.ts'

const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())
const world = await openBatchWorld(api, clock)
const { manager, executor, locker, person, payable, draft, lock, release, linesOf } = world

const refused = (reply: { status: number; error: { error: string } | null }) => [
  reply.status,
  reply.error?.error,
]
const lookup = (bankName: string, bankBranch?: string) =>
  executor.call(routes.lookup, {
    query: { bankName, ...(bankBranch === undefined ? {} : { bankBranch }) },
  })
const csv = (text: string) => new File([text], '联行号.csv')

/** Gives the branch of a code another code in the directory. */
async function recode(from: string, to: string): Promise<void> {
  const { rows } = await executor.call(routes.list, { query: { code: from } })
  const { branchId, name } = rows[0] ?? assert.fail()
  await manager.call(routes.remove, { params: { branchId: String(branchId) } })
  await importBranches(manager, csv(`联行号,网点名称\n${to},${name}`))
}

describe('the directory of clearing codes', () => {
  it('PAY-3: without a directory a bank file that needs clearing codes is refused with the field', async () => {
    const { batchId } = await draft([await payable(await person(), '3000')])
    const reply = await locker.attempt(batchRoutes.lock, { body: { batchId, preset: 'cmb' } })
    assert.deepEqual(refused(reply), [422, 'BANK_DETAILS_MISSING'])
    assert.match(reply.error?.msg ?? '', /联行号/)
    assert.equal((await lookup('中国建设银行')).isEmpty, true)
    // Payees of the bank itself need none.
    const own = await payable(await person(), '3000', { account: { bankName: '招商银行杭州分行' } })
    const ownBatch = await draft([own])
    const locked = await lock(ownBatch.batchId, 'cmb')
    assert.deepEqual([locked.state, locked.lines, locked.refused], ['locked', 1, 0])
    await locker.call(batchRoutes.cancel, { body: { batchId: ownBatch.batchId } })
  })

  it('PAY-3: a directory is imported by a job, with a result for each row that is left out', async () => {
    const file = csv(
      [
        '行号,银行名称,省,市',
        '102100000128,中国工商银行股份有限公司北京海淀支行,北京市,北京市',
        '１０５３３１０００００６,中国建设银行股份有限公司杭州西湖支行,浙江省,杭州市',
        '10533100000,中国建设银行股份有限公司杭州高新支行,浙江省,杭州市',
        '105331000007,,浙江省,杭州市',
        '102100000128,中国工商银行股份有限公司北京西直门支行,北京市,北京市',
        '105331000008,=1+1,浙江省,杭州市',
        '105331000009,中国建设银行\u202e杭州支行,浙江省,杭州市',
      ].join('\r\n'),
    )
    const done = await importBranches(manager, file)
    assert.deepEqual(
      [done.state, done.total, done.done, done.created, done.updated, done.unchanged, done.refused],
      ['done', 7, 7, 3, 0, 0, 4],
    )
    assert.deepEqual(
      done.rows.map(({ rowNumber }) => rowNumber),
      [4, 5, 6, 8],
    )
    assert.match(done.rows[0]?.message ?? '', /12位数字/)
    assert.match(done.rows[3]?.message ?? '', /不可见/)
    assert.match(done.rows[2]?.message ?? '', /第 ?2 ?行/)
    const again = await importBranches(
      manager,
      csv(
        '联行号,网点名称\n102100000128,中国工商银行北京海淀支行营业室\n105331000006,中国建设银行股份有限公司杭州西湖支行',
      ),
    )
    assert.deepEqual([again.created, again.updated, again.unchanged, again.refused], [0, 1, 1, 0])
    const { rows } = await executor.call(routes.list, {
      query: { code: '102', orderByColumn: 'code', isAsc: 'asc' },
    })
    assert.deepEqual(
      rows.map(({ code, name, city }) => [code, name, city]),
      [['102100000128', '中国工商银行北京海淀支行营业室', '北京市']],
    )
    assert.deepEqual(refused(await executor.attempt(routes.import, { file: csv('a\nb') })), [
      403,
      'FORBIDDEN',
    ])
    assert.deepEqual(refused(await manager.attempt(routes.import, { file: csv('行号,地址\n1,2') })), [
      400,
      'SHEET_COLUMN_MISSING',
    ])
    const wrong = rows[0]!.branchId
    await manager.call(routes.remove, { params: { branchId: String(wrong) } })
    assert.equal((await executor.call(routes.list, { query: { code: '102' } })).total, 0)
    const gone = await manager.attempt(routes.remove, { params: { branchId: String(wrong) } })
    assert.deepEqual(refused(gone), [404, 'NOT_FOUND'])
  })

  it('PAY-3: a branch is found however bank and branch are written, and never guessed among several', async () => {
    await importBranches(
      manager,
      csv(
        [
          '联行号,网点名称',
          '102100000136,中国工商银行股份有限公司北京中关村支行',
          '104100000011,中国银行（北京）中关村支行',
          '104100000012,中国银行北京中关村支行',
          '104100000013,中国银行北京中关村东路支行',
        ].join('\n'),
      ),
    )
    const code = async (...given: Parameters<typeof lookup>) => (await lookup(...given)).branch?.code ?? null
    assert.equal(await code('中国工商银行', '北京中关村支行'), '102100000136')
    assert.equal(await code('工商银行', '中国工商银行北京中关村支行'), '102100000136')
    assert.equal(await code('工商银行北京中关村支行'), '102100000136')
    assert.equal(await code('中国工商银行股份有限公司', '北京（中关村）支行'), '102100000136')
    // Two branches are called so.
    const several = await lookup('中国银行', '北京中关村支行')
    assert.equal(several.branch, null)
    assert.deepEqual(
      several.proposals.map((each) => each.code),
      ['104100000012', '104100000011', '104100000013'],
    )
    assert.equal(await code('中国银行', '北京中关村东路支行'), '104100000013')
    const { rows } = await executor.call(routes.list, { query: { name: '中国银行股份有限公司北京中关村支' } })
    assert.deepEqual(
      new Set(rows.map((row) => row.code)),
      new Set(['102100000136', '104100000011', '104100000012']),
    )
    const near = await lookup('工商银行', '中关村')
    assert.deepEqual(
      near.proposals.map((each) => each.code),
      ['102100000136'],
    )
  })

  it('PAY-2, PAY-4: a fee whose clearing code is not found says so, and the bank file has the code of the others', async () => {
    const known = await payable(await person(), '3000')
    const unknown = await payable(await person(), '3000', {
      account: { bankName: '中国农业银行杭州无名支行' },
    })
    const { batchId } = await draft([known, unknown])
    const presets = await executor.call(bankFileRoutes.presets, {})
    assert.deepEqual(
      presets.map(({ presetId, needs }) => [presetId, needs]),
      [
        ['icbc', ['bankRegion']],
        ['cmb', ['bankRegion', 'clearingCode']],
        ['ccb', []],
        ['general', ['bankRegion']],
      ],
    )
    const locked = await lock(batchId, 'cmb')
    assert.deepEqual([locked.state, locked.lines, locked.refused], ['locked', 1, 1])
    assert.deepEqual(
      (await linesOf(batchId)).map(({ clearingCode, reasons }) => [clearingCode, reasons]),
      [
        ['105331000006', []],
        [null, ['clearingCodeMissing']],
      ],
    )
    // What the directory says later does not change what was locked.
    await recode('105331000006', '105331999999')
    await release(batchId)
    const file = await locker.call(batchRoutes.download, { body: { batchId, purpose: '上传网银' } })
    const reader = createSheetReader({ threads: 1 })
    const [head, row] = await reader.read(Buffer.from(file.bytes))
    await reader.close()
    assert.equal(row?.cells[head!.cells.indexOf('收方行号')], '105331000006')
    await recode('105331999999', '105331000006')
    // Where the file does not need it, the fee is paid without.
    const other = await draft([unknown])
    assert.equal((await lock(other.batchId, 'ccb')).lines, 1)
    await locker.call(batchRoutes.cancel, { body: { batchId: other.batchId } })
  })

  it('PAY-3: of imports at once one runs, and an interrupted one goes on behind what it has written', async () => {
    const rows = Array.from(
      { length: 2500 },
      (_, at) => `3${String(at).padStart(11, '0')},农商银行第${at}支行`,
    )
    const file = () => csv(['联行号,网点名称', ...rows, `300000000001,又一家`].join('\n'))
    const replies = await Promise.all([1, 2, 3].map(() => manager.attempt(routes.import, { file: file() })))
    const started = replies.filter(({ status }) => status === 202)
    assert.equal(started.length, 1)
    for (const reply of replies.filter(({ status }) => status !== 202))
      assert.deepEqual(refused(reply), [409, 'BRANCH_IMPORT_RUNNING'])
    const { importId } = (started[0]!.data ?? assert.fail()) as { importId: number }
    const first = await importedBranches(manager, importId)
    assert.deepEqual([first.created, first.refused, first.done], [2500, 1, 2501])
    // A process that dies before its second chunk.
    const cells = (text: string) => text.split(',')
    const table = packTable(
      ['联行号,网点名称', ...rows.map((row) => row.replace('第', '新第'))].map((row, at) => ({
        number: at + 1,
        cells: cells(row),
      })),
      { columns: IMPORT_COLUMNS, rowsMax: 3000, language: 'zh-CN' },
    )
    const dying = await insertImport(api.db, { userId: 1, fileName: '目录.csv', language: 'zh-CN', ...table })
    let chunks = 0
    const signal = {
      throwIfAborted: () => {
        if (++chunks === 2) throw new Error('the process ended')
      },
    } as AbortSignal
    const job = { importId: dying ?? assert.fail() }
    await assert.rejects(runImport(api, job, signal), /the process ended/)
    const half = await manager.call(routes.importProgress, { params: job })
    assert.deepEqual([half.state, half.done, half.updated], ['running', 1000, 1000])
    await runImport(api, job, AbortSignal.timeout(60_000))
    const whole = await manager.call(routes.importProgress, { params: job })
    assert.deepEqual([whole.state, whole.done, whole.updated, whole.unchanged], ['done', 2500, 2500, 0])
  })

  it('PAY-3: a directory of many branches is imported in groups, and more than 200,000 rows are refused', async () => {
    const row = (at: number) => `4${String(at).padStart(11, '0')},某某农村商业银行股份有限公司第${at}号支行`
    const many = (count: number) =>
      csv(['联行号,网点名称', ...Array.from({ length: count }, (_, at) => row(at))].join('\n'))
    const tooMany = await manager.attempt(routes.import, { file: many(200_001) })
    assert.deepEqual(refused(tooMany), [413, 'SHEET_TOO_MANY_ROWS'])
    const count = often(5000, 200_000)
    const done = await importBranches(manager, many(count))
    assert.deepEqual([done.created, done.refused, done.done], [count, 0, count])
    const last = count - 1
    const code = `4${String(last).padStart(11, '0')}`
    assert.equal((await lookup('某某农村商业银行', `第${last}号支行`)).branch?.code, code)
  })

  it('PAY-3: experts look their own branch up, and nobody lists the directory without a reason', async () => {
    const expert = await person()
    const found = await expert.call(routes.lookup, {
      query: { bankName: '中国建设银行', bankBranch: '杭州西湖支行' },
    })
    assert.equal(found.branch?.code, '105331000006')
    assert.equal((await expert.attempt(routes.list, { query: {} })).status, 403)
  })
})
