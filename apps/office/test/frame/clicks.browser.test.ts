// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { freshPhone, SMS_CODE } from '@consilium/api/test/harness.ts'
import { IDENTITY, openWorld, SCHEDULED, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { countClicks, draw, goWithin, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager, executor } = world

describe('how many clicks the usual tasks take', () => {
  it('WEB-20 WEB-21 WEB-22: a project is created and assigned with five, a meeting with two experts and their fees with five, and one with twenty experts of a sheet with six; five experts are approved with four, from the home of a manager', async () => {
    const [sponsor, runner] = [await api.sponsor(), await api.executor()]
    const projectOf = async (projectName: string) => {
      const body = { projectName, execAdminUserIds: [executor.userId] }
      return (await manager.call(projectRoutes.create, { body })).projectId
    }
    const projectId = await projectOf('双专家项目')
    const [one, other] = [await world.expert({ name: '首位专家' }), await world.expert({ name: '次位专家' })]
    await visit({ as: manager, path: '/projects' }, async (page) => {
      let clicks = await countClicks(page)
      await page.getByRole('link', { name: '新建项目' }).click()
      await page.getByRole('textbox', { name: '项目名称' }).click()
      await page.keyboard.type('慢病管理')
      for (const { orgName } of [sponsor, runner]) {
        await page.keyboard.press('Tab')
        await page.keyboard.type(orgName)
        await page.getByRole('option', { name: orgName }).click()
      }
      await page.getByRole('button', { name: '保存' }).click()
      await page.getByRole('heading', { name: '慢病管理' }).waitFor()
      assert.equal(await clicks(), 5)

      await goWithin(page, `/projects/${projectId}`)
      clicks = await countClicks(page)
      await page.getByRole('link', { name: '新建会议' }).click()
      await page.getByRole('combobox', { name: '邀请专家' }).click()
      for (const { name } of [one, other]) await page.getByRole('option', { name }).click()
      await page.keyboard.press('Escape')
      for (const { name } of [one, other]) await page.getByLabel(new RegExp(`^${name} .*劳务费`)).fill('3000')
      await page.getByRole('button', { name: '保存' }).click()
      await page.getByRole('heading', { name: '双专家项目' }).waitFor()
      assert.equal(await clicks(), 5)

      for (const name of ['甲', '乙', '丙', '丁', '戊']) await api.expert({ name: `待审${name}` })
      await goWithin(page, '/')
      clicks = await countClicks(page)
      await page.getByRole('link', { name: /^专家待审核/ }).click()
      await page.getByRole('checkbox', { name: '选择本页全部' }).check()
      await page.getByRole('button', { name: '通过', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: '通过' }).click()
      await page.getByText('没有符合条件的记录').waitFor()
      assert.equal(await clicks(), 4)

      await goWithin(page, `/projects/${await projectOf('名单项目')}`)
      const lines = Array.from({ length: 20 }, (_, n) => `专家${n},${freshPhone()},某某医院,3000`)
      const sheet = `姓名,手机,工作单位,劳务费\n${lines.join('\n')}\n`
      clicks = await countClicks(page)
      await page.getByRole('link', { name: '新建会议' }).click()
      await page.getByRole('button', { name: '保存' }).click()
      await page.getByRole('tab', { name: '参会专家' }).click()
      await page.getByRole('button', { name: '批量添加专家' }).click()
      const dialog = page.getByRole('dialog', { name: '批量添加专家' })
      const choosing = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: /表格|文件/ }).click()
      await (await choosing).setFiles({ name: '专家.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
      await dialog.getByRole('button', { name: '添加 20 位' }).click()
      await dialog.getByText('已添加 20 位').waitFor()
      await page.keyboard.press('Escape')
      assert.equal(await clicks(), 6)
    })
    const [project] = (await manager.call(projectRoutes.list, { query: { projectName: '慢病管理' } })).rows
    assert.deepEqual(project?.sponsorAdminUserIds, [sponsor.userId])
    assert.deepEqual(project.execAdminUserIds, [runner.userId])
    const { rows } = await manager.call(meetingRoutes.list, { query: { projectId } })
    assert.equal(rows.length, 1)
  })

  it('WEB-24 MOB-1: an agreement that is read and drawn is signed with four, and three one after the other on a phone with 21, from the home', async () => {
    const expert = await world.expert()
    const ids: number[] = []
    for (let n = 0; n < 3; n++) {
      const { meetingId } = await world.meeting({ ...SCHEDULED })
      const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
      ids.push(attendeeId)
    }
    await visit({ as: expert, path: '/', viewport: PHONE }, async (page) => {
      const clicks = await countClicks(page)
      await page
        .getByRole('link', { name: /^(?:签署协议|继续签署)/ })
        .first()
        .click()
      for (const [n] of ids.entries()) {
        await page.getByLabel('开户银行').fill(IDENTITY.bankName)
        await page.getByRole('combobox', { name: '开户地区' }).fill(IDENTITY.bankRegion)
        await page.getByLabel('银行账号').fill(IDENTITY.bankAccount)
        await page.getByRole('button', { name: '下一步：阅读协议' }).click()
        await draw(page, 200)
        const drawn = await clicks()
        await page.getByLabel(/我已阅读全文并同意/).check()
        await page.getByRole('button', { name: '获取验证码' }).click()
        await page.getByLabel('短信验证码').fill(SMS_CODE)
        await page.getByRole('main').getByRole('button', { name: '签署协议' }).click()
        await page.getByRole('dialog').getByRole('button', { name: '签署协议' }).click()
        await page.getByText('协议已签署').waitFor()
        assert.equal((await clicks()) - drawn, 4)
        if (n < 2) await page.getByRole('link', { name: /签署下一份/ }).click()
      }
      assert.equal(await clicks(), 21)
    })
    for (const attendeeId of ids)
      assert.equal(
        (await expert.call(agreementRoutes.get, { params: { attendeeId } })).signatureStatus,
        'signed',
      )
  })

  it('WEB-22 WEB-25: the amount of an invoice is corrected with four, from its meeting; all who have not signed are reminded with two, from the home of an executor', async () => {
    const { meetingId: unsigned } = await world.meeting(SCHEDULED)
    for (let n = 0; n < 3; n++) await world.attendee(unsigned)
    for (const currentStage of ['inviting', 'scheduled', 'agreements'] as const)
      await manager.call(meetingRoutes.changeStage, { body: { meetingId: unsigned, currentStage } })
    const { meetingId } = await world.meeting()
    const body = { meetingId, invoiceNumber: '25312000000012345678', totalAmount: '1060.00' }
    const { recordId } = await executor.call(materialRoutes.meetingInvoice.create, { body })
    await visit({ as: executor, path: `/meetings/${meetingId}` }, async (page) => {
      let clicks = await countClicks(page)
      await page.getByRole('tab', { name: '发票' }).click()
      await page.getByRole('button', { name: `编辑 ${body.invoiceNumber}` }).click()
      const bench = page.getByRole('dialog', { name: '核对发票' })
      const amount = bench.locator('[name=totalAmount]')
      await amount.click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('1600.00')
      await bench.getByRole('button', { name: '保存并关闭' }).click()
      await bench.waitFor({ state: 'hidden' })
      assert.equal(await clicks(), 4)

      await goWithin(page, '/')
      clicks = await countClicks(page)
      await page.getByRole('link', { name: /3 份未签/ }).click()
      await page.getByRole('button', { name: '提醒未签署的 3 人' }).click()
      await page.getByText('已提醒 3 人').waitFor()
      assert.equal(await clicks(), 2)
    })
    const { rows } = await executor.call(materialRoutes.meetingInvoice.list, { query: { meetingId } })
    assert.deepEqual(
      rows.map((row) => [row.recordId, row.totalAmount]),
      [[recordId, '1600.00']],
    )
  })
})
