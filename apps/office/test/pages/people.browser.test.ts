// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { freshName, freshPhone, SMS_CODE } from '@consilium/api/test/harness.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import {
  assertAccessible,
  assertAccessibleEverywhere,
  assertNoSideScroll,
  assertPage,
  chooseOfRow,
  goWithin,
  PHONE,
} from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager, executor } = world

const saved = '已保存'

describe('people, organizations and accounts in the back office', () => {
  it('COR-6 COR-18 COR-19 COR-22 PER-8: the page of an expert shows its meetings and fees, the latest ten at first; a manager disables the expert there, gives a new person a status, and disables an organization and enables it; a refused deletion names the referring records with links, and archiving hides the record', async () => {
    const unit = await api.executor()
    const project = await manager.call(projectRoutes.create, { body: { projectName: '引用项目' } })
    await manager.call(projectRoutes.assignExecutors, {
      params: project,
      body: { execAdminUserIds: [unit.userId] },
    })
    const expert = await world.expert({ name: freshName('章参会') })
    const other = await world.attendee((await world.meeting()).meetingId)
    const path = `/experts/${expert.expertId}`
    await visit({ as: manager, path }, async (page) => {
      const meetings = page.getByRole('region', { name: '参会与劳务费' })
      await meetings.getByText('还没有参会记录').waitFor()
      let latest = other
      for (let index = 0; index < 11; index++) {
        const scheduleStartTime = `2026-12-${20 - index} 09:00:00`
        const { meetingId } = await world.meeting({ scheduleStartTime })
        const added = await world.attendee(meetingId, { phone: expert.phone, laborFee: `${3000 + index}` })
        if (index === 0) latest = added
      }
      await page.reload()
      const rows = meetings.getByRole('listitem')
      await rows.filter({ hasText: '应付金额 ¥ 3,000.00' }).getByText('待签署').waitFor()
      assert.equal(await rows.count(), 10)
      assert.equal(
        await rows.getByRole('link').first().getAttribute('href'),
        `/attendees/${latest.attendeeId}`,
      )
      await meetings.getByRole('button', { name: '显示更多' }).click()
      await rows.filter({ hasText: '3,010.00' }).waitFor()
      assert.equal(await rows.count(), 11)
      assert.equal(await meetings.locator(`a[href="/attendees/${other.attendeeId}"]`).count(), 0)

      await page.getByRole('button', { name: '停用' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
      await page.getByRole('button', { name: '启用' }).waitFor()
      assert.equal((await manager.call(expertRoutes.get, { params: expert })).status, '1')

      await goWithin(page, '/persons/new')
      await page.getByText('停用', { exact: true }).waitFor()

      await goWithin(page, `/organizations/${unit.orgId}`)
      await page.getByRole('button', { name: '停用' }).click()
      await page.getByRole('dialog').getByText('主账号与全部人员立即退出').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
      await page.getByText(saved).first().waitFor()
      await page.getByRole('button', { name: '启用' }).waitFor()
      const params = { orgId: unit.orgId }
      assert.equal((await manager.call(organizationRoutes.get, { params })).status, '1')
      await page.getByRole('button', { name: '启用' }).click()
      await page.getByRole('button', { name: '停用' }).waitFor()

      await goWithin(page, `/organizations?orgName=${unit.orgName}`)
      await chooseOfRow(page, unit.orgName, '删除')
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
      const link = page.getByRole('link', { name: '引用项目' })
      assert.equal(await link.getAttribute('href'), `/projects/${project.projectId}`)
      await goWithin(page, `/organizations/${unit.orgId}`)
      await page.getByRole('button', { name: '归档' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '归档' }).click()
      await page.getByRole('button', { name: '取消归档' }).waitFor()
      await goWithin(page, `/organizations?orgName=${unit.orgName}`)
      await page.getByText('没有符合条件的记录').waitFor()
      await goWithin(page, `/organizations?orgName=${unit.orgName}&archived=true`)
      await page.getByRole('link', { name: unit.orgName, exact: true }).waitFor()
    })
  })

  it('COR-14 COR-19 COR-20 COR-22 PER-8: a main account resets the password of its person after a confirmation, and changes the role; its people include its own row without disabling or deletion, and a new person has no status field; with a project it creates meetings, takes over one without an executor, and sees no scores', async () => {
    const person = await api.person(executor, 'supervisor')
    const meeting = await world.draft({ execUserId: null })
    await visit({ as: executor, path: `/persons/${person.personId}` }, async (page) => {
      await page.getByRole('button', { name: '重置密码' }).click()
      await page.getByRole('dialog').getByText('原密码立即失效').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: '重置密码' }).click()
      await page.getByText('密码已重置').waitFor()
      assert.equal((await person.attempt(accountRoutes.ownPhone, {})).status, 401)

      await page.getByRole('button', { name: '变更角色' }).click()
      await page.getByRole('dialog').getByLabel('会务执行').check()
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
      await page.getByRole('definition').filter({ hasText: '会务执行' }).waitFor()

      await goWithin(page, '/persons')
      const row = page.getByRole('table', { name: '人员' }).locator('tbody tr').filter({ hasText: '主账号' })
      await row.waitFor()
      assert.equal(await row.getByRole('button', { name: /更多操作/ }).count(), 0)
      await row.getByRole('link').first().click()
      await page.getByRole('link', { name: '编辑' }).waitFor()
      assert.equal(await page.getByRole('button', { name: '停用' }).count(), 0)
      await goWithin(page, '/persons/new')
      await page.getByLabel('用户名').waitFor()
      assert.equal(await page.getByText('停用', { exact: true }).count(), 0)

      await goWithin(page, '/meetings')
      await page.getByRole('link', { name: '新建会议' }).waitFor()
      await goWithin(page, '/projects')
      await page.getByRole('columnheader', { name: '项目负责人' }).waitFor()
      assert.equal(await page.getByRole('columnheader', { name: '评分' }).count(), 0)

      await goWithin(page, `/meetings/${meeting.meetingId}`)
      await page.getByRole('button', { name: '承办会议' }).click()
      await page.getByRole('dialog').getByText('劳务费由本单位支付').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: '承办会议' }).click()
      await page.getByText('本单位已承办这场会议').waitFor()
      await page.getByRole('button', { name: '承办会议' }).waitFor({ state: 'detached' })
      await page.getByText('等待系统管理员、项目管理员或项目负责人将会议转入“已批准”').waitFor()
    })
    const data = await manager.call(meetingRoutes.get, { params: meeting })
    assert.equal(data.execUserId, executor.userId)
  })

  it('WEB-33: a laptop shows the status of people with long user names whole', async () => {
    const body = {
      name: '欧阳慧敏',
      phone: freshPhone(),
      userName: 'hua.dong1.compliance.team1',
      password: 'initial-1',
    }
    await executor.call(personRoutes.create, {
      body: { ...body, department: '合规与风险管理部', position: '合规经理', role: 'supervisor' },
    })
    const viewport = { width: 1280, height: 720 }
    await visit({ as: manager, path: '/persons', language: 'en', viewport }, async (page) => {
      const table = page.getByRole('table', { name: 'People' })
      const row = table.getByRole('row').filter({ hasText: body.userName })
      const status = await row.getByText('Active', { exact: true }).boundingBox()
      const actions = await row.getByRole('cell').last().boundingBox()
      assert.ok(status!.x + status!.width <= actions!.x, JSON.stringify([status, actions]))
      assert.ok(actions!.height < 50, `${actions!.height} px for two lines of a name`)
    })
  })

  it('COR-20: an executor without a project learns why no meeting can be created', async () => {
    const idle = await api.executor()
    await visit({ as: idle, path: '/meetings' }, async (page) => {
      await page.getByText('尚未获指派项目').waitFor()
      assert.equal(await page.getByRole('link', { name: '新建会议' }).count(), 0)
    })
  })

  it('COR-14 COR-20: a closed dictionary says that it is closed and offers no new value; the operation log names each operation and links its record; an account that is not one of staff says where it is changed, instead of a form that would be refused', async () => {
    const expert = await api.expert()
    const unit = await api.executor()
    const person = await api.person(unit, 'finance')
    const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: '日志项目' } })
    await manager.attempt(projectRoutes.remove, { params: { projectId: '999999' } })
    await visit({ as: 'admin', path: '/dictionaries/meeting_stage' }, async (page) => {
      await page.getByText('值由系统固定').waitFor()
      assert.equal(await page.getByRole('button', { name: '新增字典值' }).count(), 0)
      assert.equal(await page.getByRole('button', { name: /更多操作/ }).count(), 0)

      await goWithin(page, '/operation-log?operation=project.')
      const row = (text: string) => page.getByRole('row').filter({ hasText: text })
      const created = row(`项目 ${projectId}`)
      await created.getByText('成功').waitFor()
      const link = created.getByRole('link', { name: `项目 ${projectId}` })
      assert.equal(await link.getAttribute('href'), `/projects/${projectId}`)
      await row('删除项目').getByText('未找到该记录').waitFor()
      assert.equal(await page.getByTitle('404 NOT_FOUND').count(), 1)

      await goWithin(page, `/accounts/${expert.userId}/edit`)
      await page.getByText('该账号属于单位或专家').waitFor()
      assert.equal(await page.getByRole('main').getByRole('textbox').count(), 0)
      await assertAccessible(page, 'an account that is changed elsewhere')
      await page.getByRole('link', { name: '前往专家' }).click()
      await page.getByRole('link', { name: expert.name }).first().waitFor()
      await goWithin(page, `/accounts/${unit.userId}/edit`)
      await page.getByRole('link', { name: '前往单位' }).waitFor()
      await goWithin(page, `/accounts/${person.userId}/edit`)
      await page.getByRole('link', { name: '前往人员' }).click()
      await page.getByRole('table').getByText(person.userName).waitFor()
    })
  })

  it('COR-14 SEC-7: an administrator replaces a phone, resets password and second factors and ends sessions', async () => {
    const expert = await api.expert()
    const phone = freshPhone()
    await visit({ as: 'admin', path: `/accounts/${expert.userId}` }, async (page) => {
      const open = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
      const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
      await open('更换手机号')
      await page.getByRole('dialog').getByText('原手机号会收到短信通知').waitFor()
      await assertAccessible(page, 'replacing a phone')
      await page.getByRole('dialog').getByLabel('新手机号').fill(phone)
      await confirm('更换手机号')
      await page.getByText('手机号已更换').waitFor()
      await page.getByRole('definition').filter({ hasText: phone }).first().waitFor()
      await open('结束全部登录')
      await page.getByRole('dialog').getByText('密码和两步验证保持不变').waitFor()
      await confirm('结束全部登录')
      await page.getByText('已结束全部登录').waitFor()
      await open('重置两步验证')
      await confirm('重置两步验证')
      await page.getByText('两步验证已重置').waitFor()
      await open('重置密码')
      await confirm('重置密码')
      await page.getByText('密码已重置').waitFor()
      await page.getByRole('definition').filter({ hasText: /^是$/ }).waitFor()
    })
    assert.equal((await expert.attempt(accountRoutes.ownPhone, {})).status, 401, 'the session has ended')
    const old = await api.anonymous.attempt(accountRoutes.login, {
      body: { username: expert.userName, password: expert.password },
    })
    assert.notEqual(old.status, 200, 'the password is gone')
  })

  it('SEC-7 COR-14: a main account proposes a phone, which takes effect when its owner confirms it with a code', async () => {
    const person = await api.person(executor, 'supervisor')
    const phone = freshPhone()
    await visit({ as: executor, path: `/persons/${person.personId}/edit` }, async (page) => {
      await page.getByText('须由本人用新手机号收到的验证码确认').waitFor()
      await page.getByLabel('手机号').fill(phone)
      await page.getByRole('button', { name: '保存' }).click()
      await page.getByText('待本人确认的新手机号').waitFor()
      await page.getByRole('definition').filter({ hasText: person.phone }).waitFor()
      assert.equal(await page.getByRole('button', { name: '更换手机号' }).count(), 0)
    })
    await visit({ as: person, path: '/security' }, async (page) => {
      await page.getByText(`申请将您的手机号改为 ${phone}`).waitFor()
      await page.getByRole('button', { name: '确认新手机号' }).click()
      const dialog = page.getByRole('dialog', { name: '确认新手机号' })
      await dialog.getByRole('button', { name: '获取验证码' }).click()
      await page.getByText('验证码已发送').waitFor()
      await dialog.getByRole('textbox', { name: '验证码' }).fill(SMS_CODE)
      await dialog.locator('[name=oldPassword]').fill(person.password)
      await dialog.getByRole('button', { name: '确认更换' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('region', { name: '手机号' }).getByText(phone).waitFor()
      await page.getByText('申请将您的手机号改为').waitFor({ state: 'detached' })
    })
  })

  it('COR-17: a meeting is created with a fee for each invited expert and an executor', async () => {
    const expert = await world.expert({ name: freshName('欧阳') })
    await visit({ as: manager, path: '/meetings/new' }, async (page) => {
      const choose = async (name: string, text: string) => {
        await page.getByRole('combobox', { name }).fill(text)
        await page.getByRole('option', { name: text }).first().click()
      }
      await choose('项目', '心衰诊疗提升')
      await choose('执行单位', executor.orgName)
      await choose('邀请专家', expert.name)
      await page.keyboard.press('Escape')
      const terms = page.getByRole('group', { name: expert.name })
      await page.getByRole('button', { name: '保存' }).click()
      await terms.getByRole('textbox', { name: '劳务费' }).and(page.locator('[aria-invalid=true]')).waitFor()
      await assertAccessibleEverywhere(page, 'inviting')
      await page.setViewportSize(PHONE)
      await assertNoSideScroll(page, 'inviting')
      await terms.getByRole('textbox', { name: '劳务费' }).fill('3000')
      await page.getByRole('button', { name: '保存' }).click()
      await page.getByRole('tab', { name: '参会专家' }).click()
      await page.getByRole('main').getByText('3,000.00').first().waitFor()
      await assertPage(page, 'the experts of a meeting', 1)
    })
    const { rows } = await expert.call(attendeeRoutes.list, {})
    assert.deepEqual(
      rows.map(({ payableAmount }) => payableAmount),
      ['3000.00'],
    )
  })

  it('COR-11: staff change their own name, which is shown immediately', async () => {
    const leader = await api.leader()
    await visit({ as: leader, path: '/security' }, async (page) => {
      await page.getByRole('button', { name: '修改姓名' }).click()
      await page.getByRole('dialog').getByLabel('姓名').fill('吴新名')
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
      await page.getByText('吴新名').first().waitFor()
    })
  })
})
