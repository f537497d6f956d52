// Engine: postgres
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { noticeRoutes } from '@consilium/contract/notices/preferences.ts'
import type { Page } from 'playwright-core'
import { openProvider } from '@consilium/api/test/channel-servers.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { assertAccessibleEverywhere, assertNoSideScroll, DESKTOP, goWithin, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const HOUR_MS = 3_600_000
const provider = await openProvider({ ok: { errcode: 0 }, final: { errcode: 93000 } })
const { api, visit } = await openPortal({ clock: seasonClock, env: { WECOM_BOT_URL: provider.url } })
after(provider.close)

it('NOT-4: a main account adds a bot, corrects its address, tests it and deletes it', async () => {
  const executor = await api.executor()
  await visit({ as: executor, path: `/organizations/${executor.orgId}` }, async (page) => {
    await page.getByText('尚未添加机器人').waitFor()
    await page.getByRole('button', { name: '添加机器人' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('群名称').fill('项目组')
    await dialog.getByLabel('Webhook 地址').fill('https://evil.example/hook')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('不是该机器人的地址').waitFor()
    await dialog.getByLabel('Webhook 地址').fill(`${provider.url}/cgi-bin/webhook/send?key=0a1b2c3d-4e5f`)
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('地址末位 4e5f').waitFor()
    await page.getByRole('button', { name: '发送测试消息' }).click()
    await page.getByText('测试消息已发送').waitFor()
    await page.getByText('最近发送').waitFor()
    provider.state.behaviour = 'final'
    // A message under the pointer stays.
    await page.mouse.move(0, 0)
    await page.getByText('测试消息已发送').waitFor({ state: 'hidden' })
    await page.getByText('已保存').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: '发送测试消息' }).click()
    await page.getByText('机器人未接受消息').waitFor()
    await page.getByRole('button', { name: '修改', exact: true }).click()
    await dialog.getByLabel('群名称').fill('会务组')
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByText('会务组').waitFor()
    await assertAccessibleEverywhere(page, 'the bots of an organization')
    await page.setViewportSize(PHONE)
    await assertNoSideScroll(page, 'the bots of an organization')
    await page.getByRole('button', { name: '删除', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await page.getByText('尚未添加机器人').waitFor()
  })
})

it('NOT-3: an address is entered, confirmed by the link in the mail, and the link works once', async () => {
  const user = await api.leader()
  await visit({ as: user, path: '/security' }, async (page) => {
    await page.getByRole('button', { name: '填写邮箱' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('邮箱').fill('wu')
    await dialog.getByRole('button', { name: '发送确认邮件' }).click()
    await dialog.getByText('请输入邮箱地址').waitFor()
    await dialog.getByLabel('邮箱').fill('wu@example.com')
    await dialog.getByRole('button', { name: '发送确认邮件' }).click()
    await page.getByText('确认邮件已发送至 wu@example.com').waitFor()
  })
  const mails = readFileSync(join(api.dataDir, 'mail-outbox.txt'), 'utf8')
  const path = /\/mail-confirmation\?token=[\w-]+/.exec(mails)?.[0]
  assert.ok(path)
  await visit({ path }, async (page) => {
    await page.getByRole('button', { name: '确认', exact: true }).click()
    await page.getByText('邮箱已确认').waitFor()
    await page.goto(path)
    await assertAccessibleEverywhere(page, 'the confirmation of a mail address')
    await page.getByRole('button', { name: '确认', exact: true }).click()
    await page.getByText('确认链接已失效或已使用').waitFor()
  })
  await visit({ as: user, path: '/security' }, async (page) => {
    await page.getByText('wu@example.com').waitFor()
    await page.getByRole('button', { name: '更换邮箱' }).waitFor()
  })
})

it('NOT-1: a short address leads whom it was sent to, and tells others that it does not work', async () => {
  const world = await openWorld(api)
  const expert = await world.expert()
  const { meetingId } = await world.meeting()
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  // The service makes them where it has an address for text messages.
  const code = 'Aa1Bb2Cc'
  const to = { user_id: expert.userId, resource: 'meetingAttendee', record_id: attendeeId }
  const expire_time = seasonClock.wire(new Date(seasonClock.now().getTime() + HOUR_MS))
  await api.db
    .insertInto('notice_link')
    .values({ ...to, code, expire_time })
    .execute()
  const leadsNowhere = async (page: Page) => {
    await page.getByRole('heading', { level: 1, name: '链接无法打开' }).waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
    await assertAccessibleEverywhere(page, 'an address that leads nowhere')
    await page.getByRole('link', { name: '全部消息' }).click()
    await page.waitForURL('**/messages')
  }
  const expected = [/404/]
  await visit({ as: expert, path: `/n/${code}`, viewport: PHONE, expected }, async (page) => {
    await page.getByRole('heading', { name: '您的答复' }).waitFor()
    assert.match(new URL(page.url()).pathname, /^\/my-meetings\/\d+$/)
    await page.goto('/n/AAAAAAAA')
    await leadsNowhere(page)
  })
  await visit({ as: await api.leader(), path: `/n/${code}`, expected }, leadsNowhere)
})

it('NOT-6: an expert chooses on a phone how to be told, and one way has to stay for what must be signed', async () => {
  const expert = await api.expert()
  await visit({ as: expert, path: '/messages', viewport: PHONE }, async (page) => {
    await page.getByRole('link', { name: '通知设置' }).click()
    await page.getByLabel('会议邀请 · 时间').selectOption('digest')
    await page.getByLabel('开始').selectOption('22:30')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('通知设置已保存').waitFor()
    await assertNoSideScroll(page, 'notice settings')
    await assertAccessibleEverywhere(page, 'notice settings')
    const kept = await expert.call(noticeRoutes.preferences, {})
    assert.deepEqual(
      [kept.quietFrom, kept.kinds.find(({ kind }) => kind === 'meetingInvitation')?.mode],
      ['22:30', 'digest'],
    )
    await page.getByLabel('协议待签署 · 时间').selectOption('off')
    await page.getByRole('button', { name: '保存' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: /须至少保留/ })
      .first()
      .waitFor()
  })
})

it('NOT-7: who runs a meeting sees what was sent about it, whom nothing reaches, and who is reminded when', async () => {
  const world = await openWorld(api)
  const { executor } = world
  const { meetingId, meetingName } = await world.meeting()
  const [reached, unreached] = [
    await world.expert({ name: '林可达' }),
    await world.expert({ name: '石无讯' }, null),
  ]
  const { attendeeId } = await world.attendee(meetingId, { phone: reached.phone })
  await world.attendee(meetingId, { phone: unreached.phone })
  await executor.call(attendeeRoutes.remind, { body: { attendeeIds: [attendeeId] } })
  await api.db.updateTable('sys_user').set({ phone: null }).where('user_id', '=', unreached.userId).execute()
  await visit({ as: executor, path: `/meetings/${meetingId}?tab=attendees` }, async (page) => {
    await page.getByText('有 1 位专家收不到短信和邮件：石无讯').waitFor()
    await page.getByRole('tab', { name: '概览' }).click()
    const notices = page.getByRole('region', { name: '通知', exact: true })
    await notices
      .getByRole('listitem')
      .filter({ hasText: '林可达 · 会议邀请' })
      .filter({ hasText: /短信 · 2026.* 已发送/ })
      .first()
      .waitFor()
    await assertAccessibleEverywhere(page, 'a meeting with its notices')
    await notices.getByRole('link', { name: '提醒预览' }).click()
    const preview = page.getByRole('region', { name: '提醒预览' }).last()
    await preview
      .getByRole('row')
      .filter({ hasText: '林可达' })
      .filter({ hasText: '协议待签署' })
      .first()
      .waitFor()
    assert.match(await page.getByRole('combobox', { name: '会议' }).inputValue(), new RegExp(meetingName))
    await assertAccessibleEverywhere(page, 'reminder rules')
    await page.setViewportSize(PHONE)
    await assertNoSideScroll(page, 'reminder rules')

    await page.setViewportSize(DESKTOP)
    await goWithin(page, `/attendees/${attendeeId}`)
    await page.getByRole('region', { name: '通知', exact: true }).getByText('短信').first().waitFor()
    await page.getByRole('link', { name: '全部通知记录' }).click()
    await page.getByRole('heading', { name: '通知记录', level: 1 }).waitFor()
    await page.getByText('林可达').first().waitFor()
  })
})

it('NOT-8 NOT-5 NOT-1: an operator sets a limit, writes a text anew, sends it to itself, and makes a rule of reminders', async () => {
  const operator = await api.secondAdmin()
  await visit({ as: operator, path: '/deliveries' }, async (page) => {
    await page.getByRole('link', { name: '上限与用量' }).click()
    await page.getByRole('button', { name: '修改：全平台 · 邮件' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('每日上限（条）').fill('-1')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('须为数字').waitFor()
    await dialog.getByLabel('每日上限（条）').fill('777')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('/ 777').waitFor()
    await assertAccessibleEverywhere(page, 'limits of notices')
    await page.setViewportSize(PHONE)
    await assertNoSideScroll(page, 'limits of notices')

    await page.setViewportSize(DESKTOP)
    await goWithin(page, '/deliveries/texts')
    await page.getByRole('button', { name: '修改：会议邀请' }).click()
    await dialog.getByLabel('中文').fill('诚邀{name}参会')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('不是可用的占位符').first().waitFor()
    await dialog.getByLabel('中文').fill('诚邀您参会（{meeting}）')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('诚邀您参会（{meeting}）').waitFor()
    await assertAccessibleEverywhere(page, 'texts of notices')
    await page.getByRole('button', { name: '短信发给自己：会议邀请' }).click()
    await page.getByText('测试通知已由服务商接收').waitFor()
    await page.getByRole('button', { name: '邮件发给自己：会议邀请' }).click()
    await page.getByText('您的账号没有该渠道的地址').waitFor()
    await page.setViewportSize(PHONE)
    await assertNoSideScroll(page, 'texts of notices')
    assert.match(readFileSync(join(api.dataDir, 'sms-outbox.txt'), 'utf8'), new RegExp(operator.phone))

    await page.setViewportSize(DESKTOP)
    await goWithin(page, '/reminder-rules')
    await page.getByRole('button', { name: '新增规则' }).click()
    await dialog.getByLabel('生效日').fill('2020-01-01')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('规则须从今天或以后生效').first().waitFor()
    await dialog.getByLabel('生效日').fill('2099-01-01')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('row').filter({ hasText: '2099-01-01' }).getByText('待生效').waitFor()
  })
})
