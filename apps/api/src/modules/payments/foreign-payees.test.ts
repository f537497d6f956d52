// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import type { CallInput } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { paymentRoutes as routes, type TaxMonth } from '@consilium/contract/payments/payments.ts'
import { taxFilingRoutes as filings, type FilingFileKind } from '@consilium/contract/payments/tax-filings.ts'
import { exportedRows, sheetRows } from '../../../test/exports/exported-rows.ts'
import { startApi, TIME_ZONE, type ExpertUser } from '../../../test/harness.ts'
import { openPaymentWorld } from '../../../test/payment-world.ts'
import { createClock } from '../../infra/clock.ts'

/** A day on which the months below have ended. */
const TODAY = '2026-11-20'
const api = await startApi({
  clock: createClock(TIME_ZONE, () => new Date(`${TODAY}T02:00:00Z`)),
})
after(() => api.close())
const world = await openPaymentWorld(api)
const { manager, executor, payee, agreed, pay } = world

type Stated = Omit<CallInput<typeof expertRoutes.updateMe>['body'], 'version'>
const FACTS = { nationality: 'FR', sex: 'female', birthDate: '1968-05-20' } as const

async function state(expert: ExpertUser, stated: Stated) {
  const { version } = await expert.call(expertRoutes.me, {})
  return expert.attempt(expertRoutes.updateMe, { body: { version, ...stated } })
}

let passports = 1000000
/** An approved expert with a passport, who is no resident. */
async function foreigner(stated: Stated = {}) {
  const expert = await payee(null)
  const idCardNo = `E${passports++}`
  const { status } = await state(expert, {
    idType: 'passport',
    taxResidence: 'nonResident',
    idCardNo,
    ...stated,
  })
  assert.equal(status, 200)
  return { ...expert, idCardNo }
}

const monthOf = (period: string) => executor.call(routes.month, { query: { period } })
const file = (period: string, number = 0) => executor.attempt(routes.file, { body: { period, number } })
const cents = (rows: readonly Record<string, string | null>[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)

async function kept(month: TaxMonth, number: number, kind: FilingFileKind) {
  const filingId = month.filings[number]?.filingId
  assert.ok(filingId)
  const { bytes } = await executor.call(filings.file, { body: { filingId, kind } })
  return sheetRows(Buffer.from(bytes))
}

it('TAX-17: nationality, sex and date of birth are asked for with a foreign document, and are sealed', async () => {
  const expert = await foreigner()
  const before = await expert.call(expertRoutes.me, {})
  assert.deepEqual(before.missingFacts, ['nationality', 'sex', 'birthDate'])
  const { data: own } = await state(expert, FACTS)
  assert.deepEqual(
    [own.nationality, own.sex, own.birthDate, own.missingFacts],
    ['FR', 'female', '1968-05-20', []],
  )
  const { expertId } = own
  const row = await api.db
    .selectFrom('expert')
    .selectAll()
    .where('expert_id', '=', expertId)
    .executeTakeFirstOrThrow()
  for (const [cipher, fact] of [
    [row.nationality_cipher, 'FR'],
    [row.sex_cipher, 'female'],
    [row.birth_date_cipher, '1968-05-20'],
  ] as const)
    assert.ok(cipher && !cipher.includes(fact))
  const shown = await manager.call(expertRoutes.get, { params: { expertId } })
  assert.deepEqual([shown.nationality, shown.sex, shown.birthDate], ['**', '*', '****-**-**'])
  const full = await manager.call(expertRoutes.identity, { params: { expertId } })
  assert.deepEqual([full.nationality, full.sex, full.birthDate], ['FR', 'female', '1968-05-20'])
  const { version } = shown
  await manager.call(expertRoutes.update, { body: { expertId, version, sex: 'male', birthDate: null } })
  const changed = await manager.call(expertRoutes.get, { params: { expertId } })
  assert.deepEqual(changed.missingFacts, ['birthDate'])
})

it('TAX-17: each kind of document asks for what it does not say itself', async () => {
  const expert = await payee(null)
  const missing = async (stated: Stated) => (await state(expert, stated)).data.missingFacts
  assert.deepEqual(await missing({ unit: '院' }), ['idCardNo'])
  assert.deepEqual(await missing({ idType: 'passport' }), ['idCardNo', 'nationality', 'sex', 'birthDate'])
  assert.deepEqual(await missing({ idType: 'hkMacauPermit', idCardNo: 'M12345678' }), ['sex', 'birthDate'])
  assert.deepEqual(await missing({ idType: 'taiwanPermit', idCardNo: '12345678' }), ['sex', 'birthDate'])
})

it('TAX-17: what is entered has to be possible, on both sides of each edge', async () => {
  const expert = await foreigner()
  const attempt = async (stated: object) => {
    const { status, error } = await state(expert, stated)
    return status === 200 ? 200 : error?.details?.map(({ field }) => field).join()
  }
  // Whoever is paid on 2026-11-20 is from 16 to 120 years old.
  assert.equal(await attempt({ birthDate: '2010-11-20' }), 200)
  assert.equal(await attempt({ birthDate: '2010-11-21' }), 'birthDate')
  assert.equal(await attempt({ birthDate: '1905-11-21' }), 200)
  assert.equal(await attempt({ birthDate: '1905-11-20' }), 'birthDate')
  for (const birthDate of ['2026-11-20', '2026-11-21', '2999-01-01', '1968-02-30', '1968'])
    assert.equal(await attempt({ birthDate }), 'birthDate')
  assert.equal(await attempt({ nationality: 'TW' }), 200)
  for (const nationality of ['ZZ', 'EU', 'fr', 'FRA', '**', ''])
    assert.equal(await attempt({ nationality }), 'nationality')
  assert.equal(await attempt({ sex: 'other' }), 'sex')
  const body = { phone: '13900001111', name: 'Zoe', idType: 'passport', birthDate: '2020-01-01' } as const
  const created = await manager.attempt(expertRoutes.create, { body })
  assert.deepEqual(
    created.error?.details?.map(({ field }) => field),
    ['birthDate'],
  )
  assert.match(created.error?.details?.[0]?.message ?? '', /16/)
})

it('TAX-17: the due list, the preview and the month say what is missing, and filing waits for it', async () => {
  const period = '2026-10'
  const known = await foreigner(FACTS)
  const expert = await foreigner({ nationality: 'DE' })
  const { attendeeId } = await agreed(expert, '5000')
  const { rows } = await executor.call(routes.due, { query: { name: expert.name, pageSize: 100 } })
  assert.deepEqual(rows.find((row) => row.attendeeId === attendeeId)?.missingFacts, ['sex', 'birthDate'])
  const query = { attendeeId, paidDate: '2026-10-12' }
  const preview = await executor.call(routes.preview, { query })
  assert.deepEqual(preview.missingFacts, ['sex', 'birthDate'])
  await executor.call(routes.record, { body: query })
  await pay(known, '3000', '2026-10-13')
  const { name } = await expert.call(expertRoutes.me, {})
  assert.deepEqual((await monthOf(period)).unreportable, [{ name, missingFacts: ['sex', 'birthDate'] }])
  const refused = await file(period)
  assert.deepEqual([refused.status, refused.error?.error], [422, 'PAYEE_FACTS_MISSING'])
  assert.match(refused.error?.msg ?? '', new RegExp(`${name}（缺性别、出生日期）`))
  const download = await executor.attempt(routes.foreignPersonnelFile, { body: { period } })
  assert.equal(download.error?.error, 'PAYEE_FACTS_MISSING')
  assert.equal((await exportedRows(executor, routes.nonResidentFile, { period })).length, 2)
  await state(expert, { sex: 'male', birthDate: '1970-01-31' })
  assert.deepEqual((await monthOf(period)).unreportable, [])
  assert.equal((await file(period)).status, 200)
})

it('TAX-17: residents and non-residents are filed in two files, which are kept and add up to the ledger', async () => {
  const period = '2026-09'
  const expert = await foreigner(FACTS)
  const { entryId } = await pay(expert, '5000', '2026-09-12')
  await pay(expert, '900', '2026-09-12', { laborForm: 'review' })
  await pay(await payee(), '3000', '2026-09-12')
  const macau = await payee(null)
  const birthDate = '1971-02-03'
  await state(macau, { idType: 'hkMacauPermit', idCardNo: 'M12345678', sex: 'male', birthDate })
  await pay(macau, '2000', '2026-09-14')
  const { data: month } = await file(period)
  const [filing] = month.filings
  assert.deepEqual(
    filing?.files.map(({ kind }) => kind),
    ['withholdingFile', 'personnelFile', 'vatFile', 'nonResidentFile', 'foreignPersonnelFile'],
  )
  assert.match(filing?.files[3]?.name ?? '', /^申报-非居民劳务报酬代扣代缴-2026-09/)
  const residents = await kept(month, 0, 'withholdingFile')
  const others = await kept(month, 0, 'nonResidentFile')
  assert.deepEqual([residents.length, others.length], [2, 2])
  assert.deepEqual([...new Set(others.map((row) => row['*证件号码']))], [expert.idCardNo])
  const ofLedger = Math.round((Number(filing?.payableAmount) - Number(filing?.vatAmount)) * 100)
  assert.equal(cents([...residents, ...others], '*收入'), ofLedger)
  const people = await kept(month, 0, 'foreignPersonnelFile')
  assert.deepEqual(
    people.map((row) => [row['*证件类型'], row['*国籍(地区)'], row['*性别'], row['*出生日期']]),
    [
      ['外国护照', '法国', '女', '1968-05-20'],
      ['港澳居民来往内地通行证', '中国澳门', '男', '1971-02-03'],
    ],
  )
  assert.equal((await kept(month, 0, 'personnelFile')).length, 1)
  await executor.call(routes.reverse, { body: { entryId, reason: '银行退回' } })
  await state(expert, { nationality: 'CN' })
  const { data: corrected } = await file(period, 1)
  assert.deepEqual(await kept(corrected, 0, 'nonResidentFile'), others, 'what was filed stays')
  const now = await kept(corrected, 1, 'nonResidentFile')
  assert.deepEqual(
    now.map((row) => [row['*证件类型'], row['*收入'], row['备注']]),
    [['中国护照', '900.00', '审稿']],
  )
  const sums = corrected.filings[1]
  assert.equal(
    cents([...(await kept(corrected, 1, 'withholdingFile')), ...now], '*收入'),
    Math.round((Number(sums?.payableAmount) - Number(sums?.vatAmount)) * 100),
  )
})

it('TAX-17: a correction that takes the last income of non-residents away still has their file', async () => {
  const period = '2026-08'
  const { entryId } = await pay(await foreigner(FACTS), '5000', '2026-08-12')
  await file(period)
  await executor.call(routes.reverse, { body: { entryId, reason: '银行退回' } })
  const { data: month } = await file(period, 1)
  assert.deepEqual(await kept(month, 1, 'nonResidentFile'), [])
  assert.ok(!month.filings[1]?.files.some(({ kind }) => kind === 'foreignPersonnelFile'))
})

it('TAX-17: somebody who was paid with a passport and has a resident card by now is reported by its number', async () => {
  const period = '2026-07'
  const expert = await foreigner()
  await pay(expert, '5000', '2026-07-12')
  assert.equal((await monthOf(period)).unreportable.length, 1)
  await state(expert, { idType: 'residentCard', idCardNo: '11010519491231002X' })
  const [person] = await exportedRows(executor, routes.foreignPersonnelFile, { period })
  assert.deepEqual(
    [person?.['*证件号码'], person?.['*国籍(地区)'], person?.['*性别'], person?.['*出生日期']],
    [expert.idCardNo, '中国', '女', '1949-12-31'],
  )
  assert.equal((await file(period)).status, 200)
})
