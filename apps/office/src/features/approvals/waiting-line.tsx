import { APPROVAL_OWNER_LABELS } from '@consilium/contract/approvals/approval-kinds.ts'
import type { ApprovalWaiting } from '@consilium/contract/approvals/waiting.ts'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { onDemand } from '../../components/on-demand.tsx'
import { minute, orNothing, useLabel } from '../../lib/format.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { waitingTexts } from './waiting-texts.ts'
import { Dots } from '../../components/dots.tsx'

const ApprovalDialog = onDemand(() => import('./approval-dialog.tsx'))

/** For whom a request waits, in words: persons, or the owner of the step where the reader is told no names. */
function useForWhom(): (waiting: ApprovalWaiting) => string {
  const t = useTexts(waitingTexts)
  const owner = useLabel(APPROVAL_OWNER_LABELS)
  const language = useLanguage()
  return ({ isSentBack, askedByName, names, others, need, ownerKind }) => {
    if (isSentBack) return t('sentBack', { who: orNothing(askedByName) })
    const listed = names.join(language === 'en' ? ', ' : '、')
    const all = { names: listed, others, count: names.length + others }
    const who = others > 0 ? t('andMore', all) : listed
    if (names.length === 0) return t('forOne', { who: owner(ownerKind) })
    if (all.count === 1) return t('forOne', { who })
    return t(need === 'any' ? 'forAny' : 'forAll', { who })
  }
}

interface WaitingLineProps {
  waiting: ApprovalWaiting
  /** What is asked for, where a record has several requests. */
  subject?: string
  /** Whether it stands below a title that says so already; the button is still named by it. */
  isTitled?: boolean
  /** Whether those who are asked decide here. */
  mayDecide?: boolean
}

/** What waits for a record, and for whom; those who are asked decide it from here. */
export default function WaitingLine(props: WaitingLineProps) {
  const { waiting, subject, isTitled = false, mayDecide = false } = props
  const t = useTexts(waitingTexts)
  const forWhom = useForWhom()
  const [isOpen, setOpen] = useState(false)
  const { decisionId, stepNumber, stepCount, askedByName, askedTime, dueTime, isOverdue, isAsked } = waiting
  const parts = [
    isTitled ? undefined : subject,
    stepCount > 1 && stepNumber > 0 ? t('step', { number: stepNumber, count: stepCount }) : undefined,
    forWhom(waiting),
    askedByName === null ? undefined : t('askedBy', { name: askedByName, time: minute(askedTime) }),
    dueTime === null ? undefined : t('due', { time: minute(dueTime) }),
    isOverdue ? t('overdue') : undefined,
  ]
  const [first = '', ...others] = parts.filter((part) => part !== undefined && part !== '')
  const isNamed = subject !== undefined && !isTitled
  return (
    <Group gap="sm" justify="space-between">
      <Text size="sm" style={{ flex: '1 1 16rem', overflowWrap: 'anywhere' }}>
        <Dots items={[isNamed ? first : first.charAt(0).toUpperCase() + first.slice(1), ...others]} />
      </Text>
      {mayDecide && isAsked && (
        <Button
          variant="light"
          aria-label={[t('decide'), subject].filter(Boolean).join(' · ')}
          onClick={() => setOpen(true)}
        >
          {t('decide')}
        </Button>
      )}
      {isOpen && <ApprovalDialog decisionId={decisionId} onClose={() => setOpen(false)} />}
    </Group>
  )
}
