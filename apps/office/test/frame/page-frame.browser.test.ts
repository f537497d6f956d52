// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { freshName, freshPhone } from '@consilium/api/test/harness.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import {
  assertAccessibleEverywhere,
  assertNoSideScroll,
  assertTargets,
  goWithin,
  isComplete,
  PHONE,
} from '../page-checks.ts'
import { often } from '@consilium/test-kit/often.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager, executor, rival, project } = world
const NARROW = { width: 320, height: 640 }

describe('the frame of a page', () => {
  it('WEB-11: stays around unknown addresses and missing records, which offer no useless retry, and is not printed', async () => {
    await visit({ as: manager, path: '/no-such-page' }, async (page) => {
      const menu = page.getByRole('navigation', { name: '菜单' })
      for (const [path, heading] of [
        ['/no-such-page', '页面不存在'],
        ['/my-plans', '页面不存在'],
        ['/projects/999999', '记录不存在'],
      ] as const) {
        await goWithin(page, path)
        await page.getByRole('heading', { level: 1, name: heading }).waitFor()
        await menu.waitFor()
        assert.equal(await page.getByRole('main').count(), 1)
        assert.equal(await page.getByRole('button', { name: '重试' }).count(), 0)
      }
      await goWithin(page, '/projects/new')
      await page.emulateMedia({ media: 'print' })
      assert.equal(await menu.isVisible(), false)
      assert.equal(await page.getByRole('textbox', { name: '项目名称' }).isVisible(), true)
      await page.emulateMedia({ media: 'screen' })
      await page.setViewportSize(PHONE)
      await goWithin(page, '/meetings')
      await assertTargets(page, 'a list with its menu of views')
    })
  })

  it('WEB-11 HSE-29: an address that is none is a page of their own for experts and visitors, who have a way on from it', async () => {
    const languages = ['zh-CN', 'en'] as const
    for (const [at, [as, path, wayOn]] of (
      [
        ['doctor', '/no-such-page', '**/'],
        ['doctor', '/meetings', '**/'],
        [null, '/no-such-page', '**/login'],
      ] as const
    ).entries())
      for (const language of often(0, 1) === 1 ? languages : [languages[at % 2]!])
        await visit({ ...(as && { as }), path, language, viewport: NARROW }, async (page) => {
          const name = language === 'en' ? 'Page not found' : '页面不存在'
          await page.getByRole('heading', { level: 1, name }).waitFor()
          assert.equal(await page.locator('#root').count(), 0)
          await assertNoSideScroll(page, path)
          await assertAccessibleEverywhere(page, `${path} for ${as}`)
          await page.getByRole('link', { name: language === 'en' ? 'Back to home' : '返回首页' }).click()
          await page.waitForURL(wayOn)
        })
  })

  it('WEB-42: before the app has come, and before it is known who has logged in, the frame is there, and what is on its way is drawn as lines everywhere', async () => {
    await visit({ as: manager, ownWindow: true }, async (page) => {
      const app = Promise.withResolvers<void>()
      const [profile, list] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await page.route('**/assets/office-*.js', async (route) => app.promise.then(() => route.continue()))
      await page.route(/\/getInfo$/, async (route) => profile.promise.then(() => route.continue()))
      await page.route(/\/project\/list/, async (route) => list.promise.then(() => route.continue()))
      await page.goto('/projects', { waitUntil: 'commit' })
      await page.locator('.first-header').getByText('Consilium').waitFor()
      const place = (of: string) => page.locator(of).first().boundingBox()
      const before = await place('.first-header')
      const lines = await place('.first-page .first-lines')
      // If the app does not come, the page says so after a while.
      const slow = page.getByText('请检查网络后刷新页面')
      assert.equal(await slow.isVisible(), false)
      await page.evaluate('document.getAnimations().forEach((each) => each.finish())')
      await slow.waitFor()
      app.resolve()
      const waiting = page.locator('main[aria-busy=true] .mantine-Skeleton-root')
      await waiting.waitFor()
      const mask = await page.evaluate(
        `getComputedStyle(document.querySelector('.mantine-Skeleton-root')).maskImage`,
      )
      assert.match(String(mask), /repeating-linear-gradient/)
      assert.deepEqual(await place('header'), before)
      assert.deepEqual(await place('main .mantine-Skeleton-root'), lines)
      profile.resolve()
      await page.getByRole('heading', { level: 1, name: '项目' }).waitFor()
      assert.deepEqual(await place('header'), before)
      await page.locator('main .mantine-Skeleton-root').first().waitFor()
      list.resolve()
      await isComplete(page)
    })
  })

  it('WEB-42: without scripts the page says what it needs, and nothing seems to be on its way', async () => {
    await visit({ as: manager, path: '/projects', javaScript: false }, async (page) => {
      await page.locator('noscript').getByRole('link').waitFor()
      assert.equal(await page.locator('.first-frame').isVisible(), false)
    })
  })

  it('WEB-11: an account that must choose a password first requests nothing else', async () => {
    const phone = freshPhone()
    const { meetingId } = await world.meeting()
    await world.attendee(meetingId, { phone, name: '新来的专家' })
    const newcomer = { ...(await api.expert()), userName: phone, password: phone }
    await visit({ as: newcomer, logsIn: true }, async (page) => {
      const refused: string[] = []
      page.on('response', (response) => {
        if (response.status() === 403) refused.push(response.url())
      })
      await page.goto('/')
      await page.waitForURL(/\/password/)
      await page.getByRole('textbox', { name: '新密码' }).waitFor()
      assert.deepEqual(refused, [])
    })
  })
})

describe('choices and words', () => {
  it('WEB-9: the first faulty field has the focus, and a template is called by its name', async () => {
    await visit({ path: '/register/expert', expected: [/401/] }, async (page) => {
      await page.getByRole('button', { name: '注册' }).click()
      await page.locator('[name=name]:focus').waitFor()
    })
    const templateName = freshName('会诊协议')
    const { rows } = await manager.call(agreementRoutes.listTemplates, {})
    const content = rows[0] && (await manager.call(agreementRoutes.getTemplate, { params: rows[0] })).content
    const made = await manager.call(agreementRoutes.createTemplate, {
      body: { templateName, content: content ?? '' },
    })
    const meeting = await world.meeting({ laborTemplateId: made.templateId })
    for (let index = 0; index < 21; index++)
      await manager.call(agreementRoutes.createTemplate, {
        body: { templateName: freshName('较新协议'), content: content ?? '' },
      })
    await visit({ as: manager, path: `/meetings/${meeting.meetingId}/edit` }, async (page) => {
      const template = page.getByRole('combobox', { name: '协议模板' })
      await template.waitFor()
      assert.equal(await template.inputValue(), templateName)

      const executors = page.getByRole('combobox', { name: '执行单位' })
      await executors.click()
      const options = page.getByRole('option')
      await options.first().waitFor()
      const offered = await options.allInnerTexts()
      const { execOrgNames } = await manager.call(projectRoutes.get, { params: project })
      assert.deepEqual(offered.toSorted(), execOrgNames.split('、').toSorted())
      assert.equal(offered.length, [executor, rival].length)
    })
    assert.equal((await manager.call(meetingRoutes.get, { params: meeting })).laborTemplateName, templateName)
  })

  it('WEB-10: a project that was signed up for is marked instead of offered again', async () => {
    const { projectId, version } = await manager.call(projectRoutes.get, { params: project })
    await manager.call(projectRoutes.update, { body: { projectId, version, isPublished: true } })
    const expert = await world.expert()
    await visit({ as: expert, path: '/sign-ups/new' }, async (page) => {
      const row = page.getByRole('listitem').filter({ hasText: project.projectName })
      await row.getByRole('button', { name: /报名/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: '报名' }).click()
      await page.waitForURL(/\/sign-ups$/)
      await goWithin(page, '/sign-ups/new')
      await row.getByText('已提交').waitFor()
      assert.equal(await row.getByRole('button').count(), 0)
    })
  })
})
