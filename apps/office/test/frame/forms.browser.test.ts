// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { errorMessage } from '@consilium/contract/errors.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import type { Locator, Page } from 'playwright-core'
import { freshName, freshPhone, STAFF_NAMES } from '@consilium/api/test/harness.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { assertAccessible, PHONE } from '../page-checks.ts'
import { logRequests } from '../page-watch.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager, executor } = world

const CREATES_PERSON = /^POST \/api\/business\/person$/
const field = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true })
const save = (within: Page | Locator) => within.getByRole('button', { name: '保存' })
const marked = (page: Page, name: string) => page.locator(`[name=${name}][aria-invalid=true]`)

async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}

const newPerson = () => ({
  姓名: '周静',
  手机号: freshPhone(),
  部门: '会务部',
  用户名: freshName('person-'),
  密码: 'secret-1',
})

const personsWith = async (phone: string) =>
  (await manager.call(personRoutes.list, { query: { phone } })).total

describe('errors in a form', () => {
  it('UX-15 UX-19 PER-16 PER-7: are shown at each input before anything is sent, and the first one gets the focus; a double click and repeated Enter send the form once', async () => {
    await visit({ as: executor, path: '/persons/new', viewport: PHONE }, async (page) => {
      const requests = logRequests(page)
      await fillIn(page, { 手机号: '12345', 部门: '部'.repeat(101), 用户名: 'ab', 密码: '12345' })
      await save(page).click()
      for (const name of ['name', 'phone', 'userName', 'password']) await marked(page, name).waitFor()
      await page.locator('[name=name]:focus').waitFor()
      assert.equal((await field(page, '部门').inputValue()).length, 100)
      const status = page.getByRole('radiogroup', { name: '状态' })
      assert.equal(await status.count(), 0, 'people made by a main account start active')
      const roles = page.getByRole('radiogroup', { name: '角色' }).getByRole('radio')
      assert.deepEqual(
        await roles.evaluateAll((radios) => radios.map((radio) => radio.getAttribute('value'))),
        ['supervisor', 'meetingExecutor', 'finance'],
        'PER-7: the role of the main person is not offered',
      )
      await assertAccessible(page, 'a form with wrong fields')

      await fillIn(page, { ...newPerson(), 用户名: 'u'.repeat(31), 密码: 'p'.repeat(31) })
      assert.equal((await field(page, '用户名').inputValue()).length, 30)
      assert.equal((await field(page, '密码').inputValue()).length, 30)
      await field(page, '姓名').fill('')
      await save(page).click()
      await page.locator('[name=name]:focus').waitFor()
      assert.equal(await page.locator('[aria-invalid=true]').count(), 1)
      assert.deepEqual(requests.matching(CREATES_PERSON), [])

      const given = newPerson()
      await fillIn(page, given)
      const answer = Promise.withResolvers<void>()
      await page.route(/\/business\/person$/, async (route) => {
        await answer.promise
        await route.continue()
      })
      await save(page).dblclick()
      await field(page, '姓名').press('Enter')
      answer.resolve()
      await page.getByRole('heading', { level: 1, name: given['姓名'] }).waitFor()
      assert.equal(requests.matching(CREATES_PERSON).length, 1)
      assert.equal(await personsWith(given['手机号']), 1)
    })
  })

  it('UX-15 UX-16 PER-15 PER-16: a manager chooses the status of a new person; errors of the service are shown at their input; an existing phone is only a warning', async () => {
    const given = newPerson()
    const { phone } = await api.expert()
    await visit({ as: manager, path: '/persons/new' }, async (page) => {
      const status = page.getByRole('radiogroup', { name: '状态' }).getByRole('radio')
      await status.first().waitFor()
      assert.deepEqual(
        await status.evaluateAll((radios) => radios.map((radio) => radio.getAttribute('value'))),
        ['0', '1'],
      )
      await fillIn(page, { ...given, 手机号: phone, 用户名: executor.userName })
      const organization = page.getByRole('combobox', { name: '单位' })
      await save(page).click()
      await page.locator('input[aria-invalid=true]:focus').and(organization).waitFor()

      await organization.fill(executor.orgName)
      await page.getByRole('option', { name: executor.orgName }).click()
      await save(page).click()
      await page.locator('[name=userName][aria-invalid=true]:focus').waitFor()
      await page.getByText(errorMessage('USER_NAME_TAKEN', 'zh-CN')).waitFor()
      assert.equal(await page.getByRole('alert').count(), 0)

      await field(page, '用户名').fill(given['用户名'])
      await save(page).click()
      const warning = page.locator('[data-kind=warning]')
      await warning.getByText(errorMessage('PHONE_TAKEN', 'zh-CN')).waitFor()
      await page.locator('[name=phone]:focus').waitFor()
      assert.equal(await page.locator('[data-kind=error], [role=alert], [aria-invalid=true]').count(), 0)
      assert.equal(await field(page, '姓名').inputValue(), given['姓名'])

      await field(page, '手机号').fill(given['手机号'])
      await save(page).click()
      await page.getByRole('heading', { level: 1, name: given['姓名'] }).waitFor()
    })
    assert.equal(await personsWith(given['手机号']), 1)
  })
})

describe('a record that somebody else has changed', () => {
  it('UX-17: is loaded again without losing the input, and can then be saved', async () => {
    const project = await manager.call(projectRoutes.create, {
      body: { projectName: freshName('基层培训'), description: '初稿' },
    })
    const { projectId, version } = project
    const read = () => manager.call(projectRoutes.get, { params: { projectId } })
    const path = `/projects/${projectId}/edit`
    await visit({ as: manager, path, viewport: PHONE }, async (page) => {
      await field(page, '项目编号').fill('KY-2026-17')
      const theirs = { projectId, version, projectName: '更名后的培训', description: '定稿' }
      await manager.call(projectRoutes.update, { body: theirs })
      await save(page).click()
      const alert = page.getByRole('alert').filter({ hasText: '该记录已被他人修改' })
      await alert.waitFor()
      assert.ok(((await alert.boundingBox())?.y ?? -1) > 0, 'the head of the form is in sight')
      await assertAccessible(page, 'a record that somebody else has changed')
      await alert.getByRole('button', { name: '加载最新内容并保留我的修改' }).click()
      await page.getByRole('status').filter({ hasText: '已加载最新内容' }).waitFor()
      assert.equal(await field(page, '项目编号').inputValue(), 'KY-2026-17')
      assert.equal(await field(page, '项目名称').inputValue(), '更名后的培训')
      assert.notEqual((await read()).projectNo, 'KY-2026-17')
      await save(page).click()
      await page.getByRole('heading', { level: 1, name: '更名后的培训' }).waitFor()
    })
    const { projectNo, description } = await read()
    assert.deepEqual([projectNo, description], ['KY-2026-17', '定稿'])
  })

  it('WEB-34: names field, person and both values where both have changed the same, and asks which one stays', async () => {
    const project = await manager.call(projectRoutes.create, {
      body: { projectName: freshName('共同编辑'), description: '初稿' },
    })
    const { projectId } = project
    const read = () => manager.call(projectRoutes.get, { params: { projectId } })
    const other = await api.manager()
    await visit({ as: manager, path: `/projects/${projectId}/edit` }, async (page) => {
      await field(page, '项目说明').fill('我的说明')
      await field(page, '医学领域').fill('心血管')
      const theirs = { projectId, description: '对方的说明', medicalField: '肿瘤', projectNo: 'KY-9' }
      await other.call(projectRoutes.update, { body: { ...theirs, version: (await read()).version } })
      await save(page).click()
      const dialog = page.getByRole('dialog', { name: '你们修改了同一处，请选择' })
      await dialog.getByText(new RegExp(`^${STAFF_NAMES.manager} 于 .* 修改了这条记录`)).waitFor()
      await dialog.getByText('对方修改了：项目编号。').waitFor()
      const ask = (label: string) => dialog.getByRole('radiogroup', { name: label })
      await ask('项目说明').getByText('对方的说明').waitFor()
      await ask('项目说明').getByText('我的说明').waitFor()
      await assertAccessible(page, 'two values of one field')
      await ask('项目说明').getByRole('radio', { name: '我的' }).check()
      const use = dialog.getByRole('button', { name: '采用所选内容' })
      assert.ok(await use.isDisabled(), 'both fields are asked for')
      await ask('医学领域').getByRole('radio', { name: '对方的' }).check()
      await use.click()
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await field(page, '医学领域').inputValue(), '肿瘤')
      assert.equal((await read()).description, '对方的说明', 'nothing is saved before it is said')
      await save(page).click()
      await page.getByRole('heading', { level: 1, name: project.projectName }).waitFor()
    })
    const { description, medicalField, projectNo } = await read()
    assert.deepEqual([description, medicalField, projectNo], ['我的说明', '肿瘤', 'KY-9'])
  })

  it('UX-17 UX-18: the same applies in a dialog, which does not close with unsaved input', async () => {
    const { meetingId } = await world.meeting()
    const { attendeeId, version, name } = await world.attendee(meetingId)
    const read = () => executor.call(attendeeRoutes.get, { params: { attendeeId } })
    await visit({ as: executor, path: `/attendees/${attendeeId}` }, async (page) => {
      await page.getByRole('button', { name: '编辑' }).click()
      const dialog = page.getByRole('dialog', { name: '编辑参会信息' })
      await field(dialog, '会议小结').fill('讨论了随访方案')
      await page.keyboard.press('Escape')
      const question = page.getByRole('dialog', { name: '有未保存的修改' })
      await assertAccessible(page, 'a question above a dialog')
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      assert.equal(await field(dialog, '会议小结').inputValue(), '讨论了随访方案')

      const theirs = { attendeeId, version, unit: '协和医院' }
      await executor.call(attendeeRoutes.update, { body: theirs })
      await save(dialog).click()
      await dialog.getByRole('button', { name: '加载最新内容并保留我的修改' }).click()
      await dialog.getByRole('status').filter({ hasText: '已加载最新内容' }).waitFor()
      assert.equal(await field(dialog, '工作单位').inputValue(), '协和医院')
      await save(dialog).click()
      await dialog.waitFor({ state: 'detached' })
      const { unit, summary } = await read()
      assert.deepEqual([unit, summary], ['协和医院', '讨论了随访方案'])

      await page.getByRole('button', { name: '编辑' }).click()
      await field(dialog, '会议小结').fill('不要保存')
      await dialog.getByRole('button', { name: '关闭' }).click()
      await question.getByRole('button', { name: '放弃并离开' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('heading', { level: 1, name }).waitFor()
    })
    assert.equal((await read()).summary, '讨论了随访方案')
  })
})

describe('reviewing a record that changes', () => {
  it('UX-17: the newest version is loaded before the decision, and the entered opinion is kept', async () => {
    const expert = await api.expert()
    const { expertId } = expert
    const read = () => manager.call(expertRoutes.get, { params: { expertId } })
    await visit({ as: manager, path: `/experts/${expertId}` }, async (page) => {
      await page.getByRole('button', { name: '审核' }).click()
      const dialog = page.getByRole('dialog', { name: '审核' })
      await dialog.getByRole('radio', { name: '不通过' }).check()
      await field(dialog, '审核意见').fill('请补充职称证明')
      const theirs = { version: (await read()).version, unit: '协和医院' }
      await expert.call(expertRoutes.updateMe, { body: theirs })
      await save(dialog).click()
      await dialog.getByRole('button', { name: '加载最新内容并保留我的修改' }).click()
      await dialog.getByRole('status').filter({ hasText: '已加载最新内容' }).waitFor()
      await page.locator('main').getByText('协和医院').first().waitFor()
      assert.equal(await field(dialog, '审核意见').inputValue(), '请补充职称证明')
      assert.ok(await dialog.getByRole('radio', { name: '不通过' }).isChecked())
      await save(dialog).click()
      await dialog.waitFor({ state: 'detached' })
    })
    const { auditStatus, auditOpinion, unit } = await read()
    assert.deepEqual([auditStatus, auditOpinion, unit], ['rejected', '请补充职称证明', '协和医院'])
  })
})

describe('leaving a form', () => {
  it('UX-18: requires confirmation with unsaved changes: in the app, going back, and closing the tab', async () => {
    const path = '/projects/new'
    await visit({ as: manager, path: '/projects' }, async (page) => {
      const menu = page.getByRole('navigation', { name: '菜单' })
      await page.getByRole('link', { name: '新建项目' }).click()
      await page.getByRole('heading', { level: 1, name: '新建项目' }).waitFor()
      await menu.getByRole('link', { name: '会议', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: '会议' }).waitFor()
      await page.goBack()

      const typed = field(page, '项目名称')
      await typed.fill('未保存的项目')
      const question = page.getByRole('dialog', { name: '有未保存的修改' })
      for (const leave of [
        () => menu.getByRole('link', { name: '会议', exact: true }).click(),
        () => page.evaluate('history.back()'),
      ]) {
        await leave()
        await question.getByRole('button', { name: '继续编辑' }).click()
        await question.waitFor({ state: 'detached' })
        assert.equal(new URL(page.url()).pathname, path)
        assert.equal(await typed.inputValue(), '未保存的项目')
      }

      const asked = page.waitForEvent('dialog')
      void page.close({ runBeforeUnload: true })
      const dialog = await asked
      assert.equal(dialog.type(), 'beforeunload')
      await dialog.dismiss()
      assert.equal(await typed.inputValue(), '未保存的项目')

      await menu.getByRole('link', { name: '会议', exact: true }).click()
      await question.getByRole('button', { name: '放弃并离开' }).click()
      await page.getByRole('heading', { level: 1, name: '会议' }).waitFor()
      const closed = page.waitForEvent('close')
      await page.close({ runBeforeUnload: true })
      await closed
    })
    const query = { projectName: '未保存的项目' }
    assert.equal((await manager.call(projectRoutes.list, { query })).total, 0)
  })
})
