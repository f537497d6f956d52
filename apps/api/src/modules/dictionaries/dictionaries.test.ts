// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { dictionaryRoutes as routes } from '@consilium/contract/dictionaries/dictionaries.ts'
import { MEETING_STAGES } from '@consilium/contract/meetings/meetings.ts'
import { LABOR_FORMS } from '@consilium/contract/agreements/labor-forms.ts'
import { AUDIT_STATUSES } from '@consilium/contract/experts/experts.ts'
import { ORG_TYPES } from '@consilium/contract/persons/persons.ts'
import { startApi } from '../../../test/harness.ts'

const api = await startApi()
after(() => api.close())
const admin = await api.admin()
const expert = await api.expert()

describe('dictionaries', () => {
  it('MTG-4: the ten meeting stages, in order and in both languages, for every logged-in user', async () => {
    const data = await expert.call(routes.dataOfType, { params: { dictType: 'meeting_stage' } })
    assert.deepEqual(
      data.map(({ dictValue }) => dictValue),
      [...MEETING_STAGES],
    )
    assert.equal(data.length, 10)
    assert.ok(data.every(({ dictLabel, dictLabelEn }) => /[一-鿿]/.test(dictLabel) && dictLabelEn))
    assert.equal((await api.anonymous.attempt(routes.dataOfType, { params: { dictType: 'x' } })).status, 401)
  })

  it('WEB-47: several are read with one request, each in its order; 30 at most', async () => {
    const read = (dictType: string) => expert.attempt(routes.dataOfType, { params: { dictType } })
    const params = { dictType: 'meeting_stage,unknown,audit_status' }
    const data = Map.groupBy(await expert.call(routes.dataOfType, { params }), ({ dictType }) => dictType)
    assert.deepEqual([...data.keys()].toSorted(), ['audit_status', 'meeting_stage'])
    for (const [dictType, rows] of data)
      assert.deepEqual(await expert.call(routes.dataOfType, { params: { dictType } }), rows, dictType)
    const names = (count: number) => Array.from({ length: count }, (_, place) => `type_${place}`).join(',')
    assert.deepEqual([(await read(names(30))).status, (await read(names(31))).status], [200, 400])
    assert.deepEqual([(await read('meeting_stage,')).status, (await read('a,1b')).status], [400, 400])
  })

  it('contain exactly the values that the service knows', async () => {
    const wanted = { audit_status: AUDIT_STATUSES, labor_form: LABOR_FORMS, org_type: ORG_TYPES }
    for (const [dictType, values] of Object.entries(wanted)) {
      const data = await expert.call(routes.dataOfType, { params: { dictType } })
      assert.deepEqual(data.map(({ dictValue }) => dictValue).toSorted(), [...values].toSorted(), dictType)
    }
  })

  it('are named in the words of the glossary: materials are reviewed, and what has kinds has types', async () => {
    const { rows } = await admin.call(routes.listTypes, { query: { pageNum: 1, pageSize: 100 } })
    const names = new Map(
      rows.map(({ dictType, dictName, dictNameEn }) => [dictType, [dictName, dictNameEn]]),
    )
    assert.deepEqual(names.get('audit_result'), ['资料审核结果', 'Material review result'])
    assert.deepEqual(names.get('labor_form'), ['劳务形式', 'Service type'])
    const former = [...names.values()]
      .flat()
      .filter((name) => /稽查|\bAudit result|\bKind\b/.test(name ?? ''))
    assert.deepEqual(former, [])
  })

  it('an administrator creates, edits and deletes a custom dictionary', async () => {
    const type = await admin.call(routes.createType, {
      body: { dictType: 'title_level', dictName: '职称', dictNameEn: 'Titles' },
    })
    const again = await admin.attempt(routes.createType, {
      body: { dictType: 'title_level', dictName: '职称', dictNameEn: 'Titles' },
    })
    assert.deepEqual([again.status, again.error?.details?.[0]?.field], [409, 'dictType'])
    const labels = { dictLabel: '主任医师', dictLabelEn: 'Chief physician' }
    const value = await admin.call(routes.createData, {
      body: { dictType: 'title_level', dictValue: 'chief', ...labels, dictSort: 2 },
    })
    await admin.call(routes.createData, {
      body: { dictType: 'title_level', dictValue: 'deputy', ...labels, dictSort: 1 },
    })
    const orphan = await admin.attempt(routes.createData, {
      body: { dictType: 'nowhere', dictValue: 'x', ...labels },
    })
    assert.deepEqual([orphan.status, orphan.error?.details?.[0]?.field], [404, 'dictType'])

    const { dictCode, version } = value
    await admin.call(routes.updateData, { body: { dictCode, version, status: '1' } })
    const stale = await admin.attempt(routes.updateData, { body: { dictCode, version, dictSort: 9 } })
    assert.equal(stale.error?.error, 'STALE_RECORD')
    const newest = await admin.call(routes.getData, { params: { dictCode } })
    assert.deepEqual([newest.status, newest.version], ['1', version + 1])
    const active = await expert.call(routes.dataOfType, { params: { dictType: 'title_level' } })
    assert.deepEqual(
      active.map(({ dictValue }) => dictValue),
      ['deputy'],
      'a disabled value is not offered',
    )

    await admin.call(routes.updateType, {
      body: { dictId: type.dictId, version: type.version, dictName: '职称等级' },
    })
    const renamed = await admin.call(routes.getType, { params: { dictId: type.dictId } })
    assert.deepEqual([renamed.dictName, renamed.version], ['职称等级', type.version + 1])
    const listed = await admin.call(routes.listTypes, { query: { dictName: '等级' } })
    assert.deepEqual(
      listed.rows.map(({ dictType }) => dictType),
      ['title_level'],
    )
    await admin.call(routes.removeData, { params: { dictCode: String(dictCode) } })
    await admin.call(routes.removeTypes, { params: { dictId: String(type.dictId) } })
    assert.equal((await admin.call(routes.listData, { query: { dictType: 'title_level' } })).total, 0)
    assert.equal((await admin.attempt(routes.getData, { params: { dictCode } })).status, 404)
    assert.equal((await admin.attempt(routes.getType, { params: { dictId: type.dictId } })).status, 404)
    assert.equal((await admin.attempt(routes.updateData, { body: { dictCode, version } })).status, 404)
  })

  it('NOT-6: public holidays and working days at weekends are added and removed, each of them a date', async () => {
    for (const dictType of ['holiday', 'workday']) {
      const body = { dictType, dictValue: '2026-10-01', dictLabel: '国庆节', dictLabelEn: 'National Day' }
      const { dictCode } = await admin.call(routes.createData, { body })
      const days = async () =>
        (await expert.call(routes.dataOfType, { params: { dictType } })).map(({ dictValue }) => dictValue)
      assert.deepEqual(await days(), ['2026-10-01'])
      for (const dictValue of ['国庆节', '2026-10-32', '2026.10.1']) {
        const { error } = await admin.attempt(routes.createData, { body: { ...body, dictValue } })
        assert.deepEqual([error?.error, error?.details?.[0]?.field], ['VALIDATION_FAILED', 'dictValue'])
      }
      await admin.call(routes.removeData, { params: { dictCode: String(dictCode) } })
      assert.deepEqual(await days(), [])
      const { rows } = await admin.call(routes.listTypes, { query: { dictType } })
      const removed = await admin.attempt(routes.removeTypes, { params: { dictId: String(rows[0]!.dictId) } })
      assert.equal(removed.error?.error, 'DICT_CLOSED')
    }
  })

  it('COR-20: a built-in dictionary is closed: no value is added or removed, and the message says so', async () => {
    const { rows } = await admin.call(routes.listTypes, { query: { dictType: 'meeting_stage' } })
    const removed = await admin.attempt(routes.removeTypes, { params: { dictId: String(rows[0]?.dictId) } })
    assert.deepEqual([removed.status, removed.error?.error], [409, 'DICT_CLOSED'])
    const data = await expert.call(routes.dataOfType, { params: { dictType: 'meeting_stage' } })
    const value = await admin.attempt(routes.removeData, { params: { dictCode: String(data[0]?.dictCode) } })
    assert.equal(value.error?.error, 'DICT_CLOSED')
    for (const dictType of ['meeting_stage', 'audit_status']) {
      const body = {
        dictType,
        dictValue: 'eleventh',
        dictLabel: '第十一',
        dictLabelEn: 'Eleventh',
        dictSort: 11,
      }
      const added = await admin.attempt(routes.createData, { body })
      assert.deepEqual([added.status, added.error?.error], [409, 'DICT_CLOSED'])
      assert.equal(added.error?.details?.[0]?.field, 'dictType')
    }
  })
})
