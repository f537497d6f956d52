// Engine: postgres
import assert from 'node:assert/strict'
import { randomFillSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { executionIntentRoutes } from '@consilium/contract/intents/intents.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { noticeRoutes } from '@consilium/contract/notices/preferences.ts'
import { planRoutes } from '@consilium/contract/plans/plans.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { PNG } from 'pngjs'
import type { Page } from 'playwright-core'
import { freshName, type ExpertUser } from '@consilium/api/test/harness.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import {
  assertAccessible,
  assertAccessibleEverywhere,
  assertNoSideScroll,
  assertPage,
  assertTargets,
  isComplete,
  PHONE,
} from '../page-checks.ts'
import { OF_EXPERT } from '../all-pages.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager } = world

const NARROW = { width: 320, height: 640 }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const combobox = (page: Page, name: string) => page.getByRole('combobox', { name })
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true })
const me = (expert: ExpertUser) => expert.call(expertRoutes.me, {})

const openProject = async (name: string) => {
  const body = { projectName: freshName(name), isPublished: true, publishedSummary: '面向县级医院。' }
  return await manager.call(projectRoutes.create, { body })
}

function picture(name: string) {
  const image = new PNG({ width: 40, height: 40 })
  randomFillSync(image.data)
  return { name, mimeType: 'image/png', buffer: PNG.sync.write(image) }
}

describe('a profile that somebody else has changed', () => {
  it('UX-17 HSE-29: is loaded again without losing the input, and can then be saved', async () => {
    const expert = await world.expert()
    await visit({ as: expert, path: '/my-profile/edit', viewport: PHONE }, async (page) => {
      await page.getByLabel('工作单位').fill('北京协和医院')
      const { expertId, version } = await me(expert)
      await manager.call(expertRoutes.update, { body: { expertId, version, department: '全科' } })
      await button(page, '保存').click()
      const alert = page.getByRole('alert').filter({ hasText: '该记录已被他人修改' })
      await alert.getByText('对方修改了：科室。').waitFor()
      assert.ok(((await alert.boundingBox())?.y ?? -1) >= 0, 'the head of the form is in sight')
      await assertAccessible(page, 'a profile that somebody else has changed')
      await alert.getByRole('button', { name: '加载最新内容并保留我的修改' }).click()
      await page.getByRole('status').filter({ hasText: '已加载最新内容' }).waitFor()
      assert.equal(await page.getByLabel('工作单位').inputValue(), '北京协和医院')
      assert.equal(await page.getByLabel('科室').inputValue(), '全科')
      assert.notEqual((await me(expert)).unit, '北京协和医院')
      await button(page, '保存').click()
      await page.waitForURL('**/my-profile')
      await page.getByText('北京协和医院').waitFor()
    })
    const { unit, department } = await me(expert)
    assert.deepEqual([unit, department], ['北京协和医院', '全科'])
  })

  it('WEB-34 HSE-29: names person, field and both values where both have changed the same, and asks which one stays', async () => {
    const expert = await world.expert()
    await visit({ as: expert, path: '/my-profile/edit' }, async (page) => {
      await page.getByLabel('工作单位').fill('我的医院')
      await page.getByLabel('职称').fill('副主任医师')
      const { expertId, version } = await me(expert)
      const theirs = { unit: '对方的医院', title: '教授', bankName: '工商银行' }
      await manager.call(expertRoutes.update, { body: { expertId, version, ...theirs } })
      await button(page, '保存').click()
      const dialog = page.getByRole('dialog', { name: '你们修改了同一处，请选择' })
      await dialog.getByText('对方修改了：开户银行。').waitFor()
      const ask = (label: string) => dialog.getByRole('group', { name: label })
      await ask('工作单位').getByText('对方的医院').waitFor()
      await assertAccessible(page, 'two values of one field')
      await ask('工作单位').getByRole('radio', { name: '我的' }).check()
      const use = dialog.getByRole('button', { name: '采用所选内容' })
      assert.ok(await use.isDisabled(), 'both fields are asked for')
      await ask('职称').getByRole('radio', { name: '对方的' }).check()
      await use.click()
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await page.getByLabel('职称').inputValue(), '教授')
      await button(page, '保存').click()
      await page.waitForURL('**/my-profile')
    })
    const { unit, title, bankName } = await me(expert)
    assert.deepEqual([unit, title, bankName], ['我的医院', '教授', '工商银行'])
  })
})

describe('choices of an expert', () => {
  it('WEB-46 HSE-29: province and city of a bank are found by the keyboard, and any other text may be typed', async () => {
    const expert = await world.expert()
    await visit({ as: expert, path: '/my-profile/edit', viewport: NARROW }, async (page) => {
      const region = combobox(page, '开户地区')
      await region.fill('杭州')
      await option(page, '浙江省 杭州市').waitFor()
      assert.equal(await region.getAttribute('aria-expanded'), 'true')
      await region.press('ArrowDown')
      assert.equal(
        await region.getAttribute('aria-activedescendant'),
        await option(page, '浙江省 杭州市').getAttribute('id'),
      )
      await assertAccessibleEverywhere(page, 'places that are offered')
      await page.setViewportSize(NARROW)
      await assertNoSideScroll(page, 'places that are offered')
      await region.press('Escape')
      assert.equal(await page.getByRole('listbox').count(), 0)
      assert.equal(await region.inputValue(), '杭州', 'what was typed stays')
      await region.press('ArrowUp')
      await region.press('Enter')
      assert.equal(await region.inputValue(), '浙江省 杭州市')
      await region.press('Enter')
      await page.waitForURL('**/my-profile')
      assert.equal((await me(expert)).bankRegion, '浙江省 杭州市')
      await page.goto('/my-profile/edit')
      await combobox(page, '开户地区').fill('澳门氹仔')
      await button(page, '保存').click()
      await page.waitForURL('**/my-profile')
    })
    assert.equal((await me(expert)).bankRegion, '澳门氹仔')
  })

  it('MOB-1 HSE-29: what is typed before the script of the choices is there is searched for when it comes', async () => {
    const expert = await world.expert()
    await visit({ as: expert, path: '/my-profile' }, async (page) => {
      const typed = Promise.withResolvers<void>()
      await page.route('**/combobox-*.js', async (route) => {
        await typed.promise
        await route.continue()
      })
      await page.goto('/my-profile/edit')
      await combobox(page, '开户地区').fill('杭州')
      typed.resolve()
      await option(page, '浙江省 杭州市').click()
      assert.equal(await combobox(page, '开户地区').inputValue(), '浙江省 杭州市')
    })
  })

  it('TAX-17 HSE-29: a nationality is one of the list: another text gives way to it, and it can be emptied', async () => {
    const expert = await world.expert()
    await visit({ as: expert, path: '/my-profile/edit', language: 'en' }, async (page) => {
      await page.getByLabel('Identity document').selectOption({ label: 'Passport of another country' })
      await page.getByLabel('Document number').fill('E1234567')
      const nationality = combobox(page, 'Nationality')
      await nationality.fill('Fra')
      await nationality.press('ArrowDown')
      await nationality.press('Tab')
      assert.equal(await nationality.inputValue(), 'France')
      await nationality.fill('Nowhere')
      await page.getByText('Nothing found').waitFor()
      await nationality.press('Tab')
      assert.equal(await nationality.inputValue(), 'France')
      await nationality.click()
      assert.equal(await option(page, 'France').getAttribute('aria-selected'), 'true')
      await option(page, 'Germany').click()
      await button(page, 'Save').click()
      await page.getByText('Germany').waitFor()
      assert.equal((await me(expert)).nationality, 'DE')
      await page.goto('/my-profile/edit')
      assert.equal(await nationality.inputValue(), 'Germany')
      await nationality.fill('')
      await button(page, 'Save').click()
      await page.waitForURL('**/my-profile')
    })
    assert.equal((await me(expert)).nationality, null)
  })

  it('HSE-29 UX-29: a plan is submitted with a published project and a document, and deleted after a question', async () => {
    const project = await openProject('随访项目')
    const expert = await world.expert()
    await visit({ as: expert, path: '/my-plans/new', viewport: PHONE }, async (page) => {
      await button(page, '保存').click()
      await page.locator('[name=planName][aria-invalid=true]:focus').waitFor()
      await page.getByLabel('方案名称').fill('随访方案')
      await combobox(page, '所属项目').fill(project.projectName.slice(0, -1))
      await option(page, project.projectName).click()
      const files = page.locator('input[type=file]:not([capture])')
      await files.setInputFiles({
        name: 'a.exe',
        mimeType: 'application/x-msdownload',
        buffer: Buffer.from('x'),
      })
      await page.getByText('a.exe 不是可以上传的文件类型，未上传').waitFor()
      await files.setInputFiles(picture('design.png'))
      await page.getByRole('button', { name: '打开 design.png' }).waitFor()
      await assertAccessible(page, 'a plan with a document')
      await assertTargets(page, 'a plan with a document')
      await button(page, '保存').click()
      await page.getByRole('heading', { level: 1, name: '随访方案' }).waitFor()
      await page.getByText('方案已提交，等待审核').waitFor()
      await page.getByRole('link', { name: '打开方案文件' }).waitFor()
      await page.getByRole('link', { name: '修改方案' }).click()
      await page.getByRole('button', { name: '移除 方案文件' }).click()
      await button(page, '保存').click()
      await page.getByRole('heading', { level: 1, name: '随访方案' }).waitFor()
      assert.equal(await page.getByRole('link', { name: '打开方案文件' }).count(), 0)
      const [plan] = (await expert.call(planRoutes.list, {})).rows
      assert.deepEqual([plan?.projectId, plan?.designFileUrl], [project.projectId, null])
      await page.goto('/my-plans?auditStatus=approved')
      await page.getByText('没有找到，请换一个条件').waitFor()
      await page.getByLabel('审核状态').selectOption({ label: '审核状态 · 全部' })
      await button(page, '删除 随访方案').click()
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
      await page.getByText('还没有提交方案').waitFor()
    })
    assert.equal((await expert.call(planRoutes.list, {})).total, 0)
  })
})

it('WEB-10 HSE-29: a sign-up is changed while it is pending, and deleted after a question', async () => {
  const project = await openProject('报名项目')
  const expert = await world.expert()
  const { projectId, projectName } = project
  await expert.call(executionIntentRoutes.create, { body: { projectId, remark: '周末可参加' } })
  await visit({ as: expert, path: '/sign-ups', viewport: NARROW }, async (page) => {
    await button(page, `修改 ${projectName}`).click()
    await assertAccessible(page, 'a sign-up that is changed')
    await page.getByRole('dialog').getByLabel('留言').fill('平日也可参加')
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await page.getByRole('paragraph').filter({ hasText: '平日也可参加' }).waitFor()
    await assertNoSideScroll(page, 'sign-ups')
    await button(page, `删除 ${projectName}`).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await page.getByText('还没有报名').waitFor()
  })
  assert.equal((await expert.call(executionIntentRoutes.list, {})).total, 0)
})

it('HSE-29: an expert reads all that is said of a project before signing up for it, on the narrowest phone', async () => {
  const summary = Array.from({ length: 12 }, (_, at) => `第${at + 1}段：面向县级医院的心衰诊疗培训。`).join(
    '\n',
  )
  const projectName = freshName('长摘要项目')
  await manager.call(projectRoutes.create, {
    body: { projectName, isPublished: true, publishedSummary: summary },
  })
  await visit({ as: await world.expert(), viewport: NARROW }, async (page) => {
    await page.goto(`/sign-ups/new?keyword=${encodeURIComponent(projectName)}`)
    const said = page.locator('.card').filter({ hasText: projectName }).locator('p.lines')
    assert.equal(await said.innerText(), summary)
    const clamps = `[...document.querySelectorAll('.card p')].filter((each) => each.scrollHeight > each.clientHeight)`
    assert.equal(await page.evaluate<number>(`${clamps}.length`), 0)
    await assertNoSideScroll(page, 'open projects')
  })
})

it('NOT-6 HSE-29: a kind of notice that is off is told in no way, and keeps what was chosen for when it is on again', async () => {
  const expert = await world.expert()
  const invitation = async () => {
    const { kinds } = await expert.call(noticeRoutes.preferences, {})
    const { mode, sms } = kinds.find(({ kind }) => kind === 'meetingInvitation')!
    return { mode, sms }
  }
  const before = await invitation()
  await visit({ as: expert, viewport: NARROW }, async (page) => {
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/assets/notices-*.js', async (route) => {
      asked.resolve()
      await answered.promise
      return route.continue()
    })
    await page.goto('/notices')
    const mode = page.getByLabel('会议邀请 · 时间')
    const sms = page.getByLabel('会议邀请 · 短信')
    assert.equal(await sms.isChecked(), before.sms)
    // On a slow phone it is chosen before the script of the page is there.
    await asked.promise
    await mode.selectOption('off')
    answered.resolve()
    await sms.and(page.locator(':disabled:not(:checked)')).waitFor()
    await button(page, '保存').click()
    await page.getByText('通知设置已保存').waitFor()
    assert.deepEqual(await invitation(), { mode: 'off', sms: before.sms })
    await mode.selectOption('now')
    assert.equal(await sms.isChecked(), before.sms)
    await assertNoSideScroll(page, 'notice settings')
    await assertTargets(page, 'notice settings')
  })
})

/** What the page has asked of the service since it was opened. */
const ASKED = `performance.getEntriesByType('resource').filter(({ name }) => /\\/api\\/|list/.test(name)).length`

/** The longest that people have been called by, and a name without a place to break at. */
const CHINESE = '阿卜杜热合曼·'.repeat(8).slice(0, 50)
const LATIN = 'Wolfeschlegelsteinhausenbergerdorff'

const paths = (attendeeId: number) => [
  ...OF_EXPERT,
  `/my-meetings/${attendeeId}`,
  '/my-meetings/calendar',
  `/my-agreements/${attendeeId}`,
  '/my-payments',
  '/sign-ups/new',
]
/** Judged by other files, with more on them. */
const JUDGED_ELSEWHERE = /^\/(?:security|password|notices|my-payments|my-meetings\/.+|my-agreements\/.+)$/

// Pages outside a session are those of frame/login.browser.test.ts.
for (const language of ['zh-CN', 'en'] as const)
  it(`HSE-29 MOB-1 UX-21 UX-22: no page scrolls sideways on a screen of 320 px, with long names and a large fee${language === 'en' ? '' : ', and each is accessible and fits phone and desktop'} (${language})`, async () => {
    const expert = await world.expert({ name: language === 'en' ? LATIN : CHINESE })
    const { meetingId } = await world.meeting({ scheduleLocation: LATIN.repeat(2) })
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone, laborFee: '9999999.99' })
    const { planId } = await expert.call(planRoutes.create, { body: { planName: '随访方案' } })
    const [message] = (await expert.call(messageRoutes.list, {})).rows
    await visit({ as: expert, path: '/', viewport: NARROW, language }, async (page) => {
      await isComplete(page)
      assert.equal(await page.evaluate<number>(ASKED), 0, 'the page holds what it shows')
      const all = [...paths(attendeeId), `/my-plans/${planId}`, `/messages/${message?.msgId}`]
      for (const [at, path] of all.entries()) {
        await page.goto(path)
        await page.setViewportSize(NARROW)
        await assertNoSideScroll(page, path)
        // Colors and roles are those of the other language.
        if (language === 'zh-CN' && !JUDGED_ELSEWHERE.test(path)) await assertPage(page, path, at)
      }
      await page.goto('/messages')
      await page.setViewportSize(NARROW)
      const row = page.locator('a.line', { has: page.locator('.badge') }).first()
      const [whole, title] = [await row.boundingBox(), await row.locator('.text').boundingBox()]
      assert.ok(title!.width > whole!.width * 0.8, `a title takes ${title!.width} of ${whole!.width} px`)
    })
  })
