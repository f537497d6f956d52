// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { BANK_FIELDS } from '@consilium/contract/bank-files/bank-files.ts'
import { bankPresetRoutes as routes } from '@consilium/contract/bank-files/bank-presets.ts'
import { sql } from 'kysely'
import { startApi, type User } from '../../../test/harness.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { NEEDED, openPresetWorld, refused, type MappedColumn } from '../../../test/money/preset-world.ts'

const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())
const world = await openPresetWorld(api, clock)
const {
  manager,
  rival,
  locker,
  releaser,
  person,
  payable,
  draft,
  lock,
  release,
  linesOf,
  wish,
  create,
  ask,
  decide,
  found,
  approved,
  fileOf,
  sheetOf,
} = world

const TODAY = clock.today()

/** One column of each kind, in the order of the contract. */
const EVERY: MappedColumn[] = [
  { title: '=空', field: 'empty' },
  { title: '币种', field: 'fixed', value: '=1+1' },
  { title: '序号', field: 'sequence' },
  { title: '日期', field: 'day' },
  { title: '日期二', field: 'dayDashed' },
  { title: '参考号', field: 'reference' },
  { title: '金额', field: 'amount' },
  { title: '用途', field: 'purpose' },
  { title: '付款账号', field: 'payerAccount' },
  { title: '付款户名', field: 'payerName' },
  { title: '付款行', field: 'payerBank' },
  { title: '账号', field: 'payeeAccount' },
  { title: '户名', field: 'payeeName' },
  { title: '开户行', field: 'payeeBank' },
  { title: '省', field: 'payeeProvince' },
  { title: '市', field: 'payeeCity' },
  { title: '手机', field: 'payeePhone' },
  { title: '跨行', field: 'otherBank', value: '建设银行' },
  { title: '联行号', field: 'clearingCode', value: '建设银行' },
]

describe('own presets of bank files', () => {
  it('PAY-4: a batch is exported with exactly the columns that were mapped, each kind of content in its place', async () => {
    assert.deepEqual(new Set(EVERY.map(({ field }) => field)), new Set(BANK_FIELDS))
    const { choiceId, needs } = await approved({}, EVERY)
    assert.deepEqual(needs, ['bankRegion', 'clearingCode'])
    const expert = await person()
    const fee = await payable(expert, '5000')
    const { batchId } = await draft([fee])
    const locked = await lock(batchId, choiceId)
    assert.deepEqual([locked.state, locked.preset], ['locked', choiceId])
    const { netAmount, fileName } = await release(batchId)
    assert.match(fileName ?? '', /^批次\d+-自定义\d+-/)
    const [line] = await linesOf(batchId)
    const [titles, row, ...rest] = await sheetOf(await fileOf(batchId))
    assert.deepEqual(
      titles,
      EVERY.map(({ title }) => title),
    )
    assert.deepEqual(rest, [])
    assert.deepEqual(row, [
      null,
      '=1+1',
      '1',
      TODAY.replaceAll('-', ''),
      TODAY,
      line?.reference,
      netAmount,
      line?.meetingName,
      '02000012345678901',
      '仁和会议服务有限公司',
      '中国工商银行北京海淀支行',
      '6222020200012345678',
      expert.name,
      '中国建设银行杭州西湖支行',
      '浙江省',
      '杭州市',
      expert.phone,
      '0',
    ])
  })

  it('PAY-4: a mapped CSV has its columns in either encoding, and hostile texts stay texts', async () => {
    const columns: MappedColumn[] = [
      ...NEEDED.toReversed(),
      { title: '=1+1', field: 'fixed', value: '劳务费,"㑇"' },
    ]
    for (const [format, encoding, mark] of [
      ['csv', 'utf8', 'efbbbf'],
      ['csvGbk', 'gbk', 'bdf0b6'],
    ] as const) {
      const { choiceId } = await approved({ format }, columns)
      const expert = await person()
      const { batchId } = await draft([await payable(expert, '5000')])
      await lock(batchId, choiceId)
      const { netAmount } = await release(batchId)
      const bytes = await fileOf(batchId)
      assert.equal(bytes.subarray(0, 3).toString('hex'), mark)
      assert.equal(
        new TextDecoder(encoding, { fatal: true }).decode(bytes),
        `金额,户名,账号,'=1+1\r\n${netAmount},${expert.name},6222020200012345678,"劳务费,""㑇"""\r\n`,
      )
    }
  })

  it('PAY-4: a file in GBK is not locked for a payee whose name GBK cannot write', async () => {
    const { choiceId } = await approved({ format: 'csvGbk' })
    const fee = await payable(await person(), '5000', { account: { bankName: '𠮷林银行' } })
    const { batchId } = await draft([fee])
    const refusedBatch = await lock(batchId, choiceId)
    assert.deepEqual([refusedBatch.state, refusedBatch.refused], ['draft', 1])
    assert.deepEqual((await linesOf(batchId))[0]?.reasons, ['notInEncoding'])
    assert.equal((await lock(batchId, 'ccb')).state, 'locked')
    const title = await locker.attempt(routes.create, {
      body: wish([...NEEDED, { title: '𠮷', field: 'empty' }], { format: 'csvGbk' }),
    })
    assert.deepEqual([title.status, title.error?.details?.[0]?.field], [400, 'columns.3.title'])
  })

  it('PAY-4: a preview draws three samples, or lines of a batch with numbers masked', async () => {
    const preview = (user: User, given: object = {}) =>
      user.attempt(routes.preview, { body: { format: 'csv', columns: EVERY, ...given } })
    const { data } = await preview(locker)
    assert.deepEqual([data.titles[0], data.titles.length, data.rows.length, data.lines], ["'=空", 19, 3, 3])
    assert.deepEqual(data.rows[0]?.slice(0, 3), ['', "'=1+1", '1'])
    assert.deepEqual(
      data.rows.map((row) => [row[8], row[11], row[14], row[17]]),
      [
        ['0200*********8901', '6222***********5678', '浙江省', '1'],
        ['0200*********8901', '6214********5678', '北京市', '1'],
        ['0200*********8901', '6227***********8901', '新疆维吾尔自治区', '0'],
      ],
    )
    const expert = await person()
    const { batchId } = await draft([await payable(expert, '5000')])
    const [line] = await linesOf(batchId)
    const { data: ofBatch } = await preview(releaser, { batchId })
    assert.deepEqual(
      ofBatch.rows.map((row) => [row[6], row[11], row[12], row[16]]),
      [
        [
          line?.estimatedNet,
          '6222***********5678',
          expert.name,
          `${expert.phone.slice(0, 3)}****${expert.phone.slice(-4)}`,
        ],
      ],
    )
    assert.equal(ofBatch.lines, 1)
    assert.deepEqual(refused(await preview(await api.person(rival, 'finance'), { batchId })), [
      404,
      'NOT_FOUND',
    ])
    assert.equal((await preview(manager)).status, 403)
  })

  it('PAY-4: limits of names, titles, texts and columns, on both sides', async () => {
    const attempt = (columns: readonly MappedColumn[], given: object = {}) =>
      locker.attempt(routes.preview, { body: { format: 'xlsx', columns: [...columns], ...given } })
    const filled = (count: number): MappedColumn[] => [
      ...NEEDED,
      ...Array.from({ length: count - 3 }, (): MappedColumn => ({ title: '备用', field: 'empty' })),
    ]
    const statusOf = async (columns: readonly MappedColumn[]) => (await attempt(columns)).status
    assert.deepEqual([await statusOf(filled(40)), await statusOf(filled(41))], [200, 400])
    const titled = (title: string): MappedColumn[] => [...NEEDED, { title, field: 'empty' }]
    assert.deepEqual(
      await Promise.all(['', '长'.repeat(60), '长'.repeat(61)].map((title) => statusOf(titled(title)))),
      [400, 200, 400],
    )
    const fixed = (value?: string): MappedColumn[] => [
      ...NEEDED,
      { title: '币种', field: 'fixed', ...(value === undefined ? {} : { value }) },
    ]
    assert.deepEqual(
      await Promise.all(
        [undefined, '', ' ', '字'.repeat(60), '字'.repeat(61)].map((value) => statusOf(fixed(value))),
      ),
      [400, 400, 400, 200, 400],
    )
    assert.equal(await statusOf([...NEEDED, { title: '跨行', field: 'otherBank' }]), 400)
    assert.equal(await statusOf([...NEEDED, { title: '空', field: 'empty', value: '字' }]), 400)
    for (const { field } of NEEDED) {
      assert.equal(await statusOf(NEEDED.filter((column) => column.field !== field)), 400, `without ${field}`)
      assert.equal(await statusOf([...NEEDED, { title: '又', field }]), 400, `${field} twice`)
    }
    const named = (presetName: string) => locker.attempt(routes.create, { body: { ...wish(), presetName } })
    assert.deepEqual(
      [
        (await named('名'.repeat(41))).status,
        (await named('')).status,
        (await named('名'.repeat(40))).status,
      ],
      [400, 400, 200],
    )
  })

  it('PAY-4: a payer has at most 20 own presets that are not retired', async () => {
    const payer = await api.executor()
    const finance = await api.person(payer, 'finance')
    const other = await api.person(payer, 'finance')
    const first = await create({}, NEEDED, finance)
    await Promise.all(Array.from({ length: 18 }, () => create({}, NEEDED, finance)))
    // Of two at once, one is the twentieth.
    const last = await Promise.all([1, 2].map(() => finance.attempt(routes.create, { body: wish() })))
    assert.deepEqual(
      last.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    )
    const over = await finance.attempt(routes.create, { body: wish() })
    assert.deepEqual(refused(over), [409, 'TOO_MANY_BANK_PRESETS'])
    await ask(first, finance)
    assert.equal((await decide(other, first.presetId)).status, 200)
    await finance.call(routes.retire, { body: { presetId: first.presetId } })
    const again = await finance.attempt(routes.create, { body: { ...wish(), presetName: first.presetName } })
    assert.equal(again.status, 200)
  })

  it('PAY-4: a preset has at most 50 versions, and goes on as another preset', async () => {
    const first = await approved()
    // As many changes have been approved before; requests for all of them would take minutes.
    await sql`update bank_preset set number = 49 where preset_id = ${first.presetId}`.execute(api.db)
    const next = ({ presetId }: { presetId: number }) => {
      const { presetName: _name, ...body } = wish()
      return locker.attempt(routes.create, { body: { ...body, replacesId: presetId } })
    }
    const { status, data: last } = await next(first)
    assert.deepEqual([status, last.number], [200, 50])
    await ask(last)
    assert.equal((await decide(releaser, last.presetId)).status, 200)
    const over = await next(last)
    assert.deepEqual(refused(over), [409, 'TOO_MANY_PRESET_VERSIONS'])
    assert.match(over.error?.msg ?? '', /50/)
    assert.equal((await found(last.presetId)).isInForce, true)
    // The name is free once the preset is retired.
    await locker.call(routes.retire, { body: { presetId: last.presetId } })
    const again = await locker.attempt(routes.create, { body: { ...wish(), presetName: first.presetName } })
    assert.deepEqual([again.status, again.data.number], [200, 1])
  })
})
