// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { freshPhone } from '@consilium/api/test/harness.ts'
import { ID_CARD_NO } from '@consilium/api/test/meeting-world.ts'
import { startVerifierServer } from '@consilium/api/test/verifier-server.ts'
import { assertAccessible, assertNoSideScroll, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const REASON = '已当面核对身份证原件'
const PROVIDER = '示例核验中心'

const verifier = await startVerifierServer({ otherwise: { state: 'match' } })
after(() => verifier.close())
const { api, visit } = await openPortal({
  env: { IDENTITY_VERIFIER_URL: verifier.url, IDENTITY_VERIFIER_NAME: PROVIDER },
})
const manager = await api.manager()

it('TRU-10: an expert whom the verifier does not match is approved with a reason; the page shows both, and checks again', async () => {
  const phone = freshPhone()
  verifier.tell(phone, { state: 'mismatch', fields: ['name', 'phone'] })
  const body = { name: '李文博', phone, idCardNo: ID_CARD_NO }
  const { expertId } = await manager.call(expertRoutes.create, { body })
  await visit({ as: manager, path: `/experts/${expertId}` }, async (page) => {
    const section = page.getByRole('region', { name: '身份核验' })
    await section.getByText('核验不一致').waitFor()
    await section.getByText('姓名、手机号').waitFor()

    await page.getByRole('button', { name: '审核' }).click()
    const dialog = page.getByRole('dialog', { name: '审核' })
    const reason = dialog.getByLabel('未核验一致仍通过的理由')
    await reason.waitFor()
    await assertAccessible(page, '身份核验')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('审核通过须填写理由', { exact: false }).first().waitFor()
    await dialog.getByLabel('不通过').click()
    await reason.waitFor({ state: 'hidden' })
    await dialog.getByLabel('通过', { exact: true }).click()
    await reason.fill(REASON)
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await section.getByText(REASON).waitFor()

    verifier.tell(phone, null)
    await section.getByRole('button', { name: '重新核验' }).click()
    await section.getByText('核验一致', { exact: true }).waitFor()
    await section.getByText(PROVIDER).waitFor()
    await section.getByText('今日还可核验 4 次').waitFor()
    await assertAccessible(page, '身份核验')

    await page.setViewportSize(PHONE)
    await section.getByText(REASON).waitFor()
    await assertNoSideScroll(page, '身份核验')
  })
  const { auditStatus, identityCheck } = await manager.call(expertRoutes.get, { params: { expertId } })
  assert.equal(auditStatus, 'approved')
  assert.deepEqual([identityCheck.basis?.by, identityCheck.basis?.reason], ['hand', REASON])
})
