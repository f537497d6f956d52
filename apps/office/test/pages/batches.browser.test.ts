// Engine: postgres
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { answerOf, codeOf, openBatchWorld } from '@consilium/api/test/batch-world.ts'
import { movableClock } from '@consilium/api/test/movable-clock.ts'
import type { User } from '@consilium/api/test/harness.ts'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { batchAnswerRoutes } from '@consilium/contract/batches/batch-answers.ts'
import { batchRoutes } from '@consilium/contract/batches/batches.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import type { Page } from 'playwright-core'
import {
  assertAccessible,
  assertNoSideScroll,
  assertPages,
  countClicks,
  DESKTOP,
  goWithin,
  isComplete,
  PHONE,
} from '../page-checks.ts'
import { often } from '@consilium/test-kit/often.ts'
import { openPortal } from '../portal.ts'
import { countRows, ROWS_OF_TABLE } from '../rows-in-sight.ts'

const MINUTE_MS = 60_000
const clock = movableClock()
const { api, visit } = await openPortal({ clock })
const world = await openBatchWorld(api, clock)
const { executor, locker, releaser, person, payable } = world
const language = 'zh-CN'

/** Visits as somebody with a second factor, proven a moment ago. A code counts once, so that each visit has its own. */
const visitAs = (
  user: User & { secret: string },
  path: string,
  act: (page: Page) => Promise<void>,
  spoken: 'zh-CN' | 'en' = language,
) =>
  visit({ language: spoken }, async (page) => {
    clock.advance(MINUTE_MS)
    const { request } = page.context()
    const post = async (route: { path: string }, data: object) => {
      const answer = await request.post(BASE_PATH + route.path, {
        headers: { [SESSION_HEADER]: SESSION_IN_COOKIE },
        data,
      })
      assert.equal(answer.status(), 200, await answer.text())
      return ((await answer.json()) as { data: { secondFactor?: { challenge: string } } }).data
    }
    const { userName: username, password } = user
    const login = await post(accountRoutes.login, { username, password })
    await post(secondFactorRoutes.login, {
      challenge: login.secondFactor?.challenge,
      code: codeOf(user, clock),
    })
    await page.goto(path)
    await isComplete(page)
    await act(page)
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })

it('WEB-32 PAY-1 PAY-3 PAY-5 PAY-6: everything payable is paid with under 12 clicks, from the list to the settled batch', async () => {
  for (let at = 0; at < 3; at++) await payable(await person(), '3000')
  await world.agreed(await person(), '3000', { isSigned: false })
  let clicks = 0
  let path = ''
  await visitAs(locker, '/labor-payments/due', async (page) => {
    await page.getByText('可付款 3 笔').waitFor()
    assert.equal(await page.getByText('专家尚未签署协议').count(), 0)
    const counted = await countClicks(page)
    await button(page, '全部可付款建批次').click()
    await page
      .getByRole('dialog')
      .getByText(/3 笔，应付 9,000\.00 元/)
      .waitFor()
    await assertAccessible(page, 'making a batch')
    await inDialog(page, '建付款批次').click()
    await button(page, '锁定').click()
    await page
      .getByRole('dialog')
      .getByText(/付款账户：.*0200\*+8901/)
      .waitFor()
    await assertAccessible(page, 'locking a batch')
    await inDialog(page, '锁定').click()
    await page.getByText(/锁定，须由另一位有权限的人员放行/).waitFor()
    clicks += await counted()
    path = new URL(page.url()).pathname
    assert.equal(await button(page, '放行').count(), 0)
    await page.getByText('6222***********5678').first().waitFor()
  })
  const batchId = Number(path.split('/').at(-1))
  await visitAs(releaser, path, async (page) => {
    clock.advance(11 * MINUTE_MS)
    const counted = await countClicks(page)
    await button(page, '放行').click()
    await assertAccessible(page, 'releasing a batch')
    await inDialog(page, '放行').click()
    const proof = page.getByRole('dialog', { name: '验证身份' })
    await proof.getByLabel('身份验证器动态码').fill(codeOf(releaser, clock))
    await assertAccessible(page, 'proving a second factor')
    await page.keyboard.press('Enter')
    await button(page, '下载银行文件').click()
    const { fileSha256, netAmount } = await releaser.call(batchRoutes.get, { params: { batchId } })
    const dialog = page.getByRole('dialog')
    await dialog.getByText(fileSha256 ?? '').waitFor()
    await dialog.getByText(`3 笔，合计 ${netAmount.replace(/(\d)(?=(\d{3})+\.)/g, '$1,')} 元`).waitFor()
    const download = page.waitForEvent('download')
    await inDialog(page, '下载银行文件').click()
    const bytes = readFileSync(await (await download).path())
    assert.equal(createHash('sha256').update(bytes).digest('hex'), fileSha256)

    const lines = await world.linesOf(batchId)
    const [bounced] = lines
    const file = answerOf(batchId, lines, {
      change: ({ lineId }) => (lineId === bounced!.lineId ? { result: '失败：账号户名不符' } : {}),
    })
    await button(page, '导入付款结果').click()
    const chooser = page.waitForEvent('filechooser')
    await inDialog(page, '选择文件').click()
    const given = { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(await file.arrayBuffer()) }
    await (await chooser).setFiles(given)
    await page
      .getByRole('dialog')
      .getByText(/到账 2 笔，退回 1 笔/)
      .waitFor()
    await page.getByRole('dialog').getByText('失败：账号户名不符').waitFor()
    await assertAccessible(page, 'an answer before it settles')
    await inDialog(page, '按付款结果结清').click()
    await page.getByText('已到账 2 笔，已退回 1 笔，未纳入 0 笔').waitFor()
    // What came back is in no sum.
    const { netAmount: arrived } = await releaser.call(batchRoutes.get, { params: { batchId } })
    await page
      .getByRole('row', { name: /^合计/ })
      .getByText(arrived.replace(/(\d)(?=(\d{3})+\.)/g, '$1,'))
      .waitFor()
    clicks += await counted()
    await button(page, 'SHA-256').click()
    await page
      .getByRole('dialog', { name: '银行文件的 SHA-256' })
      .getByText(fileSha256 ?? '')
      .waitFor()
    await assertAccessible(page, 'what the bank file is recognized by')
    await page.keyboard.press('Escape')
    await assertPages(page, [path, '/labor-payments/batches', '/labor-payments/due'])
  })
  assert.ok(clicks < 12, `${clicks} clicks`)
  await visit({ as: executor, path, language: 'en' }, async (page) => {
    await page.getByText('2 arrived, 1 returned, 0 not included').waitFor()
    await page.getByText('Returned').first().waitFor()
  })
})

it('WEB-32 PAY-2: some fees are selected with their sums, the rest says why it waits, and a batch is mended and cancelled', async () => {
  for (const fee of ['1000', '2000']) await payable(await person(), fee)
  const row = (page: Page, amount: string) => page.getByRole('row').filter({ hasText: amount })
  await visitAs(locker, '/labor-payments/due', async (page) => {
    for (const amount of ['1,000.00', '2,000.00']) await row(page, amount).getByRole('checkbox').check()
    await page.getByText(/^应付 3,000\.00 元，预计代扣税费 297\.03 元/).waitFor()
    await assertAccessible(page, 'selected fees')
    await button(page, '建付款批次').click()
    await inDialog(page, '建付款批次').click()
    await page.getByRole('heading', { name: '11月专家劳务费' }).waitFor()
    await row(page, '1,000.00').getByRole('checkbox').check()
    await button(page, '移出批次').click()
    await page.getByText('共 1 笔').first().waitFor()
    // The form of bank file that was used last is not offered any more.
    await page.evaluate(`localStorage.setItem('consilium.${locker.userId}.bank-preset', '"own-999999"')`)
    await button(page, '锁定').click()
    await inDialog(page, '锁定').waitFor()
    await page.getByText('上次使用的格式已停用，现已改选通用格式。').waitFor()
    assert.match(await page.getByRole('combobox', { name: '银行文件格式' }).inputValue(), /通用/)
    await page.keyboard.press('Escape')
    await inDialog(page, '锁定').waitFor({ state: 'detached' })
    await button(page, '作废').click()
    await inDialog(page, '作废').click()
    await page.getByText('已作废').first().waitFor()
    await goWithin(page, '/labor-payments/due?show=blocked')
    await page
      .getByText(/专家尚未签署协议/)
      .first()
      .waitFor()
    await page.getByText('暂不可付', { exact: false }).first().waitFor()
  })
})

it('WEB-32: a payment by itself shows the masked account and takes the reference of the bank', async () => {
  const fee = await payable(await person(), '900')
  await visit({ as: executor, path: '/labor-payments/due', language }, async (page) => {
    await page.getByLabel('姓名').fill(fee.name)
    await button(page, `登记付款 ${fee.name}`).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`收款账户：${fee.name} 6222***********5678，中国建设银行杭州西湖支行`).waitFor()
    await dialog.getByLabel('银行流水号').fill('HQP2026112000012345')
    // The name is written into the address a moment after it was typed, which asks nothing of this dialog.
    await page.waitForURL(/=%/)
    await assertAccessible(page, 'a payment with its account')
    await dialog.getByRole('button', { name: '登记付款' }).click()
    await page.getByText('付款已登记').waitFor()
  })
  const { rows } = await executor.call(paymentRoutes.list, { query: { meetingId: fee.meetingId } })
  assert.deepEqual(
    rows.map(({ bankReference }) => bankReference),
    ['HQP2026112000012345'],
  )
})

it('PAY-8 WEB-33: on a phone an expert reads each own payment without scrolling sideways, and the year by payer', async () => {
  const expert = await person()
  await payable(expert, '1200')
  await executor.call(paymentRoutes.record, {
    body: { attendeeId: (await payable(expert, '3000')).attendeeId, paidDate: clock.today() },
  })
  await visit({ as: expert, path: '/my-payments', language, viewport: PHONE }, async (page) => {
    await page.getByRole('group', { name: '付款记录' }).getByText('3,000.00').waitFor()
    await page.getByRole('group', { name: '待到账' }).getByText('1,200.00').waitFor()
    const year = page.getByRole('region', { name: '年度' })
    await year.getByText('全年应付').locator('..').getByText('¥ 3,000.00').waitFor()
    const [first] = await page.getByRole('main').getByRole('region').all()
    assert.equal(
      await first?.getAttribute('aria-label'),
      '年度',
      'what was paid comes before what is to be paid',
    )
    await assertNoSideScroll(page, 'own payments')
    await assertAccessible(page, 'own payments on a phone')
    await page.setViewportSize(DESKTOP)
    await page.getByRole('table', { name: '付款记录' }).getByText('3,000.00').waitFor()
  })
})

const LONG_TITLE = '2026年11月心血管内科多中心学术会议专家劳务费（第一批）'

it('WEB-33 PAY-3: in every state a batch shows six of its lines on a laptop and ten on a usual screen', async () => {
  const short: string[] = []
  const measured: string[] = []
  const look = async (page: Page, state: string, spoken: 'zh-CN' | 'en') => {
    await page.locator(ROWS_OF_TABLE).nth(1).waitFor()
    const list = page.getByRole('link', { name: spoken === 'en' ? 'Payment batches' : '付款批次' })
    assert.equal(await list.getAttribute('href'), '/labor-payments/batches')
    const counted = await countRows(page, ROWS_OF_TABLE)
    measured.push(...counted.map(({ width }) => `${state} ${width} ${spoken}`))
    for (const { width, seen, least } of counted)
      if (seen < least) short.push(`${state} ${width} ${spoken}: ${seen}`)
  }
  const prove = (user: typeof locker) => {
    clock.advance(MINUTE_MS)
    return user.call(secondFactorRoutes.confirm, { body: { code: codeOf(user, clock) } })
  }
  const languages = [
    ['zh-CN', 'en'],
    ['en', 'zh-CN'],
  ] as const
  for (const [mine, theirs] of languages.slice(0, often(1, 2))) {
    const fees = [await payable(await person(), '8000'), await payable(await person(), '9000')]
    const { batchId } = await locker.call(batchRoutes.create, {
      body: { title: LONG_TITLE, attendeeIds: fees.map(({ attendeeId }) => attendeeId) },
    })
    const path = `/labor-payments/batches/${batchId}`
    const settle = async () => {
      const lines = await world.linesOf(batchId)
      const bounced = lines[0]!.lineId
      const file = answerOf(batchId, lines, {
        change: ({ lineId }) => (lineId === bounced ? { result: '失败：收款账户状态异常，账户已销户' } : {}),
      })
      const { answerId } = await locker.call(batchAnswerRoutes.read, { query: { batchId }, file })
      await prove(locker)
      await locker.call(batchAnswerRoutes.apply, { body: { answerId } })
      assert.equal((await world.settled(locker, batchId)).state, 'settled')
    }
    await visitAs(
      locker,
      path,
      async (page) => {
        await look(page, 'draft', mine)
        await prove(locker)
        await world.lock(batchId)
        await page.reload()
        await look(page, 'locked', mine)
        await visitAs(releaser, path, (other) => look(other, 'to release', theirs), theirs)
        await prove(releaser)
        await world.release(batchId)
        await page.reload()
        await look(page, 'released', mine)
        await settle()
        await page.reload()
        await look(page, 'settled', mine)
      },
      mine,
    )
  }
  assert.equal(measured.length, often(10, 20))
  assert.deepEqual(short, [])
})
