// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { agreementRoutes as routes } from '@consilium/contract/agreements/agreements.ts'
import type { LaborTemplate } from '@consilium/contract/agreements/labor-templates.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { freshName, startApi } from '../../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../../test/meeting-world.ts'

const RACERS = 20
const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor, sponsor } = world
const { anonymous } = api
const supervisor = await api.person(sponsor, 'supervisor')

async function create(
  given: Partial<CallInput<typeof routes.createTemplate>['body']> = {},
): Promise<LaborTemplate> {
  const body = { templateName: freshName('模板'), content: '{{orgName}}与{{expertName}}约定：', ...given }
  const data = await manager.call(routes.createTemplate, { body })
  return data
}

async function defaults(): Promise<number[]> {
  const { rows } = await manager.call(routes.listTemplates, { query: { pageSize: 200 } })
  return rows.filter(({ isDefault }) => isDefault).map(({ templateId }) => templateId)
}

describe('ATT-9: labor-agreement templates', () => {
  it('a complete default template exists from the start', async () => {
    const [templateId = 0] = await defaults()
    const data = await executor.call(routes.getTemplate, { params: { templateId } })
    for (const word of [
      '第一条',
      '代为办理',
      '反商业贿赂',
      '个人信息',
      '保密',
      '争议',
      '生效',
      '{{payableAmount}}',
    ])
      assert.ok(data.content.includes(word), word)
    const { templateName, content } = data
    const again = await manager.attempt(routes.createTemplate, { body: { templateName, content } })
    assert.equal(again.status, 200, 'its own placeholders and glyphs pass the check')
  })

  it('are read by roles that run meetings and by sponsors, and those of the platform maintained by managers', async () => {
    const body = { templateName: '模板', content: '正文' }
    assert.equal((await api.anonymous.attempt(routes.listTemplates, {})).status, 401)
    assert.equal((await api.anonymous.attempt(routes.createTemplate, { body })).status, 401)
    for (const user of [supervisor, await world.expert()])
      assert.equal((await user.attempt(routes.listTemplates, {})).status, 403)
    assert.equal((await executor.attempt(routes.createTemplate, { body })).status, 403)
    assert.equal(
      (await executor.attempt(routes.updateTemplate, { body: { templateId: 1, version: 1 } })).status,
      403,
    )
    assert.equal(
      (await executor.attempt(routes.removeTemplates, { params: { templateId: '1' } })).status,
      403,
    )
  })

  it('are created, read, found, changed and deleted', async () => {
    const made = await create({ status: '1' })
    assert.deepEqual([made.isDefault, made.status, made.version], [false, '1', 1])
    const found = await manager.call(routes.listTemplates, {
      query: {
        templateName: made.templateName.toUpperCase(),
        status: '1',
        'params[endTime]': made.createTime,
      },
    })
    assert.deepEqual(found.rows, [made])
    const body = { templateId: made.templateId, version: 1, content: '劳务费{{netAmount}}元' }
    const data = await manager.call(routes.updateTemplate, { body })
    assert.deepEqual(data, { ...made, content: body.content, version: 2 })
    const other = { ...body, content: '劳务费' }
    const { error } = await manager.attempt(routes.updateTemplate, { body: other })
    assert.equal(error?.error, 'STALE_RECORD')
    const params = { templateId: String(made.templateId) }
    assert.equal((await manager.attempt(routes.removeTemplates, { params })).status, 200)
    assert.equal((await manager.attempt(routes.removeTemplates, { params })).status, 404)
    assert.equal(
      (await manager.attempt(routes.updateTemplate, { body: { ...body, version: 2 } })).status,
      404,
    )
    assert.equal(
      (await manager.attempt(routes.getTemplate, { params: { templateId: made.templateId } })).status,
      404,
    )
  })

  it('with unknown placeholders are refused, and the placeholders are named', async () => {
    const { templateId } = await create()
    const content = '{{expertName}}{{工资}}{{salary}}'
    const refusals = [
      await manager.attempt(routes.createTemplate, { body: { templateName: '模板', content } }),
      await manager.attempt(routes.updateTemplate, { body: { templateId, version: 1, content } }),
    ]
    for (const { status, error } of refusals) {
      assert.equal(status, 400)
      assert.equal(error?.error, 'TEMPLATE_PLACEHOLDER_UNKNOWN')
      assert.equal(error?.msg, '模板中有未知占位符：工资, salary')
      assert.deepEqual(
        error?.details?.map(({ field }) => field),
        ['content'],
      )
    }
  })

  it('with characters that the document cannot show are refused, and the characters are named', async () => {
    const refused = await manager.attempt(routes.createTemplate, {
      body: { templateName: '模板', content: '劳务费🙂{{netAmount}}元' },
    })
    assert.equal(refused.error?.error, 'GLYPH_MISSING')
    assert.match(refused.error?.msg ?? '', /🙂/)
    assert.equal(refused.error?.details?.[0]?.field, 'content')
  })

  it('are previewed with sample values, and problems that prevent saving are named', async () => {
    const content = '甲方{{orgName}}付{{ expertName }}{{netAmount}}元{{工资}}🙂'
    const data = await manager.call(routes.previewTemplate, { body: { content } })
    assert.deepEqual(data, {
      text: '甲方仁和会务有限公司付王堃4155.45元{{工资}}🙂',
      unknownPlaceholders: ['工资'],
      missingCharacters: ['🙂'],
    })
    const body = { content }
    assert.equal((await anonymous.attempt(routes.previewTemplate, { body })).status, 401)
    assert.equal((await executor.attempt(routes.previewTemplate, { body })).status, 403)
    const empty = await manager.attempt(routes.previewTemplate, { body: { content: ' ' } })
    assert.deepEqual(
      empty.error?.details?.map(({ field }) => field),
      ['content'],
    )
  })

  it('may use every listed placeholder, and the preview fills all of them', async () => {
    const listed = await executor.call(routes.listPlaceholders, {})
    assert.deepEqual(
      listed.find(({ name }) => name === 'expertName'),
      { name: 'expertName', label: '专家姓名', labelEn: 'Name of the expert', sample: '王堃' },
    )
    const content = listed.map(({ name }) => `{{${name}}}`).join('\n')
    const data = await manager.call(routes.previewTemplate, { body: { content } })
    assert.deepEqual([data.unknownPlaceholders, data.missingCharacters], [[], []])
    assert.equal(data.text, listed.map(({ sample }) => sample).join('\n'))
    assert.equal((await create({ content })).content, content)
    assert.equal((await anonymous.attempt(routes.listPlaceholders, {})).status, 401)
    assert.equal((await supervisor.attempt(routes.listPlaceholders, {})).status, 403)
  })

  it('used by a meeting are not deleted, nor are others in the same request', async () => {
    const [named, free] = [await create(), await create()]
    await world.meeting({ laborTemplateId: named.templateId })
    const params = { templateId: `${free.templateId},${named.templateId}` }
    assert.equal((await manager.attempt(routes.removeTemplates, { params })).error?.error, 'RECORD_IN_USE')
    assert.equal(
      (await manager.attempt(routes.getTemplate, { params: { templateId: free.templateId } })).status,
      200,
    )
  })

  it('replace one another as the default', async () => {
    const first = await create({ isDefault: true })
    assert.deepEqual(await defaults(), [first.templateId])
    const second = await create()
    const body = { templateId: second.templateId, version: 1, isDefault: true }
    await manager.call(routes.updateTemplate, { body })
    assert.deepEqual(await defaults(), [second.templateId])
    const kept = await manager.attempt(routes.updateTemplate, { body: { ...body, version: 2 } })
    assert.equal(kept.status, 200, 'the default one may be made the default one')
    const stale = { templateId: first.templateId, version: 1, isDefault: true }
    assert.equal((await manager.attempt(routes.updateTemplate, { body: stale })).error?.error, 'STALE_RECORD')
    assert.deepEqual(await defaults(), [second.templateId], 'a refused change leaves the default alone')
  })

  it('concurrently made the default all succeed, and one remains the default', async () => {
    const templates = await Promise.all(Array.from({ length: RACERS }, () => create()))
    const replies = await Promise.all(
      templates.map(({ templateId }) =>
        manager.attempt(routes.updateTemplate, { body: { templateId, version: 1, isDefault: true } }),
      ),
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    assert.equal((await defaults()).length, 1)
  })
})
