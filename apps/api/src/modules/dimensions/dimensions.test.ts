// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import {
  dimensionRoutes as routes,
  type DimensionImportRow,
} from '@consilium/contract/dimensions/dimensions.ts'
import { readSheetText } from '@consilium/sheets/workbook-reader.ts'
import { freshName, type User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const AT_ONCE = 20

const api = await sharedApi({ after })
const [own, other, manager] = [await api.sponsor(), await api.sponsor(), await api.manager()]
const compliance = await api.person(own, 'compliance')
const limited = await api.limited([own])

type Kind = 'product' | 'costCenter' | 'department'
const add = (user: User, code: string, more: { kind?: Kind; name?: string; orgId?: number } = {}) =>
  user.attempt(routes.create, { body: { kind: 'product', name: `名${code}`, code, ...more } })
const made = async (user: User, code: string, more: { kind?: Kind; name?: string } = {}) =>
  (await add(user, code, more)).data
const codesOf = async (user: User, query: object = {}) =>
  (await user.call(routes.list, { query: { pageSize: 100, ...query } })).rows.map(({ code }) => code)

const send = (user: User, lines: readonly string[], query: { kind: Kind; orgId?: number }) =>
  user.attempt(routes.import, { query, file: new File([['编码,名称,状态', ...lines].join('\n')], 'd.csv') })
async function imported(user: User, lines: readonly string[], kind: Kind): Promise<DimensionImportRow[]> {
  const { status, data } = await send(user, lines, { kind })
  assert.equal(status, 200)
  return data
}
const outcomes = (rows: readonly DimensionImportRow[]) => rows.map(({ outcome }) => outcome)
const counted = (rows: readonly DimensionImportRow[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(rows, ({ outcome }) => outcome)).map(([k, v]) => [k, v?.length]),
  )

describe('dictionaries of sponsors', () => {
  it('SPN-4: the main account keeps its own, managers name the sponsor, and people of the sponsor read', async () => {
    const entry = await made(own, freshName('A-'))
    assert.deepEqual([entry.orgId, entry.status, entry.abilities.update], [own.orgId, '0', true])
    assert.deepEqual(refusalOf(await add(manager, 'X')), {
      status: 400,
      error: 'VALIDATION_FAILED',
      fields: ['orgId'],
    })
    const executor = await api.executor()
    assert.equal((await add(manager, 'X', { orgId: executor.orgId })).status, 400)
    assert.equal((await add(manager, freshName('M-'), { orgId: own.orgId })).data.orgId, own.orgId)
    assert.equal((await add(own, 'X', { orgId: other.orgId })).status, 404)
    assert.equal((await add(limited, freshName('L-'), { orgId: own.orgId })).status, 200)
    assert.equal((await add(limited, 'X', { orgId: other.orgId })).status, 404)
    const read = await compliance.call(routes.get, { params: { dimensionId: entry.dimensionId } })
    assert.deepEqual(read.abilities, { update: false, remove: false })
    assert.equal((await add(compliance, 'X')).status, 403)
    assert.equal((await add(executor, 'X')).status, 403)
  })

  it('SPN-4: a code is once in its kind, whatever its width and case', async () => {
    const code = freshName('p-')
    await made(own, code)
    for (const same of [code, code.toUpperCase(), code.replace('p', 'ｐ')]) {
      assert.deepEqual(refusalOf(await add(own, same)), {
        status: 409,
        error: 'DIMENSION_CODE_TAKEN',
        fields: ['code'],
      })
    }
    await made(own, code, { kind: 'costCenter' })
    await made(other, code)
    const { dimensionId, version } = await made(own, freshName('q-'))
    const moved = await own.attempt(routes.update, { body: { dimensionId, version, code } })
    assert.equal(moved.error?.error, 'DIMENSION_CODE_TAKEN')
    const renamed = await own.call(routes.update, {
      body: { dimensionId, version, name: '改名', status: '1' },
    })
    assert.deepEqual([renamed.name, renamed.status, renamed.version], ['改名', '1', version + 1])
    const stale = await own.attempt(routes.update, { body: { dimensionId, version, name: '又改' } })
    assert.equal(stale.error?.error, 'STALE_RECORD')
  })

  it('SPN-4: of twenty who add one code at once one does, and of twenty deletions one', async () => {
    const code = freshName('race-')
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => add(own, code)))
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(
      [statuses.filter((s) => s === 200).length, statuses.filter((s) => s === 409).length],
      [1, 19],
    )
    const [entry] = (await own.call(routes.list, { query: { code } })).rows
    const params = { dimensionId: String(entry!.dimensionId) }
    const removed = await Promise.all(
      Array.from({ length: AT_ONCE }, () => own.attempt(routes.remove, { params })),
    )
    assert.equal(removed.filter(({ status }) => status === 200).length, 1)
    assert.equal(removed.filter(({ status }) => status === 404).length, AT_ONCE - 1)
  })

  it('SPN-4: entries of another sponsor are not there: to read, change, delete, list, choose and export', async () => {
    const tag = freshName('秘')
    const { dimensionId, version } = await made(other, `${tag}码`, { name: `${tag}药` })
    const params = { dimensionId }
    for (const user of [own, compliance, limited])
      assert.equal((await user.attempt(routes.get, { params })).status, 404)
    for (const user of [own, limited]) {
      assert.equal(
        (await user.attempt(routes.update, { body: { dimensionId, version, name: '改' } })).status,
        404,
      )
      assert.equal(
        (await user.attempt(routes.remove, { params: { dimensionId: String(dimensionId) } })).status,
        404,
      )
      for (const query of [{ name: tag }, { code: tag }, { orgId: other.orgId }])
        assert.deepEqual(await codesOf(user, query), [])
      const choices = { kind: 'product', keyword: tag } as const
      assert.deepEqual(await user.call(routes.options, { query: choices }), [])
      const query = { ...choices, sponsorAdminUserIds: [other.userId] }
      assert.deepEqual(await user.call(routes.options, { query }), [])
      const { bytes } = await user.call(routes.export, { body: {} })
      assert.ok(!JSON.stringify(await readSheetText(Buffer.from(bytes))).includes(tag))
    }
    assert.deepEqual(await codesOf(manager, { name: tag }), [`${tag}码`])
    assert.deepEqual(await other.call(routes.options, { query: { kind: 'product', keyword: tag } }), [
      { label: `${tag}码 ${tag}药`, value: dimensionId },
    ])
  })
})

describe('dictionaries of sponsors: import', () => {
  it('SPN-4: a known code updates its entry, of rows with one code the first counts, and each row has its result', async () => {
    const sponsor = await api.sponsor()
    await made(sponsor, 'K-1', { kind: 'department' })
    const rows = await imported(
      sponsor,
      [
        'k-1,新名,停用',
        'N-1,研发部,',
        'n-1,重复,',
        ',无编码,',
        'N-2,,',
        'N-3,市场部,坏',
        `${'长'.repeat(51)},x,`,
      ],
      'department',
    )
    assert.deepEqual(outcomes(rows), [
      'updated',
      'created',
      'refused',
      'refused',
      'refused',
      'refused',
      'refused',
    ])
    assert.deepEqual(
      rows.slice(2).map(({ rowNumber, code }) => [rowNumber, code?.slice(0, 3) ?? null]),
      [
        [4, 'n-1'],
        [5, null],
        [6, 'N-2'],
        [7, 'N-3'],
        [8, '长长长'],
      ],
    )
    assert.equal(rows[2]?.message, '编码与第3行重复')
    for (const [place, column] of [
      [3, '编码'],
      [4, '名称'],
      [5, '状态'],
      [6, '编码'],
    ] as const)
      assert.match(rows[place]!.message, new RegExp(`^${column}：`))
    const { rows: kept } = await sponsor.call(routes.list, { query: { orderByColumn: 'code', isAsc: 'asc' } })
    assert.deepEqual(
      kept.map(({ code, name, status }) => [code, name, status]),
      [
        ['K-1', '新名', '1'],
        ['N-1', '研发部', '0'],
      ],
    )
  })

  it('SPN-4: a file has 2,000 rows and no more, a dictionary 2,000 entries, and two files at once fill it once', async () => {
    const sponsor = await api.sponsor()
    const lines = Array.from({ length: 2000 }, (_, index) => `C-${index},中心${index},`)
    const refused = await send(sponsor, [...lines, 'C-more,多,'], { kind: 'costCenter' })
    assert.deepEqual([refused.status, refused.error?.error], [413, 'SHEET_TOO_MANY_ROWS'])
    assert.deepEqual(counted(await imported(sponsor, lines.slice(0, 1990), 'costCenter')), { created: 1990 })
    const [one, two] = await Promise.all([
      imported(sponsor, lines, 'costCenter'),
      imported(
        sponsor,
        lines.map((line) => line.replace('C-199', 'D-199')),
        'costCenter',
      ),
    ])
    const all = counted([...one, ...two])
    assert.deepEqual([all['created'], all['refused']], [10, 11])
    assert.match([...one, ...two].find(({ outcome }) => outcome === 'refused')!.message, /最多2000项/)
    assert.equal((await add(sponsor, 'C-last', { kind: 'costCenter' })).error?.error, 'DIMENSION_FULL')
    assert.equal((await add(sponsor, 'C-last', { kind: 'product' })).status, 200)
    const [first] = (await sponsor.call(routes.list, { query: { kind: 'costCenter' } })).rows
    await sponsor.call(routes.remove, { params: { dimensionId: String(first!.dimensionId) } })
    const last = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => add(sponsor, `L-${index}`, { kind: 'costCenter' })),
    )
    assert.equal(last.filter(({ status }) => status === 200).length, 1)
    assert.equal(last.filter(({ error }) => error?.error === 'DIMENSION_FULL').length, AT_ONCE - 1)
  })

  it('SPN-4: an export can be corrected and imported again, and nobody imports for another sponsor', async () => {
    const sponsor = await api.sponsor()
    await made(sponsor, '007', { name: '一号' })
    const { bytes } = await sponsor.call(routes.export, { body: { kind: 'product' } })
    const file = new File([new Uint8Array(bytes)], 'dimensions.xlsx')
    const again = await sponsor.call(routes.import, { query: { kind: 'product' }, file })
    assert.deepEqual(
      again.map(({ code, name, outcome }) => [code, name, outcome]),
      [['007', '一号', 'updated']],
    )
    assert.ok((await sponsor.call(routes.importTemplate, {})).bytes.length > 0)
    const foreign = { kind: 'product', orgId: other.orgId } as const
    assert.equal((await send(own, ['F-1,外,'], foreign)).status, 404)
    assert.equal((await send(limited, ['F-1,外,'], foreign)).status, 404)
    assert.deepEqual(refusalOf(await send(manager, ['F-1,外,'], { kind: 'product' })).fields, ['orgId'])
    assert.deepEqual(await codesOf(other, { code: 'F-1' }), [])
  })
})
