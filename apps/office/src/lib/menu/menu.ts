import { isStaff } from '@consilium/contract/accounts/roles.ts'
import type { Profile } from '@consilium/contract/profile/profile.ts'
import type { OperationName } from '@consilium/contract/routes.ts'
import {
  IconBook,
  IconBriefcase,
  IconBuilding,
  IconBuildingHospital,
  IconFileText,
  IconHeartHandshake,
  IconHistory,
  IconKey,
  IconListCheck,
  IconSpeakerphone,
  IconStethoscope,
  IconScale,
  IconSend,
  IconTargetArrow,
  IconUsers,
  IconBulb,
  IconCash,
  IconClipboardCheck,
  IconCalendarEvent,
  IconGavel,
  IconHome,
  IconMail,
  IconReceipt,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react'
import { isPermitted } from '../session/permission.ts'
import type { menuTexts } from './menu-texts.ts'

type MenuKey = keyof (typeof menuTexts)['pairs']
type GroupKey = 'work' | 'people' | 'settings'

export interface MenuEntry {
  key: Exclude<MenuKey, GroupKey>
  to: string
  icon: Icon
  /** Accounts that may call this operation see the entry. */
  needs: OperationName | null
  /** An additional condition. */
  when?: (profile: Profile) => boolean
}

export interface MenuGroup {
  key: GroupKey
  entries: readonly MenuEntry[]
}

const ofStaff = ({ user }: Profile) => isStaff(user.roleType)

/** The menu; each account sees the entries that its role may call. */
export const MENU: readonly MenuGroup[] = [
  {
    key: 'work',
    entries: [
      { key: 'home', to: '/', icon: IconHome, needs: null },
      { key: 'supportOffers', to: '/sign-ups', icon: IconUserPlus, needs: 'supportIntent.create' },
      { key: 'projects', to: '/projects', icon: IconBriefcase, needs: 'project.list' },
      { key: 'meetings', to: '/meetings', icon: IconCalendarEvent, needs: 'meeting.list' },
      { key: 'laborPayments', to: '/labor-payments', icon: IconCash, needs: 'laborPayment.list' },
      { key: 'approvals', to: '/approvals', icon: IconClipboardCheck, needs: 'approval.list' },
      { key: 'waivers', to: '/waivers', icon: IconGavel, needs: 'gate.listWaivers' },
      { key: 'messages', to: '/messages', icon: IconMail, needs: null },
      { key: 'plans', to: '/plans', icon: IconBulb, needs: 'plan.list', when: ofStaff },
      { key: 'specialPlans', to: '/special-plans', icon: IconTargetArrow, needs: 'specialPlan.list' },
      {
        key: 'supportIntents',
        to: '/support-intents',
        icon: IconHeartHandshake,
        needs: 'supportIntent.list',
        when: ofStaff,
      },
      {
        key: 'executionIntents',
        to: '/execution-intents',
        icon: IconUserPlus,
        needs: 'executionIntent.list',
        when: ofStaff,
      },
      { key: 'publicity', to: '/publicity-intents', icon: IconSpeakerphone, needs: 'publicitySupport.list' },
    ],
  },
  {
    key: 'people',
    entries: [
      { key: 'experts', to: '/experts', icon: IconStethoscope, needs: 'expert.list' },
      { key: 'hospitals', to: '/hospitals', icon: IconBuildingHospital, needs: 'hospital.list' },
      { key: 'dimensions', to: '/dimensions', icon: IconBook, needs: 'dimension.list' },
      {
        key: 'declarations',
        to: '/conflict-declarations',
        icon: IconClipboardCheck,
        needs: 'cap.listDeclarations',
      },
      { key: 'organizations', to: '/organizations', icon: IconBuilding, needs: 'organization.list' },
      { key: 'persons', to: '/persons', icon: IconUsers, needs: 'person.list' },
    ],
  },
  {
    key: 'settings',
    entries: [
      { key: 'templates', to: '/templates', icon: IconFileText, needs: 'agreement.listTemplates' },
      { key: 'caps', to: '/caps', icon: IconScale, needs: 'cap.near' },
      { key: 'gatePolicies', to: '/gate-policies', icon: IconListCheck, needs: 'gate.listPolicies' },
      {
        key: 'approvalPolicies',
        to: '/approval-policies',
        icon: IconListCheck,
        needs: 'approvalPolicy.current',
      },
      {
        key: 'invoiceVerification',
        to: '/invoice-verification',
        icon: IconReceipt,
        needs: 'verification.usage',
      },
      { key: 'bankBranches', to: '/bank-branches', icon: IconBuilding, needs: 'bankBranch.import' },
      { key: 'accounts', to: '/accounts', icon: IconKey, needs: 'account.list' },
      { key: 'dictionaries', to: '/dictionaries', icon: IconBook, needs: 'dictionary.listTypes' },
      { key: 'reminderRules', to: '/reminder-rules', icon: IconListCheck, needs: 'reminder.rules' },
      { key: 'deliveries', to: '/deliveries', icon: IconSend, needs: 'delivery.list' },
      { key: 'operationLog', to: '/operation-log', icon: IconHistory, needs: 'audit.list' },
    ],
  },
]

export function menuFor(profile: Profile): MenuGroup[] {
  const isSeen = ({ needs, when }: MenuEntry) => isPermitted(profile, needs) && (when?.(profile) ?? true)
  return MENU.map(({ key, entries }) => ({ key, entries: entries.filter(isSeen) })).filter(
    ({ entries }) => entries.length > 0,
  )
}
