import { homePages } from '../features/home/pages.ts'
import { projectPages } from '../features/projects/pages.ts'
import { ownAccountPages } from '../features/own-account/pages.ts'
import { messagePages } from '../features/messages/pages.ts'
import { noticePages } from '../features/notices/pages.ts'
import { securityPages } from '../features/security/pages.ts'
import { signUpPages } from '../features/sign-ups/pages.ts'
import { accountPages } from '../features/accounts/pages.ts'
import { attendeePages } from '../features/attendees/pages.ts'
import { meetingPages } from '../features/meetings/pages.ts'
import { budgetPages } from '../features/budgets/pages.ts'
import { capPages } from '../features/caps/pages.ts'
import { bankBranchPages } from '../features/bank-branches/pages.ts'
import { bankPresetPages } from '../features/bank-presets/pages.ts'
import { batchPages } from '../features/batches/pages.ts'
import { paymentPages } from '../features/payments/pages.ts'
import { approvalPages } from '../features/approvals/pages.ts'
import { gatePages } from '../features/gates/pages.ts'
import { dimensionPages } from '../features/dimensions/pages.ts'
import { dictionaryPages } from '../features/dictionaries/pages.ts'
import { expertPages } from '../features/experts/pages.ts'
import { hospitalPages } from '../features/hospitals/pages.ts'
import { invoicePages } from '../features/invoices/pages.ts'
import { intentPages } from '../features/intents/pages.ts'
import { operationLogPages } from '../features/operation-log/pages.ts'
import { organizationPages } from '../features/organizations/pages.ts'
import { personPages } from '../features/persons/pages.ts'
import { planPages } from '../features/plans/pages.ts'
import { publicityIntentPages } from '../features/publicity-intents/pages.ts'
import { specialPlanPages } from '../features/special-plans/pages.ts'
import { templatePages } from '../features/templates/pages.ts'
import type { PageDefinition } from '../lib/menu/page-definition.ts'

/** Pages without the frame of the app and without its session. */
export const openPages: readonly Pick<PageDefinition, 'path' | 'load'>[] = [
  { path: '/door/$meetingId', load: () => import('../features/attendance/offline/offline-page.tsx') },
]

/** All pages behind the login, one line for each feature. */
export const pages: readonly PageDefinition[] = [
  ...homePages,
  ...ownAccountPages,
  ...securityPages,
  ...projectPages,
  ...messagePages,
  ...noticePages,
  ...signUpPages,
  ...meetingPages,
  ...attendeePages,
  ...planPages,
  ...specialPlanPages,
  ...intentPages,
  ...publicityIntentPages,
  ...expertPages,
  ...hospitalPages,
  ...bankBranchPages,
  ...dimensionPages,
  ...organizationPages,
  ...personPages,
  ...templatePages,
  ...accountPages,
  ...budgetPages,
  ...capPages,
  ...paymentPages,
  ...batchPages,
  ...bankPresetPages,
  ...approvalPages,
  ...gatePages,
  ...invoicePages,
  ...dictionaryPages,
  ...operationLogPages,
]
