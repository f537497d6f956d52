import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import type { Page, Request } from 'playwright-core'
import type { Cast } from './cast.ts'
import type { Records } from './records.ts'
import { click, fromRowMenu, MOST_MS, pressing, shot, type Shot } from './shot.ts'

const FIRST = { pageNum: 1, pageSize: 10 } as const
const ACCOUNT = /^(?:账号|帐号|Account)/
const DIALOG = '[role=dialog]'

/** The session ends while something is typed: every request is refused until the page is loaded anew. */
async function endSession(page: Page): Promise<void> {
  await page.getByRole('textbox').first().fill('2026 年心血管规范化诊疗项目', { timeout: MOST_MS })
  const leave = (request: Request) => {
    if (request.isNavigationRequest()) void page.unroute('**/api/**')
  }
  page.on('request', leave)
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 401, json: { code: 401, msg: 'Log in again', error: 'UNAUTHORIZED' } }),
  )
  await page.evaluate(`new BroadcastChannel('consilium.session').postMessage('ended')`)
  await page.locator(DIALOG).first().waitFor({ timeout: MOST_MS })
}

const loseNetwork = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false })
    dispatchEvent(new Event('offline'))
  })()`)

const choosing = (label: RegExp) => async (page: Page) => {
  await page.getByText(label).first().click({ timeout: MOST_MS })
  await page.waitForTimeout(MOST_MS / 10)
}

/** Pages and dialogs of managers that need records of their own or something that happens. */
export function managerExtras({ meetingWithInvoices, importId, payer }: Records): Shot[] {
  const invoices = `/meetings/${meetingWithInvoices}?tab=invoices`
  return [
    shot('/caps', 'cap-contents', { open: click(/^(?:查看内容|See the contents)/) }),
    shot('/gate-policies', 'gate-policy-rules', { open: click(/^(?:查看规则|See the rules)/) }),
    shot('/waivers', 'waiver-decide', { open: click(/^(?:审批|Decide)/) }),
    shot('/waivers', 'waiver-ask', { open: click(/^(?:新建豁免申请|New waiver request)/) }),
    ...(importId === undefined ? [] : [shot(`/persons/import?importId=${importId}`, 'persons-imported')]),
    ...(meetingWithInvoices === undefined
      ? []
      : [
          shot(invoices, 'invoices-recognized'),
          shot(invoices, 'invoice-workbench', { open: click(/^(?:编辑|Edit) /) }),
          shot(`/meetings/${meetingWithInvoices}?tab=gate`, 'meeting-gate'),
          shot(`/meetings/${meetingWithInvoices}?tab=materials`, 'materials-supervision', {
            open: choosing(/^(?:督导记录|Supervision records)$/),
          }),
          shot(`/meetings/${meetingWithInvoices}?tab=materials`, 'materials-reviews', {
            open: choosing(/^(?:资料审核|Material reviews)$/),
          }),
        ]),
    shot('/labor-payments', 'payment-explained', { open: click(/^(?:税额说明|Taxes)/) }),
    shot('/labor-payments', 'payment-reverse', { open: fromRowMenu(/^(?:冲销|Reverse)/) }),
    shot(`/organizations/${payer}`, 'organization-payer'),
    shot(`/organizations/${payer}`, 'tax-settings', { open: click(/^(?:调整扣缴设置|Change the tax)/) }),
    shot('/projects/new', 'session-ended', { open: endSession }),
    shot('/meetings', 'offline', { open: loseNetwork }),
    shot('/', 'account-menu', { open: pressing(ACCOUNT) }),
    shot('/meetings', 'views-menu', { open: pressing(/^(?:视图|Views)/) }),
    shot('/accounts', 'forbidden'),
    shot('/meetings/999999999', 'missing'),
    shot('/password', 'password'),
  ]
}

/** Dialogs of administrators. */
export const adminExtras = (): Shot[] => [
  shot('/dictionaries/department', 'dictionary-value-new', { open: click(/^(?:新增字典值|New value)/) }),
  shot('/caps/new', 'caps-new-filled'),
]

/** Pages of an organization about itself and its people. */
export async function executorExtras({ executor: { client } }: Cast): Promise<Shot[]> {
  const [org] = (await client.call(organizationRoutes.list, { query: FIRST })).rows
  const people = (await client.call(personRoutes.list, { query: FIRST })).rows
  const person = people.find(({ abilities }) => abilities.changeRole && abilities.resetPassword)
  const [organization, ofPerson] = [`/organizations/${org?.orgId}`, `/persons/${person?.personId}`]
  return [
    shot(organization, 'organization-own'),
    shot(ofPerson, 'person-role', { open: click(/^(?:变更角色|Change role)/) }),
    shot(ofPerson, 'person-password', { open: click(/^(?:重置密码|Reset password)/) }),
  ]
}

/** What a visitor sees who holds a signed agreement. */
export const signedExtras = ({ verifyPath }: Records): Shot[] =>
  verifyPath === undefined ? [] : [shot(verifyPath, 'verified'), shot('/verify/00000000', 'verify-unknown')]
