// Engine: postgres
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { drawnSignature, openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import {
  assertAccessible,
  assertAccessibleEverywhere,
  assertNoSideScroll,
  goWithin,
  PHONE,
} from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { executor } = world
const picture = {
  name: '公章.png',
  mimeType: 'image/png',
  buffer: Buffer.from(drawnSignature().split(',')[1]!, 'base64'),
}

it('TRU-5 COR-27: a payer sets its seal, puts it on what was signed since, and the expert sees by whom', async () => {
  const { orgId, orgName } = (await executor.call(organizationRoutes.list, { query: {} })).rows[0]!
  const { meetingId } = await world.meeting()
  const expert = await world.expert()
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })

  await visit({ as: executor, path: `/organizations/${orgId}` }, async (page) => {
    await page.getByText('尚未设置印章').waitFor()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('请上传印章图片').waitFor()
    await page.locator('input[type=file][accept="image/png"]').setInputFiles(picture)
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('请填写印章责任人的姓名，不能填写单位名称').waitFor()
    await page.getByLabel('印章责任人').fill('赵敏')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByRole('img', { name: '单位印章' }).waitFor()
    await page.getByText('赵敏').first().waitFor()
    await assertAccessibleEverywhere(page, 'the seal of an organization')
    await page.setViewportSize(PHONE)
    await assertNoSideScroll(page, 'the seal of an organization')
  })
  await world.sign(expert, attendeeId)

  await visit({ as: expert, path: `/my-agreements/${attendeeId}` }, async (page) => {
    await page.getByText('待付款方盖章').waitFor()
  })
  await visit({ as: executor, path: `/meetings/${meetingId}?tab=attendees` }, async (page) => {
    await page.getByText('已签署，待盖章').first().waitFor()
    await page
      .getByRole('checkbox', { name: /全选|选择全部|全部/ })
      .first()
      .check()
    await page.getByRole('button', { name: '盖章', exact: true }).click()
    const question = page.getByRole('dialog')
    await question.getByText('盖章后不能撤回').waitFor()
    await assertAccessible(page, 'the question before sealing')
    await question.getByRole('button', { name: '盖章', exact: true }).click()
    await page.getByText('已盖章 1 份').waitFor()
    await page.getByText('已签署，待盖章').first().waitFor({ state: 'hidden' })

    await goWithin(page, `/organizations/${orgId}`)
    await page.getByRole('button', { name: '停用印章' }).click()
    await question.getByText('新签署的协议不再等待盖章').waitFor()
    await question.getByRole('button', { name: '停用印章' }).click()
    await page.getByText('尚未设置印章').waitFor()
  })
  const { seal } = await executor.call(agreementRoutes.get, { params: { attendeeId } })
  assert.equal(seal?.status, 'sealed')

  await visit({ as: expert, path: `/my-agreements/${attendeeId}`, viewport: PHONE }, async (page) => {
    await page.getByText(`${orgName} · ${seal.sealedByName}`).waitFor()
    await assertNoSideScroll(page, 'a sealed agreement')
  })
})
