// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dictionaryRoutes } from '@consilium/contract/dictionaries/dictionaries.ts'
import { expertRoutes, type AuditStatus } from '@consilium/contract/experts/experts.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { planRoutes } from '@consilium/contract/plans/plans.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import type { Page } from 'playwright-core'
import { freshName, freshPhone, SMS_CODE, type ExpertUser } from '@consilium/api/test/harness.ts'
import { openWorld, SCHEDULED, seasonClock } from '@consilium/api/test/meeting-world.ts'
import {
  assertAccessible,
  assertAccessibleEverywhere,
  assertNoSideScroll,
  assertTargets,
  PHONE,
} from '../page-checks.ts'
import { logRequests } from '../page-watch.ts'
import { openPortal } from '../portal.ts'

/** Requests that only approved experts may cause. */
const GATED = /meetingAttendee|laborAgreement|projectPlan/
const GATED_ENTRIES = ['我的会议', '我的协议', '我的方案']

// experts/forms.browser.test.ts judges every page of an expert.
const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager } = world

async function decide(
  { expertId }: ExpertUser,
  auditStatus: AuditStatus,
  auditOpinion?: string,
): Promise<void> {
  const data = await manager.call(expertRoutes.get, { params: { expertId } })
  const body = { expertId, version: data.version, auditStatus, ...(auditOpinion ? { auditOpinion } : {}) }
  await manager.call(expertRoutes.update, { body })
}

async function approvedExpert(): Promise<ExpertUser> {
  const expert = await api.expert()
  await decide(expert, 'approved')
  return expert
}

async function invite(expert: ExpertUser, given: Parameters<typeof world.meeting>[0] = {}) {
  const { meetingId } = await world.meeting({ ...SCHEDULED, ...given })
  return world.attendee(meetingId, { phone: expert.phone })
}

const openProject = async () => {
  const body = { projectName: freshName('县域培训'), isPublished: true, publishedSummary: '面向县级医院。' }
  return await manager.call(projectRoutes.create, { body })
}

async function suggestCategory(): Promise<void> {
  const admin = await api.admin()
  const dictType = 'plan_category'
  await admin.call(dictionaryRoutes.createType, {
    body: { dictType, dictName: '方案类别', dictNameEn: 'Plan category' },
  })
  const dictLabel = '病例征集'
  await admin.call(dictionaryRoutes.createData, {
    body: { dictType, dictValue: 'cases', dictLabel, dictLabelEn: 'Case collection', dictSort: 0 },
  })
}

const entry = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true })
const badge = (page: Page, count: number) => page.getByRole('link', { name: `消息，${count} 条未读` })

async function unreadCount(expert: ExpertUser): Promise<number> {
  return (await expert.call(messageRoutes.list, { query: { isRead: 'false' } })).total
}

describe('an expert before and after the review', () => {
  it('SVC-8 UX-26 UX-27 EVT-5: sees and requests nothing before approval, and everything once it arrives', async () => {
    const expert = await api.expert()
    await invite(expert)
    await visit({ as: expert }, async (page) => {
      const requests = logRequests(page)
      for (const path of ['/', '/my-meetings', '/my-agreements', '/my-plans', '/my-plans/new']) {
        await page.goto(path)
        await page.getByText('您的资料正在审核').waitFor()
      }
      await page.goto('/')
      await page.getByRole('heading', { name: '未读消息' }).waitFor()
      await entry(page, '我的资料').waitFor()
      for (const name of GATED_ENTRIES) assert.equal(await entry(page, name).count(), 0, name)
      for (const name of ['待签协议', '近期会议'])
        assert.equal(await page.getByRole('heading', { name }).count(), 0, name)
      await badge(page, await unreadCount(expert)).waitFor()
      assert.deepEqual(requests.matching(GATED), [])

      const reading = logRequests(page)
      await decide(expert, 'approved')
      for (const name of GATED_ENTRIES) await entry(page, name).waitFor()
      await page.getByRole('heading', { name: '待签协议' }).waitFor()
      await page.getByRole('link', { name: '签署协议 · 心衰诊疗提升' }).waitFor()
      assert.equal(await page.getByText('您的资料正在审核').count(), 0)
      assert.deepEqual(reading.matching(/login|main-/), [], 'neither a login nor a reload')
      await badge(page, await unreadCount(expert)).waitFor()
    })
  })

  it('UX-26: a rejection is shown with its reason and what to do', async () => {
    const expert = await api.expert()
    await decide(expert, 'rejected', '身份证照片不清晰')
    await visit({ as: expert, path: '/', viewport: PHONE }, async (page) => {
      await page.getByText('审核意见：身份证照片不清晰').waitFor()
      await page.getByRole('link', { name: '完善我的资料' }).click()
      await page.getByRole('heading', { name: '身份证照片' }).waitFor()
    })
  })
})

describe('messages', () => {
  it('UX-27 EVT-5: the badge follows new, read and all-read messages', async () => {
    const expert = await approvedExpert()
    await visit({ as: expert, path: '/messages' }, async (page) => {
      await badge(page, 1).waitFor()
      const attendee = await invite(expert)
      await badge(page, 2).waitFor()
      await page.getByRole('link', { name: `会议邀请：${attendee.meetingName}` }).click()
      await badge(page, 1).waitFor()
      await page.getByRole('link', { name: '查看会议' }).click()
      await page.waitForURL(`**/my-meetings/${attendee.attendeeId}`)
      // Under the heading and among the details.
      await page.getByText('2026-12-05 09:00', { exact: true }).first().waitFor()
      await page.goto('/messages')
      await page.getByRole('button', { name: '全部标为已读' }).click()
      await badge(page, 0).waitFor()
      assert.ok(await page.getByRole('button', { name: '全部标为已读' }).isDisabled())
      assert.equal(await unreadCount(expert), 0)
    })
  })
})

describe('plans and sign-ups', () => {
  it('a rejected plan is changed, with a category of the dictionary, and submitted again', async () => {
    await suggestCategory()
    const expert = await approvedExpert()
    const plan = await expert.call(planRoutes.create, { body: { planName: '随访方案' } })
    const body = { planId: plan.planId, auditStatus: 'rejected' as const, auditOpinion: '请补充样本量' }
    await manager.call(planRoutes.audit, { body })
    await visit({ as: expert, path: `/my-plans/${plan.planId}`, viewport: PHONE }, async (page) => {
      await page.getByRole('alert').or(page.getByRole('status')).getByText('请补充样本量').waitFor()
      await page.getByRole('link', { name: '修改并重新提交' }).click()
      const category = page.getByRole('combobox', { name: '方案类别' })
      await category.waitFor()
      const suggested = await page
        .locator('datalist option')
        .evaluateAll((options) => options.map((option) => option.getAttribute('value')))
      assert.deepEqual(suggested, ['病例征集'])
      await category.fill(suggested[0]!)
      // This installation has no dictionary of forms, so the field is a plain one.
      await page.getByRole('textbox', { name: '项目形式' }).fill('线上')
      await page.getByLabel('备注').fill('样本量 300 例')
      await page.getByRole('button', { name: '保存' }).click()
      await page.waitForURL(`**/my-plans/${plan.planId}`)
      await page.getByText('样本量 300 例').waitFor()
    })
    const data = await expert.call(planRoutes.get, { params: { planId: plan.planId } })
    assert.deepEqual([data.auditStatus, data.planCategory, data.projectForm], ['pending', '病例征集', '线上'])
  })

  it('UX-16: an expert signs up once; a second time gets a warning', async () => {
    const project = await openProject()
    const expert = await api.expert()
    const open = async (page: Page) => {
      await page.goto('/sign-ups/new')
      await page.getByRole('button', { name: `报名 · ${project.projectName}` }).click()
    }
    const signUp = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '报名' }).click()
    await visit({ as: expert, viewport: PHONE }, async (page) => {
      await open(page)
      // A second window still offers what the first signs up for.
      const second = await page.context().newPage()
      await open(second)
      await signUp(page)
      await page.waitForURL('**/sign-ups')
      await page.getByRole('button', { name: `修改 ${project.projectName}` }).waitFor()
      await signUp(second)
      await second.locator('.notice.warning').waitFor()
      assert.equal(await second.locator('.notice.bad').count(), 0)
    })
  })
})

describe('the account of an expert', () => {
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const enterCode = async (page: Page, name: string) => {
    await button(page, '获取验证码').click()
    await page.getByText('验证码已发送').waitFor()
    await page.locator(`[name=${name}]`).fill(SMS_CODE)
  }
  const invited = async () => {
    const phone = freshPhone()
    await manager.call(expertRoutes.create, { body: { phone, name: '张静' } })
    return phone
  }

  it('COR-14: a forgotten password is replaced by an SMS code, starting at the login page', async () => {
    const { phone, userName } = await api.leader()
    const newPassword = freshName('Neu-')
    await visit({ path: '/login', viewport: PHONE }, async (page) => {
      await page.getByRole('link', { name: '忘记密码' }).click()
      await page.getByLabel('手机号').fill(phone)
      await enterCode(page, 'smsCode')
      await page.locator('[name=smsCode]').fill('000000')
      await page.locator('[name=newPassword]').fill(newPassword)
      await button(page, '设置新密码').click()
      await page.locator('[name=smsCode][aria-invalid=true]:focus').waitFor()
      await assertAccessibleEverywhere(page, 'a forgotten password')
      await page.setViewportSize(PHONE)
      await assertNoSideScroll(page, 'a forgotten password')
      await assertTargets(page, 'a forgotten password')
      await page.locator('[name=smsCode]').fill(SMS_CODE)
      await button(page, '设置新密码').click()
      await page.getByText('新密码已设置').waitFor()
      await page.getByRole('link', { name: '登录' }).click()
      await page.getByRole('tab', { name: '短信登录' }).waitFor()
    })
    await api.login(userName, newPassword)
  })

  it('SEC-4: an initial password that is the phone only allows choosing a password, with a code', async () => {
    const phone = await invited()
    await visit({ path: '/login', viewport: PHONE }, async (page) => {
      await page.getByLabel('用户名').fill(phone)
      await page.getByRole('textbox', { name: '密码' }).fill(phone)
      await button(page, '登录').click()
      await page.getByRole('heading', { level: 1, name: '设置新密码' }).waitFor()
      await page.locator('[name=newPassword]').fill(freshName('Neu-'))
      await button(page, '保存').click()
      await page.locator('[name=smsCode][aria-invalid=true]').waitFor()
      await assertAccessible(page, 'the first password')
      await assertTargets(page, 'the first password')
      await enterCode(page, 'smsCode')
      await button(page, '保存').click()
      await page.getByText('您的资料正在审核').waitFor()
    })
  })

  it('SEC-4: after a login by code only the new password is asked for', async () => {
    const phone = await invited()
    await visit({ path: '/login' }, async (page) => {
      await page.getByRole('tab', { name: '短信登录' }).click()
      await page.getByLabel('手机号').fill(phone)
      await enterCode(page, 'code')
      await button(page, '登录').click()
      await page.getByRole('heading', { level: 1, name: '设置新密码' }).waitFor()
      assert.equal(await page.locator('[name=smsCode], [name=oldPassword]').count(), 0)
      await page.locator('[name=newPassword]').fill(freshName('Neu-'))
      await button(page, '保存').click()
      await page.getByText('您的资料正在审核').waitFor()
    })
  })

  it('COR-14 SEC-7: a phone is changed with a code to the new one and the password; the owner is notified', async () => {
    const expert = await approvedExpert()
    const phone = freshPhone()
    await visit({ as: expert, path: '/security' }, async (page) => {
      await button(page, '更换手机号').click()
      const dialog = page.getByRole('dialog', { name: '更换手机号' })
      await dialog.getByLabel('新手机号').fill(phone)
      await enterCode(page, 'smsCode')
      await dialog.locator('[name=oldPassword]').fill('wrong-password')
      await button(page, '确认更换').click()
      await dialog.locator('[name=oldPassword][aria-invalid=true]:focus').waitFor()
      await assertAccessibleEverywhere(page, 'changing the phone')
      await dialog.locator('[name=oldPassword]').fill(expert.password)
      await button(page, '确认更换').click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('region', { name: '手机号' }).getByText(phone).waitFor()
      await page.goto('/messages')
      await page.getByRole('link', { name: '账号安全提醒' }).first().click()
      await page.getByText(`${phone.slice(0, 3)}****${phone.slice(-4)}`).waitFor()
    })
  })

  it('ASVS 14.3.1: after logging out neither the page nor the browser’s storage holds a record', async () => {
    const expert = await api.expert()
    await visit({ as: expert, path: '/my-profile', logsIn: true }, async (page) => {
      await page.getByText(expert.phone).waitFor()
      await page.getByRole('button', { name: `账号：${expert.name}` }).click()
      await button(page, '退出登录').click()
      await page.getByRole('tab', { name: '短信登录' }).waitFor()
      const kept = await page.evaluate<string[]>(`(async () => [
        document.documentElement.outerHTML,
        JSON.stringify({ ...localStorage, ...sessionStorage }),
        JSON.stringify(await indexedDB.databases()),
        JSON.stringify(await caches.keys()),
      ])()`)
      for (const secret of [expert.name, expert.phone])
        for (const place of kept) assert.ok(!place.includes(secret), secret)
      assert.deepEqual(kept.slice(2), ['[]', '[]'])
      const cookies = await page.context().cookies()
      assert.deepEqual(
        cookies.map(({ name }) => name),
        ['consilium_device'],
        'what tells the device from strangers’ holds no record and no session',
      )
      await page.goBack()
      await page.getByRole('tab', { name: '短信登录' }).waitFor()
      assert.equal(await page.getByText(expert.phone).count(), 0)
      await page.goto('/my-profile')
      await page.getByRole('tab', { name: '短信登录' }).waitFor()
    })
  })

  it('COR-15: a rejected expert corrects the profile, which is then reviewed again', async () => {
    const expert = await api.expert()
    await decide(expert, 'rejected', '工作单位不符')
    await visit({ as: expert, path: '/my-profile', viewport: PHONE }, async (page) => {
      await page.getByText('审核意见：工作单位不符').waitFor()
      assert.equal(await page.getByRole('link', { name: '完善我的资料' }).count(), 0, 'a link to itself')
      await page.getByRole('link', { name: '编辑资料' }).click()
      await page.getByLabel('工作单位').fill('北京协和医院')
      await button(page, '保存').click()
      await page.getByText('您的资料正在审核').waitFor()
      assert.equal(await page.getByText('审核意见').count(), 0)
    })
    const data = await expert.call(expertRoutes.me, {})
    assert.equal(data.auditStatus, 'pending')
  })

  it('TAX-17: an expert with a passport is asked for nationality, sex and date of birth, on a phone', async () => {
    const expert = await approvedExpert()
    await visit({ as: expert, path: '/my-profile', language: 'zh-CN', viewport: PHONE }, async (page) => {
      await page.getByRole('link', { name: '编辑资料' }).click()
      await page.getByRole('combobox', { name: '证件类型' }).waitFor()
      assert.ok(!(await page.getByLabel('出生日期').isVisible()), 'a resident card says it')
      await page.getByLabel('证件类型').selectOption({ label: '外国护照' })
      await page.getByLabel('证件号码').fill('E1234567')
      await page.getByRole('combobox', { name: '国籍（地区）' }).fill('法国')
      await page.getByRole('option', { name: '法国', exact: true }).click()
      await button(page, '保存').click()
      await page.getByText('还需补充：性别、出生日期').waitFor()
      await page.getByText('法国').waitFor()
      await assertAccessible(page, 'what is missing')
      await assertNoSideScroll(page, 'the profile on a phone')
      await page.getByRole('link', { name: '编辑资料' }).click()
      await page.getByLabel('性别').selectOption({ label: '女' })
      await page.getByLabel('出生日期').fill('2020-01-01')
      await button(page, '保存').click()
      await page.getByText('须年满16周岁').waitFor()
      await page.getByLabel('出生日期').fill('1968-05-20')
      await button(page, '保存').click()
      await page.getByText('1968-05-20').waitFor()
      assert.equal(await page.getByText('还需补充').count(), 0)
    })
    await visit({ as: manager, path: `/experts/${expert.expertId}` }, async (page) => {
      await page.getByText('****-**-**').waitFor()
      await page.getByRole('button', { name: '查看完整号码' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '查看完整号码' }).click()
      await page.getByText('法国').waitFor()
    })
  })

  it('COR-17: an invitation shows its fee before personal details are requested; without a fee nothing is requested', async () => {
    const expert = await approvedExpert()
    const settled = await invite(expert)
    const { meetingId } = await world.meeting()
    const open = await world.attendee(meetingId, { phone: expert.phone, laborFee: '0' })
    await visit(
      { as: expert, path: `/my-agreements/${settled.attendeeId}`, viewport: PHONE },
      async (page) => {
        await page.getByLabel('证件号码').waitFor()
        await page.getByText('¥ 4,155.45').waitFor()
        await assertAccessible(page, 'an invitation with a fee')
        await page.goto(`/my-agreements/${open.attendeeId}`)
        await page.getByText('劳务费尚未确定').waitFor()
        assert.equal(await page.getByRole('main').locator('input').count(), 0)
        await page.goto(`/my-meetings/${open.attendeeId}`)
        await page.getByText('在此之前无需填写任何信息').waitFor()
        assert.equal(await page.getByText('0.00').count(), 0, 'no fee of zero')
        await page.goto('/my-agreements')
        await page.getByText('费用待定').first().waitFor()
        await assertNoSideScroll(page, 'agreements')
      },
    )
  })
})
