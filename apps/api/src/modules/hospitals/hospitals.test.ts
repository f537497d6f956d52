// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { hospitalRoutes as routes, type HospitalImportRow } from '@consilium/contract/hospitals/hospitals.ts'
import { freshCreditCode, freshName, startApi } from '../../../test/harness.ts'
import { openWorld, SCHEDULED, seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const UNKNOWN_ID = 8_999_999_999_999_999
const TITLES = '医院名称,别名,省份,城市,医院等级,统一社会信用代码'

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)
const { manager } = world

const create = (name: string, more: object = {}) => manager.call(routes.create, { body: { name, ...more } })
const read = (hospitalId: number) =>
  manager.attempt(routes.get, { params: { hospitalId: String(hospitalId) } })
const expertAt = (unit: string) => world.expert({ unit })
const expertsOf = async (hospitalId: number) =>
  (await manager.call(expertRoutes.list, { query: { hospitalId, pageSize: 100 } })).rows.map(
    ({ unit }) => unit,
  )
const waiting = async (unit: string) =>
  (await manager.call(routes.unresolved, { query: { unit, pageSize: 100 } })).rows

const send = (lines: readonly string[]) =>
  manager.attempt(routes.import, { file: new File([[TITLES, ...lines].join('\n')], 'hospitals.csv') })
async function imported(lines: readonly string[]): Promise<HospitalImportRow[]> {
  const { status, data } = await send(lines)
  assert.equal(status, 200)
  return data
}
const outcomes = (rows: readonly HospitalImportRow[]) => rows.map(({ outcome }) => outcome)

describe('hospitals: names', () => {
  it('SPN-5: a unit is resolved by name, then alias, whatever its width, brackets and blanks', async () => {
    const tag = freshName('安贞')
    const { hospitalId } = await create(`北京${tag}医院(总院)`, { aliases: [`${tag}医院`, `ＡＺ-${tag}`] })
    for (const unit of [`北京${tag}医院（总院）`, ` 北京 ${tag} 医院总院 `, `【${tag}医院】`, `az-${tag}`])
      await expertAt(unit)
    await expertAt(`${tag}医院南区`)
    assert.equal((await expertsOf(hospitalId)).length, 4)
    assert.equal((await read(hospitalId)).data.experts, 4)
    assert.deepEqual(
      (await waiting(tag)).map(({ unit, experts }) => [unit, experts]),
      [[`${tag}医院南区`, 1]],
    )
  })

  it('SPN-5: what is not resolved waits with suggestions, and is settled for all who wrote it', async () => {
    const tag = freshName('协和')
    const right = await create(`北京${tag}医院`)
    const other = await create(`上海${tag}医院`)
    for (const unit of [`北京${tag}医院东院`, `北京${tag}医院（东院）`]) await expertAt(unit)
    const [found] = await waiting(tag)
    assert.equal(found?.experts, 2)
    assert.deepEqual(
      found.suggestions.map(({ hospitalId }) => hospitalId),
      [right.hospitalId, other.hospitalId],
    )
    await manager.call(routes.settle, { body: { unit: found.unit, hospitalId: right.hospitalId } })
    assert.deepEqual([(await waiting(tag)).length, (await expertsOf(right.hospitalId)).length], [0, 2])
    const taken = await manager.attempt(routes.settle, {
      body: { unit: found.unit, hospitalId: other.hospitalId },
    })
    assert.deepEqual(refusalOf(taken), { status: 409, error: 'HOSPITAL_NAME_TAKEN', fields: ['unit'] })
    const unknown = await manager.attempt(routes.settle, { body: { unit: tag, hospitalId: UNKNOWN_ID } })
    assert.deepEqual(refusalOf(unknown), { status: 404, error: 'NOT_FOUND', fields: ['hospitalId'] })
  })

  it('SPN-5: what is no hospital waits no longer, until a hospital has the name', async () => {
    const unit = freshName('自由职业')
    await expertAt(unit)
    assert.equal((await waiting(unit)).length, 1)
    await manager.call(routes.settle, { body: { unit, hospitalId: null } })
    assert.equal((await waiting(unit)).length, 0)
    const { hospitalId } = await create(unit)
    assert.deepEqual(await expertsOf(hospitalId), [unit])
    await manager.call(routes.remove, { params: { hospitalId: String(hospitalId) } })
    assert.equal((await waiting(unit)).length, 1)
  })

  it('SPN-5: a name belongs to one hospital, and says to which', async () => {
    const tag = freshName('同仁')
    const { hospitalId, version } = await create(`${tag}医院`, { aliases: [`${tag}总院`, `(${tag}总院)`] })
    assert.deepEqual((await read(hospitalId)).data.aliases, [`${tag}总院`])
    for (const [body, field] of [
      [{ name: `[${tag} 总院]` }, 'name'],
      [{ name: freshName('新'), aliases: [`${tag}医院`] }, 'aliases'],
    ] as const) {
      const refused = await manager.attempt(routes.create, {
        body: { ...body, aliases: [...(body.aliases ?? [])] },
      })
      assert.deepEqual(refusalOf(refused), { status: 409, error: 'HOSPITAL_NAME_TAKEN', fields: [field] })
      assert.match(refused.error?.msg ?? '', new RegExp(`${tag}医院`))
    }
    const empty = await manager.attempt(routes.create, { body: { name: '（ ）' } })
    assert.deepEqual(refusalOf(empty), { status: 400, error: 'HOSPITAL_NAME_EMPTY', fields: ['name'] })
    const { data } = await manager.attempt(routes.update, {
      body: { hospitalId, version, name: `新${tag}医院`, aliases: [`${tag}医院`] },
    })
    assert.deepEqual([data.name, data.aliases, data.version], [`新${tag}医院`, [`${tag}医院`], version + 1])
    const stale = await manager.attempt(routes.update, { body: { hospitalId, version, city: '北京' } })
    assert.equal(stale.error?.error, 'STALE_RECORD')
  })

  it('SPN-5: of twenty that want one name at once, one gets it', async () => {
    const name = freshName('争名')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => manager.attempt(routes.create, { body: { name } })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.deepEqual(
      [...new Set(answers.flatMap(({ error }) => error?.error ?? []))],
      ['HOSPITAL_NAME_TAKEN'],
    )
  })
})

describe('hospitals: merging', () => {
  it('SPN-5: keeps both names as aliases, takes over what is missing, and changes no signed document', async () => {
    const tag = freshName('华山')
    const creditCode = freshCreditCode()
    const stays = await create(`${tag}医院`, { city: '上海' })
    const ends = await create(`${tag}医院分院`, {
      aliases: [`${tag}北院`],
      city: '苏州',
      level: 'tertiaryA',
      creditCode,
    })
    const expert = await world.expert({ unit: `${tag}医院分院` })
    const { meetingId } = await world.meeting(SCHEDULED)
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    await world.sign(expert, attendeeId)
    const document = async () => {
      const { bytes } = await manager.call(agreementRoutes.pdf, {
        params: { attendeeId: String(attendeeId) },
      })
      const { unit } = await manager.call(agreementRoutes.get, { params: { attendeeId: String(attendeeId) } })
      return { bytes: Buffer.from(bytes).toString('base64'), unit }
    }
    const before = await document()
    const body = { hospitalId: ends.hospitalId, intoId: stays.hospitalId, version: ends.version }
    const merged = await manager.call(routes.merge, { body })
    assert.deepEqual(
      [merged.name, merged.aliases.toSorted(), merged.city, merged.level, merged.creditCode, merged.experts],
      [`${tag}医院`, [`${tag}北院`, `${tag}医院分院`].toSorted(), '上海', 'tertiaryA', creditCode, 1],
    )
    assert.equal((await read(ends.hospitalId)).status, 404)
    assert.deepEqual(await document(), before)
    const again = await manager.attempt(routes.merge, { body })
    assert.deepEqual(refusalOf(again), { status: 404, error: 'NOT_FOUND', fields: undefined })
  })

  it('SPN-5: never into itself, into none, or by a stale version', async () => {
    const [one, other] = [await create(freshName('甲医院')), await create(freshName('乙医院'))]
    const merge = (hospitalId: number, intoId: number, version = 1) =>
      manager.attempt(routes.merge, { body: { hospitalId, intoId, version } })
    assert.deepEqual(refusalOf(await merge(one.hospitalId, one.hospitalId)), {
      status: 400,
      error: 'HOSPITAL_MERGES_ITSELF',
      fields: ['intoId'],
    })
    assert.deepEqual(refusalOf(await merge(one.hospitalId, UNKNOWN_ID)).fields, ['intoId'])
    assert.equal((await merge(one.hospitalId, other.hospitalId, 7)).error?.error, 'STALE_RECORD')
    const both = await Promise.all([
      merge(one.hospitalId, other.hospitalId),
      merge(other.hospitalId, one.hospitalId),
    ])
    assert.equal(both.filter(({ status }) => status === 200).length, 1)
    const left = [await read(one.hospitalId), await read(other.hospitalId)].filter(
      ({ status }) => status === 200,
    )
    assert.deepEqual([left.length, left[0]?.data.aliases.length], [1, 1])
  })
})

describe('hospitals: import', () => {
  it('SPN-5: every row has its result; the same code twice is an error of the second row', async () => {
    const tag = freshName('导入')
    const [code, other] = [freshCreditCode(), freshCreditCode()]
    const known = await create(`${tag}老医院`, { creditCode: other, aliases: [`${tag}旧名`] })
    const rows = await imported([
      `${tag}第一医院,${tag}一院；${tag}甲,广东省,广州市,三级甲等,${code}`,
      `${tag}第二医院,,广东省,,三甲,`,
      `${tag}第三医院,,,,,${code}`,
      `（${tag}第一医院）,,,,,`,
      `${tag}第四医院,${tag}旧名,,,,`,
      `${tag}老医院,${tag}老院,,深圳市,二级,`,
      `${tag}改名医院,,,,,${other}`,
      `,,,,,`,
      `${tag}坏码,,,,,123`,
      `${tag}第一医院分院,,,,,${other}`,
    ])
    assert.deepEqual(outcomes(rows), [
      'created',
      'refused',
      'refused',
      'refused',
      'refused',
      'updated',
      'updated',
      'refused',
      'refused',
    ])
    const messages = rows.map(({ rowNumber, message }) => [rowNumber, message] as const)
    assert.match(messages[1]![1], /^等级：/)
    assert.equal(messages[2]![1], '统一社会信用代码与第2行重复')
    assert.equal(messages[3]![1], '医院名称与第2行重复')
    assert.match(messages[4]![1], new RegExp(`“${tag}旧名”已是医院“${tag}老医院”`))
    assert.equal(messages[7]![0], 10)
    assert.match(messages[7]![1], /^统一社会信用代码：/)
    assert.equal(messages[8]![1], '统一社会信用代码与第8行重复')
    const { data } = await read(known.hospitalId)
    assert.deepEqual(
      [data.name, data.city, data.level, data.aliases.toSorted()],
      [`${tag}老医院`, '深圳市', 'secondary', [`${tag}旧名`, `${tag}老院`, `${tag}改名医院`].toSorted()],
    )
  })

  it('SPN-5: a name of one hospital with the code of another is refused, and nothing is half', async () => {
    const tag = freshName('两家')
    const creditCode = freshCreditCode()
    await create(`${tag}甲`)
    await create(`${tag}乙`, { creditCode })
    const [row] = await imported([`${tag}甲,,,,,${creditCode}`])
    assert.deepEqual(
      [row?.outcome, row?.message],
      ['refused', `名称与统一社会信用代码分别属于“${tag}甲”和“${tag}乙”，请先核对`],
    )
  })

  it('SPN-5: takes 2,000 rows and no more, and of two at once the second finds what the first added', async () => {
    const tag = freshName('大批')
    const lines = Array.from({ length: 2000 }, (_, index) => `${tag}${index}号医院,,湖南省,,,`)
    const [one, other] = await Promise.all([imported(lines), imported(lines)])
    const counted = [...outcomes(one), ...outcomes(other)]
    assert.equal(counted.filter((outcome) => outcome === 'created').length, 2000)
    assert.equal(counted.filter((outcome) => outcome === 'updated').length, 2000)
    const { total } = await manager.call(routes.list, { query: { name: tag } })
    assert.equal(total, 2000)
    const refused = await send([...lines, `${tag}多一家,,,,,`])
    assert.deepEqual([refused.status, refused.error?.error], [413, 'SHEET_TOO_MANY_ROWS'])
  })

  it('SPN-5: imports and changes of the same hospitals at once are each answered, and none waits for another for ever', async () => {
    const tag = freshName('同时')
    const names = Array.from({ length: 12 }, (_, index) => `${tag}${index}号医院`)
    const made = await Promise.all(names.map((name) => create(name)))
    const { hospitalId: intoId } = await create(`${tag}总院`)
    const lines = names.map((name) => `${name},${name}分院,湖南省,,,${freshCreditCode()}`)
    const answers = await Promise.all([
      send(lines),
      ...made.map(({ hospitalId, version }, index) => {
        if (index % 3 === 0) return manager.attempt(routes.merge, { body: { hospitalId, intoId, version } })
        if (index % 3 === 1)
          return manager.attempt(routes.remove, { params: { hospitalId: String(hospitalId) } })
        return manager.attempt(routes.update, { body: { hospitalId, version, city: '长沙市' } })
      }),
      send(lines.toReversed()),
    ])
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(
      statuses.filter((status) => ![200, 404, 409].includes(status)),
      [],
    )
    assert.deepEqual([statuses[0], statuses.at(-1)], [200, 200])
    const { rows } = await manager.call(routes.list, { query: { name: tag, pageSize: 100 } })
    const owned = rows.flatMap(({ name, aliases }) => [name, ...aliases])
    assert.equal(new Set(owned).size, owned.length)
  })

  it('SPN-5: filters, export and choices find a hospital by any of its names', async () => {
    const tag = freshName('多名')
    const { hospitalId } = await create(`${tag}大学附属医院`, { aliases: [`${tag}附院`], province: '湖北省' })
    for (const query of [{ name: `${tag}附` }, { name: tag, province: '湖北' }, { name: `${tag}大学` }]) {
      const { rows } = await manager.call(routes.list, { query })
      assert.deepEqual(
        rows.map((row) => row.hospitalId),
        [hospitalId],
      )
    }
    const options = await manager.call(routes.options, { query: { keyword: `${tag}附院` } })
    assert.deepEqual(options, [{ label: `${tag}大学附属医院`, value: hospitalId }])
    const { bytes } = await manager.call(routes.export, { body: { name: tag } })
    assert.ok(bytes.length > 0)
  })
})
