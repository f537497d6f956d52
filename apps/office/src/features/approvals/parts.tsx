import {
  APPROVAL_STATE_LABELS,
  type Approval,
  type ApprovalDetail,
} from '@consilium/contract/approvals/approvals.ts'
import {
  rulesOf,
  type ApprovalKind,
  type ApprovalOwner,
} from '@consilium/contract/approvals/approval-kinds.ts'
import { ROLE_LABELS, type RoleType } from '@consilium/contract/accounts/roles.ts'
import { Badge } from '@mantine/core'
import { money, useLabel, yuan } from '../../lib/format.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { approvalTexts } from './texts.ts'

const COLORS = {
  pending: 'yellow',
  approved: 'teal',
  refused: 'red',
  withdrawn: 'gray',
  superseded: 'gray',
  stale: 'gray',
} as const

export function StateBadge({ approval: { status, isSentBack } }: { approval: Approval }) {
  const t = useTexts(approvalTexts)
  const label = useLabel(APPROVAL_STATE_LABELS)
  const text = isSentBack && status === 'pending' ? t('sentBack') : label(status)
  return (
    <Badge variant="light" color={isSentBack && status === 'pending' ? 'orange' : COLORS[status]}>
      {text}
    </Badge>
  )
}

/** A category or check in words; nothing for a kind whose label says it. */
export function useCategory(): (kind: ApprovalKind, category: string) => string {
  const language = useLanguage()
  return (kind, category) => {
    const { categories } = rulesOf(kind)
    return categories[category]?.[language] ?? (Object.keys(categories).length === 0 ? '' : category)
  }
}

interface Who {
  roles: readonly RoleType[]
  lead: boolean
  names: readonly string[]
}

/** What a request asks for, and about which record: first what tells those of one project apart, since long names are cut. */
export function useSubject(): (approval: Approval) => string {
  const category = useCategory()
  return ({ kind, title, category: part, amount }) =>
    [part === null ? '' : category(kind, part), amount === null ? '' : yuan(amount), title]
      .filter((each) => each !== '')
      .join(' · ')
}

/** Everybody whom a step asks, in words. */
export function useWho(): (step: Who) => string {
  const t = useTexts(approvalTexts)
  const role = useLabel(ROLE_LABELS)
  const language = useLanguage()
  return ({ roles, lead, names }) =>
    [...names, ...roles.map(role), ...(lead ? [t('lead')] : [])].join(language === 'en' ? ', ' : '、')
}

/** Whether a step asks just anybody of the organization that it is of, which its line names already. */
const isOfOwner = ({ roles, lead, names, ownerKind }: Sentence) =>
  names.length === 0 && !lead && roles.length === 1 && roles[0] === ownerKind

interface Sentence extends Who {
  /** Given where the sentence stands behind the name of the owner. */
  ownerKind?: ApprovalOwner
  need: 'any' | 'all'
  dueDays?: number | null
  amountFrom?: string | number | null
  category?: string | null
  escalateNames?: readonly string[]
}

/** A step as a sentence: "any one of Compliance, within 2 working days". */
export function useSentence(): (kind: ApprovalKind, step: Sentence) => string {
  const t = useTexts(approvalTexts)
  const who = useWho()
  const category = useCategory()
  const language = useLanguage()
  return (kind, step) => {
    const people = who(step)
    const single = step.names.length === 1 && step.roles.length === 0 && !step.lead
    const needed = single
      ? people
      : isOfOwner(step)
        ? t(step.need === 'any' ? 'anyone' : 'everyone')
        : t(step.need === 'any' ? 'anyOf' : 'allOf', { who: people })
    const text = [
      people === '' ? t('nobodyYet') : needed,
      step.dueDays ? t(step.dueDays === 1 ? 'withinOne' : 'within', { days: step.dueDays }) : '',
      step.amountFrom ? t('whenAmount', { amount: money(String(step.amountFrom)) }) : '',
      step.category ? t('whenCategory', { category: category(kind, step.category) }) : '',
      step.escalateNames?.length
        ? t('thenPerson', { names: step.escalateNames.join(language === 'en' ? ', ' : '、') })
        : '',
    ]
      .filter((part) => part !== '')
      .join(language === 'en' ? ', ' : '，')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
}

export type ShownStep = ApprovalDetail['steps'][number]
