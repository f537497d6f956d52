// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { paymentRoutes as routes } from '@consilium/contract/payments/payments.ts'
import { DEFAULT_TAX_TERMS, taxSettingsRoutes } from '@consilium/contract/organizations/tax-settings.ts'
import { readSheetText } from '@consilium/sheets/workbook-reader.ts'
import { exportedRows } from '../../../../test/exports/exported-rows.ts'
import { sharedApi } from '../../../../test/shared-api.ts'
import { ID_CARD_NO, seasonClock } from '../../../../test/meeting-world.ts'
import { partsOf } from '@consilium/sheets/test/workbook-file.ts'
import { openPaymentWorld } from '../../../../test/payment-world.ts'

const PERIOD = '2026-11'

const api = await sharedApi({ after }, seasonClock)
const world = await openPaymentWorld(api)
const { manager, executor, rival, sponsor, payee, pay } = world
const body = { period: PERIOD }

const sumOf = (rows: readonly Record<string, string | null>[], ...columns: string[]) =>
  (
    rows
      .flatMap((row) => columns.map((column) => Math.round(Number(row[column]) * 100)))
      .reduce((a, b) => a + b, 0) / 100
  ).toFixed(2)

const resident = await payee(ID_CARD_NO)
await pay(resident, '3000', '2026-11-10')
await pay(resident, '999.99', '2026-11-11')
await pay(resident, '999.99', '2026-11-11', { laborForm: 'review' })
const foreigner = await payee(null)
const { version } = await foreigner.call(expertRoutes.me, {})
await foreigner.call(expertRoutes.updateMe, {
  body: {
    version,
    idType: 'passport',
    taxResidence: 'nonResident',
    idCardNo: 'E1234567',
    nationality: 'FR',
    sex: 'female',
    birthDate: '1968-05-20',
  },
})
await pay(foreigner, '5000', '2026-11-12')
await pay(await payee(), '500', '2026-11-13')
const gone = await pay(await payee(), '800', '2026-11-13')
await executor.call(routes.reverse, { body: { entryId: gone.entryId, reason: '退回' } })
await pay(await payee(), '3000', '2026-11-10', { execUserId: rival.userId })
const month = await executor.call(routes.month, { query: body })

it('TAX-8: the withholding file has the columns of the client, and a row for each person and kind of work', async () => {
  const rows = await exportedRows(executor, routes.withholdingFile, body)
  assert.deepEqual(Object.keys(rows[0] ?? {}), [
    '工号',
    '*姓名',
    '*证件类型',
    '*证件号码',
    '*所得项目',
    '*收入',
    '免税收入',
    '商业健康保险',
    '税延养老保险',
    '其他',
    '允许扣除的税费',
    '减免税额',
    '协定减免',
    '备注',
  ])
  const facts = rows.map((row) => [
    row['*证件类型'],
    row['*证件号码'],
    row['*所得项目'],
    row['*收入'],
    row['备注'],
  ])
  const own = (number: string) => facts.filter((row) => row[1] === number)
  assert.deepEqual(own(ID_CARD_NO), [
    ['居民身份证', ID_CARD_NO, '一般劳务报酬所得', '3960.39', '讲学'],
    ['居民身份证', ID_CARD_NO, '一般劳务报酬所得', '990.09', '审稿'],
  ])
  assert.deepEqual(own('E1234567'), [], 'a non-resident is declared by a form of its own')
  assert.equal(rows.filter((row) => row['*收入'] === '500.00').length, 1, 'also where no tax is due')
  assert.equal(rows.length, 3, 'a payment that was reversed is no income')
})

it('TAX-8: a person whose name changes within a month has the later one in its row', async () => {
  const [payer, expert] = [await world.payer(), await payee()]
  const { expertId } = expert
  await pay(expert, '3000', '2026-11-10', { payer })
  const { version: read } = await manager.call(expertRoutes.get, { params: { expertId } })
  await manager.call(expertRoutes.update, { body: { expertId, version: read, name: '李更名' } })
  await pay(expert, '2000', '2026-11-11', { payer })
  const rows = await exportedRows(payer, routes.withholdingFile, body)
  assert.deepEqual(
    rows.map((row) => [row['*姓名'], row['备注']]),
    [['李更名', '讲学']],
  )
})

it('TAX-17: non-residents have a withholding file of their own, and both files add up to the ledger', async () => {
  const rows = await exportedRows(executor, routes.nonResidentFile, body)
  assert.deepEqual(Object.keys(rows[0] ?? {}), [
    '工号',
    '*姓名',
    '*证件类型',
    '*证件号码',
    '*所得项目',
    '*收入',
    '免税收入',
    '其他',
    '允许扣除的税费',
    '准予扣除的捐赠额',
    '减免税额',
    '协定减免',
    '备注',
  ])
  assert.deepEqual(
    rows.map((row) => [row['*证件类型'], row['*证件号码'], row['*所得项目'], row['*收入'], row['备注']]),
    [['外国护照', 'E1234567', '一般劳务报酬所得', '4950.50', '讲学']],
  )
  const residents = await exportedRows(executor, routes.withholdingFile, body)
  const withoutVat = (Number(month.payableAmount) - Number(month.vatAmount)).toFixed(2)
  assert.equal(sumOf([...residents, ...rows], '*收入'), withoutVat)
  assert.deepEqual([month.nonResidents, month.foreigners], [1, 1])
})

it('TAX-8 TAX-17: the personnel files name the same people, those with foreign documents apart', async () => {
  const rows = await exportedRows(manager, routes.personnelFile, { ...body, orgId: executor.orgId })
  assert.equal(rows.length, 2)
  const known = rows.find((row) => row['*证件号码'] === ID_CARD_NO)
  const foreigners = await exportedRows(executor, routes.foreignPersonnelFile, body)
  assert.deepEqual(
    [known?.['*国籍(地区)'], known?.['*性别'], known?.['*出生日期'], known?.['手机号码']],
    ['中国', '女', '1949-12-31', resident.phone],
  )
  assert.deepEqual(
    foreigners.map((row) => [
      row['*证件类型'],
      row['*证件号码'],
      row['*国籍(地区)'],
      row['*性别'],
      row['*出生日期'],
      row['*涉税事由'],
    ]),
    [['外国护照', 'E1234567', '法国', '女', '1968-05-20', '提供临时劳务']],
  )
  const incomes = [
    ...(await exportedRows(executor, routes.withholdingFile, body)),
    ...(await exportedRows(executor, routes.nonResidentFile, body)),
  ]
  const numbersOf = (sheet: readonly Record<string, string | null>[]) =>
    new Set(sheet.map((row) => row['工号']))
  assert.deepEqual(numbersOf([...rows, ...foreigners]), numbersOf(incomes))
})

it('TAX-9: the VAT list has every entry with its VAT and levies, and adds up to the ledger', async () => {
  const rows = await exportedRows(executor, routes.vatFile, body)
  assert.deepEqual(
    [
      sumOf(rows, '含税金额'),
      sumOf(rows, '增值税'),
      sumOf(rows, '城市维护建设税'),
      sumOf(rows, '教育费附加'),
      sumOf(rows, '地方教育附加'),
    ],
    [month.payableAmount, month.vatAmount, month.urbanLevy, month.educationLevy, month.localEducationLevy],
  )
  const { rows: entries } = await executor.call(routes.list, { query: { ...body, pageSize: 100 } })
  assert.equal(rows.length, entries.length)
  const [first] = rows
  assert.deepEqual(
    [first?.['证件号码'], first?.['应税项目'], first?.['征收率'], first?.['不含税金额']],
    [ID_CARD_NO, '讲学', '1%', '2970.3'],
  )
  assert.match(first?.['协议编号'] ?? '', /^LA-\d+$/)
})

it('TAX-8 TAX-9: identity numbers are text in every spreadsheet program, and amounts keep every cent', async () => {
  const titled = {
    withholdingFile: '*证件号码',
    nonResidentFile: '*证件号码',
    personnelFile: '*证件号码',
    foreignPersonnelFile: '*证件号码',
    vatFile: '证件号码',
  } as const
  for (const [name, title] of Object.entries(titled)) {
    const { bytes } = await executor.call(routes[name as keyof typeof titled], { body })
    const sheet = (await partsOf(bytes)).get('xl/worksheets/sheet1.xml') ?? ''
    const cellsOf = (row: string) => [...row.matchAll(/<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/g)]
    const [header = '', ...rows] = sheet.match(/<row .*?<\/row>/g) ?? []
    const place = cellsOf(header).findIndex(([, , , content]) => content?.includes(`>${title}<`))
    assert.ok(place >= 0, name)
    const column = cellsOf(header)[place]?.[1]
    const numbers = rows.flatMap((row) => cellsOf(row).filter(([, at]) => at === column))
    assert.equal(numbers.length, rows.length)
    // A number would lose its first zeros and, beyond fifteen digits, its last ones.
    for (const [, , attributes = '', content = ''] of numbers) {
      assert.match(attributes, /t="inlineStr"/, name)
      assert.match(content, /<is><t[^>]*>[0-9A-Z]{8,18}<\/t><\/is>/, name)
    }
  }
})

it('TAX-8 TAX-9: the files are those of the own payer, are logged, and need every identity number', async () => {
  for (const route of [routes.withholdingFile, routes.personnelFile, routes.vatFile]) {
    assert.equal((await exportedRows(rival, route, body)).length, 1)
    assert.equal((await sponsor.attempt(route, { body })).status, 403)
    assert.equal((await rival.attempt(route, { body: { ...body, orgId: executor.orgId } })).status, 404)
    assert.equal((await executor.attempt(route, { body: { period: '2026-13' } })).status, 400)
    assert.deepEqual(await exportedRows(executor, route, { period: '2026-01' }), [])
  }
  await pay(await payee(null), '800', '2026-10-10')
  const reply = await executor.attempt(routes.withholdingFile, { body: { period: '2026-10' } })
  assert.deepEqual([reply.status, reply.error?.error], [422, 'PAYEE_NUMBER_MISSING'])
  assert.match(reply.error?.msg ?? '', /李文博/)
})

it("TAX-11: a payer chooses by month what its version of the authority's client names otherwise", async () => {
  const { orgId } = executor
  const declare = async (validFrom: string, files: object) => {
    const latest = await manager.call(taxSettingsRoutes.get, { params: { orgId } })
    const kept = { orgId, version: latest.version, validFrom, reason: '扣缴端模板不同' }
    return manager.attempt(taxSettingsRoutes.change, { body: { ...DEFAULT_TAX_TERMS, ...files, ...kept } })
  }
  const columnOf = async (period: string) => {
    const { bytes } = await executor.call(routes.withholdingFile, { body: { period } })
    const [titles] = await readSheetText(Buffer.from(bytes))
    return titles?.cells.slice(9, 12)
  }
  const itemsOf = async (period: string) =>
    (await exportedRows(executor, routes.nonResidentFile, { period })).map((row) => row['*所得项目'])
  assert.deepEqual(await columnOf(PERIOD), ['其他', '允许扣除的税费', '减免税额'])
  assert.equal((await declare('2026-11-30', { withholdingColumn: 'nothing' })).status, 400)
  const chosen = { nonResidentItem: 'whole', withholdingColumn: 'donations' }
  const { data } = await declare('2026-11-30', chosen)
  assert.deepEqual(
    [data.settings[0]?.nonResidentItem, data.settings[0]?.withholdingColumn],
    ['whole', 'donations'],
  )
  assert.deepEqual(await columnOf(PERIOD), ['其他', '准予扣除的捐赠额', '减免税额'])
  assert.deepEqual(await itemsOf(PERIOD), ['劳务报酬所得'])
  assert.deepEqual(await columnOf('2026-09'), ['其他', '允许扣除的税费', '减免税额'])
  // Left out, they stay what they were.
  const later = (await declare('2026-12-01', {})).data.settings[0]
  assert.deepEqual([later?.nonResidentItem, later?.withholdingColumn], ['whole', 'donations'])
  assert.equal((await declare('2026-12-02', { nonResidentItem: 'general' })).status, 200)
  assert.deepEqual(await itemsOf(PERIOD), ['劳务报酬所得'])
})

it('TAX-11: whether surcharges are taxes that are deducted is a setting of the payer by month, off at first; the column adds up to the ledger', async () => {
  const { orgId } = executor
  const column = '允许扣除的税费'
  const filesOf = async (period: string) => [
    ...(await exportedRows(executor, routes.withholdingFile, { period })),
    ...(await exportedRows(executor, routes.nonResidentFile, { period })),
  ]
  const declare = async (validFrom: string, files: object) => {
    const latest = await manager.call(taxSettingsRoutes.get, { params: { orgId } })
    const kept = { orgId, version: latest.version, validFrom, reason: '附加税费按允许扣除的税费申报' }
    const data = await manager.call(taxSettingsRoutes.change, {
      body: { ...DEFAULT_TAX_TERMS, ...files, ...kept },
    })
    return data.settings[0]
  }
  assert.equal((await declare('2026-11-30', { withholdingColumn: 'taxes' }))?.surchargesDeducted, false)
  const before = await filesOf(PERIOD)
  assert.ok(before.length >= 4)
  assert.deepEqual([...new Set(before.map((row) => row[column] ?? null))], [null])

  assert.equal((await declare('2026-11-30', { surchargesDeducted: true }))?.surchargesDeducted, true)
  const rows = await filesOf(PERIOD)
  const levies = Number(month.urbanLevy) + Number(month.educationLevy) + Number(month.localEducationLevy)
  assert.ok(levies > 0)
  assert.equal(sumOf(rows, column), levies.toFixed(2))
  const own = rows.filter((row) => row['*证件号码'] === ID_CARD_NO)
  assert.deepEqual(
    own.map((row) => [row['备注'], row[column]]),
    [
      ['讲学', '2.39'],
      ['审稿', '0.59'],
    ],
  )
  assert.deepEqual(
    rows.filter((row) => row['*收入'] === '500.00').map((row) => row[column] ?? null),
    [null],
    'no VAT, no surcharges',
  )
  const without = ({ [column]: _taxes, ...rest }: Record<string, string | null>) => rest
  assert.deepEqual(rows.map(without), before.map(without), 'nothing else differs')
  // Other months keep what they had, and settings that leave it out keep it.
  assert.deepEqual(
    [...new Set((await filesOf('2026-09')).map((row) => row[column] ?? null))].filter(Boolean),
    [],
  )
  assert.equal((await declare('2026-12-05', {}))?.surchargesDeducted, true)
  assert.equal((await declare('2026-11-30', { surchargesDeducted: false }))?.surchargesDeducted, false)
  assert.deepEqual([...new Set((await filesOf(PERIOD)).map((row) => row[column] ?? null))], [null])
})
