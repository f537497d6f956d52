// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { laborFeeRoutes } from '@consilium/contract/fees/labor-fees.ts'
import { paymentRoutes as payments } from '@consilium/contract/payments/payments.ts'
import {
  DEFAULT_FILE_TERMS,
  DEFAULT_TAX_TERMS,
  LISTED_ITEMS,
  ONE_ITEM,
  taxSettingsRoutes as routes,
  type TaxSettingsChange,
} from '@consilium/contract/organizations/tax-settings.ts'
import { exportedRows } from '../../../test/exports/exported-rows.ts'
import type { User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { BANK_ACCOUNT, ID_CARD_NO, SCHEDULED, seasonClock } from '../../../test/meeting-world.ts'
import { freshIdNumber, openPaymentWorld } from '../../../test/payment-world.ts'

const TODAY = '2026-11-20'
const UNKNOWN_ID = 999_999

const api = await sharedApi({ after }, seasonClock)
const world = await openPaymentWorld(api)
const { manager, executor, rival, sponsor, payee, agreed, pay } = world

const FORMS = ['lecture', 'chair', 'discussion', 'review', 'consulting', 'other'] as const

const read = (user: User, orgId: number) => user.call(routes.get, { params: { orgId } })
const change = (user: User, body: Partial<TaxSettingsChange> & { version: number }) =>
  user.attempt(routes.change, {
    body: { orgId: executor.orgId, validFrom: TODAY, ...DEFAULT_TAX_TERMS, ...body },
  })

/** Adds settings of the executor that apply from a day on, also before its last payment. */
async function declare(terms: Partial<TaxSettingsChange>): Promise<void> {
  const { version } = await read(manager, executor.orgId)
  const { status } = await change(manager, { reason: '更正', ...terms, version })
  assert.equal(status, 200)
}

const fieldsOf = (reply: { error: { details?: { field: string }[] | undefined } | null }) =>
  reply.error?.details?.map(({ field }) => field)

describe('settings of payers', () => {
  it('TAX-5: place and exemption decide the surcharges, each rounded, in the estimate and in the payment', async () => {
    const surchargesOf = async (terms: Partial<TaxSettingsChange>) => {
      await declare(terms)
      const estimate = await executor.call(laborFeeRoutes.calculate, { body: { payableAmount: '1018.59' } })
      const paid = await pay(await payee(), '1018.59', TODAY)
      assert.equal(paid.surchargeAmount, estimate.surchargeAmount)
      return [paid.urbanLevy, paid.educationLevy, paid.localEducationLevy, paid.surchargeAmount]
    }
    assert.deepEqual(await surchargesOf({}), ['0.35', '0.15', '0.10', '0.60'])
    assert.deepEqual(await surchargesOf({ place: 'town' }), ['0.25', '0.15', '0.10', '0.50'])
    assert.deepEqual(await surchargesOf({ place: 'elsewhere' }), ['0.05', '0.15', '0.10', '0.30'])
    assert.deepEqual(await surchargesOf({ educationExempt: true }), ['0.35', '0.00', '0.00', '0.35'])
    await declare({})
  })

  it('TAX-3: a payer can tax each payment by itself', async () => {
    const expert = await payee()
    await pay(expert, '3000', '2026-11-10')
    await declare({ isContinuous: false })
    assert.equal((await pay(expert, '3000', TODAY)).incomeTax, '434.06')
    await declare({})
    assert.equal((await pay(expert, '3000', '2026-11-11')).incomeTax, '516.44')
  })

  it('TAX-7: a payer declares the monthly VAT threshold or cumulative withholding from a day on', async () => {
    await declare({ validFrom: '2026-11-01', vatBasis: 'month' })
    const expert = await payee()
    const vatOf = async (fee: string, day: string) => (await pay(expert, fee, day)).vatAmount
    assert.equal(await vatOf('50500', '2026-11-02'), '0.00')
    assert.equal(await vatOf('50500', '2026-11-03'), '0.00')
    assert.equal(await vatOf('5000', '2026-11-04'), '1049.50')
    assert.equal(await vatOf('5000', '2026-10-31'), '49.50', 'the day before the declaration')
    await declare({ validFrom: '2026-11-01', vatBasis: 'month', isPlatform: true })
    const onPlatform = await payee()
    const first = await pay(onPlatform, '6250', '2026-11-10')
    const second = await pay(onPlatform, '10000', '2026-11-20')
    assert.deepEqual([first.incomeTax, second.incomeTax, second.regime], ['0.00', '240.00', 'platform'])
    await declare({ validFrom: '2026-11-01' })
  })

  it('TAX-12: 800 in each of six forms of labor is 0.00 for each listed item and 320.00 for the others, or 768.00 as one item', async () => {
    const taxes = async (terms: Partial<TaxSettingsChange>) => {
      await declare(terms)
      const expert = await payee()
      const byItem = new Map<string, number>()
      for (const [at, laborForm] of FORMS.entries()) {
        const { attendeeId } = await agreed(expert, '800', { laborForm })
        const paidDate = `2026-11-0${at + 1}`
        const shown = await executor.call(payments.preview, { query: { attendeeId, paidDate } })
        const paid = await executor.call(payments.record, { body: { attendeeId, paidDate } })
        assert.equal(paid.incomeTax, shown.incomeTax)
        byItem.set(paid.taxItem, (byItem.get(paid.taxItem) ?? 0) + Number(paid.incomeTax))
      }
      const [last] = (await executor.call(payments.list, { query: { name: expert.name } })).rows
      const params = { entryId: last?.entryId ?? 0 }
      const chinese = await executor.call(payments.explain, { params })
      const english = await api.as(executor.token, 'en').call(payments.explain, { params })
      return {
        byItem: Object.fromEntries(byItem),
        reasons: [...chinese.reasons, ...english.reasons].join('\n'),
      }
    }
    const listed = await taxes({ validFrom: '2026-11-01' })
    assert.deepEqual(listed.byItem, { lecture: 0, other: 320, review: 0, consulting: 0 })
    assert.match(listed.reasons, /同一项目（其他劳务）连续性劳务共 3 笔，合计 2,400\.00 元/)
    assert.match(
      listed.reasons,
      /3 payments for one kind of work \(Other services\) in 2026-11, ¥\u00a02,400\.00 in all/,
    )
    const one = await taxes({ validFrom: '2026-11-01', laborItems: ONE_ITEM })
    assert.deepEqual(Object.keys(one.byItem), ['other'])
    assert.equal(one.byItem['other']?.toFixed(2), '768.00')
    const { version } = await read(manager, executor.orgId)
    const { laborItems: _items, isCountyApart: _counties, ...former } = DEFAULT_TAX_TERMS
    const unnamed = { ...former, orgId: executor.orgId, version, validFrom: '2026-11-01', reason: '更正' }
    const kept = await manager.call(routes.change, { body: unnamed })
    assert.deepEqual(kept.today.laborItems, ONE_ITEM, 'a client that does not know them changes nothing')
    for (const laborItems of [{ ...LISTED_ITEMS, chair: 'translation' }, { lecture: 'lecture' }]) {
      const refused = await change(manager, {
        version: version + 1,
        reason: '更正',
        laborItems: laborItems as never,
      })
      assert.equal(refused.status, 400)
      assert.match(fieldsOf(refused)?.[0] ?? '', /^laborItems/)
    }
    await declare({ validFrom: '2026-11-01' })
  })

  it('TAX-16: counties are settled apart, or as one where the payer says so, and the withholding file has a row for each', async () => {
    const rowsOf = async (terms: Partial<TaxSettingsChange>) => {
      await declare(terms)
      const idCardNo = freshIdNumber()
      const expert = await payee(idCardNo)
      const taxes = []
      for (const county of ['110105', '310101', '110105'])
        taxes.push((await pay(expert, '3000', '2026-09-10', { county })).incomeTax)
      const rows = await exportedRows(executor, payments.withholdingFile, { period: '2026-09' })
      const own = rows.filter((row) => row['*证件号码'] === idCardNo)
      return { taxes, rows: own.map((row) => [row['*收入'], row['备注']]) }
    }
    assert.deepEqual(await rowsOf({ validFrom: '2026-09-01' }), {
      taxes: ['434.06', '434.06', '516.43'],
      rows: [
        ['5940.59', '讲学 110105'],
        ['2970.30', '讲学 310101'],
      ],
    })
    assert.deepEqual(await rowsOf({ validFrom: '2026-09-01', isCountyApart: false }), {
      taxes: ['434.06', '516.43', '475.25'],
      rows: [['8910.89', '讲学 110105、310101']],
    })
    assert.deepEqual((await rowsOf({ validFrom: '2026-09-01', isContinuous: false })).rows.length, 3)
    await declare({ validFrom: '2026-09-01' })
  })

  it('TAX-18: settings begin after the last payment and the last filed month, or correct them with a reason', async () => {
    const payer = await world.payer()
    const settings = (body: Partial<TaxSettingsChange> & { version: number }) =>
      change(manager, { orgId: payer.orgId, ...body })
    assert.equal((await read(manager, payer.orgId)).earliestFrom, null)
    const expert = await payee()
    const paid = await pay(expert, '1010', '2026-11-10', { payer })
    assert.equal(paid.surchargeAmount, '0.60')
    const early = await settings({ version: 0, validFrom: '2026-11-10', place: 'elsewhere' })
    assert.deepEqual(
      [early.status, early.error?.error, fieldsOf(early)],
      [409, 'TAX_SETTINGS_TOO_EARLY', ['validFrom']],
    )
    assert.match(early.error?.msg ?? '', /2026-11-11/)
    assert.deepEqual((await read(manager, payer.orgId)).settings, [], 'nothing is half-written')
    const { data: shown } = await settings({ version: 0, validFrom: '2026-11-11', place: 'elsewhere' })
    assert.equal(shown.earliestFrom, '2026-11-11')
    await payer.call(payments.reverse, { body: { entryId: paid.entryId, reason: '退回' } })
    assert.equal((await read(manager, payer.orgId)).earliestFrom, null, 'what was reversed is not paid')
    await payer.call(payments.file, { body: { period: '2026-10' } })
    const filed = await settings({ version: 1, validFrom: '2026-10-31', place: 'elsewhere' })
    assert.deepEqual([filed.status, filed.error?.error], [409, 'TAX_SETTINGS_TOO_EARLY'])
    assert.match(filed.error?.msg ?? '', /2026-11-01/)
    assert.equal((await settings({ version: 1, validFrom: '2026-11-01' })).status, 200)

    const first = await pay(await payee(), '2020', '2026-11-12', { payer })
    const { data: corrected } = await settings({
      version: 2,
      validFrom: '2026-11-01',
      place: 'elsewhere',
      reason: '所在地登记有误',
    })
    assert.deepEqual(
      corrected.settings.map(({ version, reason }) => [version, reason]),
      [
        [3, '所在地登记有误'],
        [2, null],
        [1, null],
      ],
    )
    const again = await payer.call(payments.list, { query: { period: '2026-11', pageSize: 100 } })
    assert.equal(again.rows.find(({ entryId }) => entryId === first.entryId)?.surchargeAmount, '1.20')
  })

  it('TAX-18: of payments and new settings at once, no payment is older than the settings that it did not get', async () => {
    const payer = await world.payer()
    const due = []
    for (let at = 0; at < 4; at++) due.push(await agreed(await payee(), '2020', { payer }))
    const [changed, ...replies] = await Promise.all([
      change(manager, { orgId: payer.orgId, version: 0, validFrom: '2026-11-10', place: 'elsewhere' }),
      ...due.map(({ attendeeId }) =>
        payer.attempt(payments.record, { body: { attendeeId, paidDate: '2026-11-10' } }),
      ),
    ])
    const surcharges = replies.map(({ data }) => data.surchargeAmount)
    assert.ok([200, 409].includes(changed.status))
    assert.deepEqual(
      surcharges,
      due.map(() => (changed.status === 200 ? '0.60' : '1.20')),
    )
  })

  it('TAX-7: settings are kept with their first day and who made them; a stale change is refused', async () => {
    const before = await read(manager, rival.orgId)
    assert.deepEqual(
      [before.version, before.settings, before.today],
      [0, [], { ...DEFAULT_TAX_TERMS, ...DEFAULT_FILE_TERMS, validFrom: null }],
    )
    const body = { orgId: rival.orgId, version: 0, place: 'town', county: '320583' } as const
    assert.equal((await change(manager, { ...body, validFrom: '2026-12-01' })).status, 200)
    const stale = await change(manager, body)
    assert.deepEqual([stale.status, stale.error?.error], [409, 'STALE_RECORD'])
    const { data: later } = await change(manager, {
      ...body,
      version: 1,
      validFrom: '2026-11-01',
      isContinuous: false,
    })
    assert.deepEqual(
      later.settings.map(({ version, validFrom, userName }) => [version, validFrom, userName]),
      [
        [2, '2026-11-01', '钱项目'],
        [1, '2026-12-01', '钱项目'],
      ],
    )
    assert.deepEqual([later.today.isContinuous, later.today.county], [false, '320583'])
    const races = await Promise.all([1, 2, 3].map(() => change(manager, { ...body, version: 2 })))
    assert.deepEqual(
      races.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409],
    )
    const ownView = await read(rival, rival.orgId)
    assert.deepEqual([ownView.version, ownView.abilities.update], [3, false])
    assert.deepEqual((await pay(await payee(), '3000', TODAY, { execUserId: rival.userId })).county, '320583')
  })

  it('TAX-7 SEC-39: bad settings are refused with their field', async () => {
    const { version } = await read(manager, executor.orgId)
    const cases: [object, number, string][] = [
      [{ place: 'village' }, 400, 'place'],
      [{ vatBasis: 'year' }, 400, 'vatBasis'],
      [{ validFrom: '2026-13-01' }, 400, 'validFrom'],
      [{ county: '北京' }, 400, 'county'],
      [{ county: '000000' }, 400, 'county'],
      [{ county: '110000' }, 400, 'county'],
      [{ county: '160101' }, 400, 'county'],
      [{ county: '830101' }, 400, 'county'],
      [{ version: -1 }, 400, 'version'],
      [{ orgId: sponsor.orgId, version: 0 }, 400, 'orgId'],
    ]
    for (const [body, status, field] of cases) {
      const reply = await change(manager, { version, ...body })
      assert.deepEqual([reply.status, fieldsOf(reply)], [status, [field]])
    }
    assert.equal((await change(manager, { orgId: UNKNOWN_ID, version: 0 })).status, 404)
    for (const user of [executor, sponsor]) assert.equal((await change(user, { version })).status, 403)
    const foreign = await rival.attempt(routes.get, { params: { orgId: executor.orgId } })
    assert.equal(foreign.status, 404)
    assert.equal((await read(manager, executor.orgId)).version, version, 'nothing is half-written')
  })
})

describe('identity documents', () => {
  const PASSPORT = 'E1234567'

  it('TAX-6: a non-resident with a passport is taxed by the table for non-residents', async () => {
    const expert = await payee(null)
    const { version } = await expert.call(expertRoutes.me, {})
    const body = { version, idType: 'passport', taxResidence: 'nonResident', idCardNo: PASSPORT } as const
    const changed = await expert.call(expertRoutes.updateMe, { body })
    assert.deepEqual(
      [changed.idType, changed.taxResidence, changed.idCardNo],
      ['passport', 'nonResident', '********'],
    )
    await world.approve(expert)
    const paid = await pay(expert, '5000', TODAY)
    assert.deepEqual([paid.regime, paid.incomeTax], ['nonResident', '186.04'])
    const { meetingId } = await world.meeting(SCHEDULED)
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    const fill = (idCardNo: string) =>
      expert.attempt(agreementRoutes.fill, {
        body: { attendeeId, idCardNo, bankName: '中国银行', bankAccount: BANK_ACCOUNT, bankRegion: '上海' },
      })
    assert.deepEqual(fieldsOf(await fill('E-1')), ['idCardNo'])
    assert.equal((await fill(PASSPORT)).status, 200)
  })

  it('TAX-6: a number has the form of its document, and an unknown document is refused', async () => {
    const { expertId } = await payee(ID_CARD_NO)
    const save = async (body: object, by = manager) => {
      const { version } = await by.call(expertRoutes.get, { params: { expertId } })
      return by.attempt(expertRoutes.update, { body: { expertId, version, ...body } })
    }
    const unknown = await save({ idType: 'drivingLicence' })
    assert.deepEqual([unknown.status, fieldsOf(unknown)], [400, ['idType']])
    assert.match(unknown.error?.details?.[0]?.message ?? '', /居民身份证、外国护照/)
    const refusals: [object, RegExp][] = [
      [{ idCardNo: '110105194912310021' }, /校验位/],
      [{ idCardNo: PASSPORT }, /18位身份证号/],
      [{ idType: 'hkMacauPermit', idCardNo: PASSPORT }, /H或M/],
      [{ idType: 'taiwanPermit', idCardNo: 'T12345678' }, /8位或10位/],
      [{ idType: 'taiwanPermit' }, /同时填写/],
    ]
    for (const [body, words] of refusals) {
      const reply = await save(body)
      assert.deepEqual([reply.status, fieldsOf(reply)], [400, ['idCardNo']])
      assert.match(reply.error?.details?.[0]?.message ?? '', words)
    }
    assert.equal((await save({ idType: 'hkMacauPermit', idCardNo: 'h12345678' })).status, 200)
    assert.equal((await save({ idCardNo: 'M1234567801' })).status, 200)
    assert.equal((await save({ idType: 'taiwanPermit', idCardNo: '12345678' })).status, 200)
    const create = (body: object) =>
      manager.attempt(expertRoutes.create, { body: { phone: '10987654321', name: '林志远', ...body } })
    const made = await create({ idCardNo: PASSPORT })
    assert.deepEqual([made.status, fieldsOf(made)], [400, ['idCardNo']])
    assert.equal((await create({ idType: 'passport', idCardNo: PASSPORT })).data.idType, 'passport')
  })
})
