import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expertRoutes } from '@consilium/contract/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations.ts'
import { projectRoutes } from '@consilium/contract/projects.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { assertPages } from './page-checks.ts'
import { openPortal } from './portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager, executor } = world

const saved = '已保存'

describe('people, organizations and accounts in the back office', () => {
  it('COR-6: a manager disables an organization on its page and restores it', async () => {
    const unit = await api.executor()
    await visit({ as: manager, path: `/organizations/${unit.orgId}` }, async (page) => {
      await page.getByRole('button', { name: '停用' }).click()
      await page.getByRole('dialog').getByText('主账号与全部人员立即退出').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
      await page.getByText(saved).first().waitFor()
      await page.getByRole('button', { name: '恢复' }).waitFor()
      const params = { orgId: unit.orgId }
      assert.equal((await manager.call(organizationRoutes.get, { params })).data.status, '1')
      await page.getByRole('button', { name: '恢复' }).click()
      await page.getByRole('button', { name: '停用' }).waitFor()
    })
  })

  it('COR-18: a manager disables an expert on its page', async () => {
    const expert = await api.expert()
    await visit({ as: manager, path: `/experts/${expert.expertId}` }, async (page) => {
      await page.getByRole('button', { name: '停用' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
      await page.getByRole('button', { name: '恢复' }).waitFor()
      const { data } = await manager.call(expertRoutes.get, { params: expert })
      assert.equal(data.status, '1')
    })
  })

  it('COR-19: a deletion that is refused names what refers to the record, with links, and archiving hides it', async () => {
    const unit = await api.executor()
    const { data: project } = await manager.call(projectRoutes.create, { body: { projectName: '引用项目' } })
    await manager.call(projectRoutes.assignExecutors, {
      params: project,
      body: { execAdminUserIds: [unit.userId] },
    })
    await visit({ as: manager, path: `/organizations?orgName=${unit.orgName}` }, async (page) => {
      await page.getByRole('button', { name: `删除 ${unit.orgName}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
      const link = page.getByRole('link', { name: '引用项目' })
      assert.equal(await link.getAttribute('href'), `/projects/${project.projectId}`)
      await page.goto(`/organizations/${unit.orgId}`)
      await page.getByRole('button', { name: '归档' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '归档' }).click()
      await page.getByRole('button', { name: '取消归档' }).waitFor()
      await page.goto(`/organizations?orgName=${unit.orgName}`)
      await page.getByText('没有符合条件的记录').waitFor()
      await page.goto(`/organizations?orgName=${unit.orgName}&archived=true`)
      await page.getByRole('link', { name: unit.orgName }).waitFor()
    })
  })

  it('COR-19: a main account changes the role of a person', async () => {
    const person = await api.person(executor, 'supervisor')
    await visit({ as: executor, path: `/persons/${person.personId}` }, async (page) => {
      await page.getByRole('button', { name: '变更角色' }).click()
      await page.getByRole('dialog').getByLabel('会务执行').check()
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
      await page.getByRole('definition').filter({ hasText: '会务执行' }).waitFor()
    })
  })

  it('COR-22: the people of a main account show its own row without disabling or deleting, and ask no status of a new one', async () => {
    await visit({ as: executor, path: '/persons' }, async (page) => {
      const row = page.getByRole('table', { name: '人员' }).locator('tbody tr').filter({ hasText: '主账号' })
      await row.waitFor()
      assert.equal(await row.getByRole('button', { name: /删除/ }).count(), 0)
      await row.getByRole('link').first().click()
      await page.getByRole('link', { name: '编辑' }).waitFor()
      assert.equal(await page.getByRole('button', { name: '停用' }).count(), 0)
      await page.goto('/persons/new')
      await page.getByLabel('用户名').waitFor()
      assert.equal(await page.getByText('停用', { exact: true }).count(), 0)
    })
    await visit({ as: manager, path: '/persons/new' }, async (page) => {
      await page.getByText('停用', { exact: true }).waitFor()
    })
  })

  it('COR-22 ATT-1: the attendees show phone, department and title at first', async () => {
    const { meetingId } = await world.meeting()
    await world.attendee(meetingId)
    await visit({ as: manager, path: `/meetings/${meetingId}?tab=attendees` }, async (page) => {
      for (const name of ['手机号', '科室', '职称'])
        await page.getByRole('columnheader', { name, exact: true }).waitFor()
    })
  })

  it('COR-20: an executor without a project reads why there is no meeting to make, and scores stay with the platform', async () => {
    const idle = await api.executor()
    await visit({ as: idle, path: '/meetings' }, async (page) => {
      await page.getByText('尚未获指派项目').waitFor()
      assert.equal(await page.getByRole('link', { name: '新建会议' }).count(), 0)
    })
    await visit({ as: executor, path: '/meetings' }, async (page) => {
      await page.getByRole('link', { name: '新建会议' }).waitFor()
    })
    await visit({ as: executor, path: '/projects' }, async (page) => {
      await page.getByRole('columnheader', { name: '项目负责人' }).waitFor()
      assert.equal(await page.getByRole('columnheader', { name: '评分' }).count(), 0)
    })
  })

  it('COR-20: a closed dictionary says so and offers no new value', async () => {
    await visit({ as: 'admin', path: '/dictionaries/meeting_stage' }, async (page) => {
      await page.getByText('取值由系统固定').waitFor()
      assert.equal(await page.getByRole('button', { name: '新增值' }).count(), 0)
      assert.equal(await page.getByRole('button', { name: /删除/ }).count(), 0)
    })
  })

  it('COR-11: staff change their own name, and it is shown at once', async () => {
    const leader = await api.leader()
    await visit({ as: leader, path: '/security' }, async (page) => {
      await page.getByRole('button', { name: '修改姓名' }).click()
      await page.getByRole('dialog').getByLabel('姓名').fill('吴新名')
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
      await page.getByText('吴新名').first().waitFor()
    })
  })

  it('COR-6 COR-18 COR-19: the pages are accessible, on a phone and at a desk', async () => {
    const expert = await api.expert()
    const { data: meeting } = await manager.call(meetingRoutes.get, { params: await world.meeting() })
    await visit({ as: manager, path: '/' }, (page) =>
      assertPages(page, [
        `/organizations/${executor.orgId}`,
        `/experts/${expert.expertId}`,
        `/meetings/${meeting.meetingId}?tab=attendees`,
        '/security',
      ]),
    )
  })
})
