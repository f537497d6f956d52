import { APPROVAL_KIND_LABELS, APPROVAL_OWNER_LABELS } from '@consilium/contract/approvals/approval-kinds.ts'
import {
  approvalRoutes,
  VERDICT_LABELS,
  type ApprovalAction,
  type ApprovalDetail,
} from '@consilium/contract/approvals/approvals.ts'
import { CHECK_LABELS, type MeetingCheck } from '@consilium/contract/gates/gates.ts'
import { Alert, Badge, Button, Group, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { useNameFor } from '../../components/records/decided-by.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { Facts, useRecord } from '../../components/records/record-page.tsx'
import { minute, orNothing, useColon, useLabel, yuan } from '../../lib/format.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { StateBadge, useCategory, useSentence, type ShownStep } from './parts.tsx'
import { SignerForm } from './signer-form.tsx'
import { approvalTexts } from './texts.ts'
import { dated } from '../../components/dated.tsx'
import { Dots } from '../../components/dots.tsx'

const PresetChange = onDemand(() => import('./preset-change.tsx'))

const STATES = { waiting: 'waiting', open: 'current', passed: 'passed', ended: 'ended' } as const

/** What would change, old → new, and what the budget is before and after. */
function Change({ approval }: { approval: ApprovalDetail }) {
  const t = useTexts(approvalTexts)
  const category = useCategory()
  const { kind, changes, money: figures, openChecks, title, projectName, askedByName, askedTime } = approval
  const check = useLabel(CHECK_LABELS)
  const language = useLanguage()
  const shown = (field: string, value: string | null) =>
    value === null || value === ''
      ? ''
      : field === 'amount'
        ? yuan(value)
        : field === 'check'
          ? category(kind, value)
          : field.endsWith('Time')
            ? minute(value)
            : value
  const labelOf = (field: string) => {
    // The list has a title of its own.
    const label = t(field === 'title' ? 'jobTitle' : (field as 'amount'))
    return approval.category !== null && field === 'amount'
      ? `${label} · ${category(kind, approval.category)}`
      : label
  }
  /** Waivers say what they cover in words, plans which checks are open. */
  const openOnes = openChecks.map((each) => (each in CHECK_LABELS ? check(each as MeetingCheck) : each))
  return (
    <Facts
      cols={2}
      items={[
        [t('subject'), title],
        // A matter of an organization has no project, and that of a project is its subject.
        ...(projectName === null || projectName === title
          ? []
          : ([[t('project'), projectName]] as [string, string][])),
        ...(kind === 'bankPreset' ? [] : changes).map(({ field, before, after }): [string, string] => [
          labelOf(field),
          orNothing([shown(field, before), shown(field, after)].filter((part) => part !== '').join(' → ')),
        ]),
        ...(openOnes.length > 0
          ? ([
              [
                t(kind === 'meetingPlan' ? 'openRequirements' : 'open'),
                openOnes.join(language === 'en' ? ', ' : '、'),
              ],
            ] as [string, string][])
          : []),
        ...(figures
          ? ([
              [t('freeBefore'), yuan(figures.freeBefore)],
              [t('freeAfter'), yuan(figures.freeAfter)],
            ] as [string, string][])
          : []),
        [t('askedBy'), <Dots key="asked" items={[orNothing(askedByName), minute(askedTime)]} />],
        [t('reason'), orNothing(approval.reason)],
      ]}
    />
  )
}

function StepLine({ approval, step }: { approval: ApprovalDetail; step: ShownStep }) {
  const t = useTexts(approvalTexts)
  const colon = useColon()
  const owner = useLabel(APPROVAL_OWNER_LABELS)
  const sentence = useSentence()
  const isOpen = step.state === 'open'
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" component="li">
      <Badge
        variant="light"
        color={isOpen ? 'yellow' : step.state === 'passed' ? 'teal' : 'gray'}
        style={{ flexShrink: 0 }}
      >
        {t(STATES[step.state])}
      </Badge>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {step.number}. {owner(step.ownerKind)}
        {colon}
        {step.isAdded && `${t('added')} · `}
        {sentence(approval.kind, step)}
        {dated(isOpen && step.dueTime !== null && ` · ${t('due')} ${minute(step.dueTime)}`)}
        {step.isFallback && ` · ${t('fallback')}`}
      </Text>
    </Group>
  )
}

function Opinions({ approval: { opinions } }: { approval: ApprovalDetail }) {
  const t = useTexts(approvalTexts)
  const verdict = useLabel(VERDICT_LABELS)
  const nameFor = useNameFor()
  return (
    <Stack gap={4} component="section" aria-label={t('opinions')}>
      <Title order={3} size="sm">
        {t('opinions')}
      </Title>
      {opinions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noOpinions')}
        </Text>
      )}
      {opinions.map((each, index) => (
        <Text key={index} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {each.number}. {nameFor(each.name, each.forNames)} · {verdict(each.verdict)}
          {each.toName !== null && ` → ${each.toName}`} · {dated(minute(each.time))}
          {each.opinion !== null && ` · ${each.opinion}`}
        </Text>
      ))}
    </Stack>
  )
}

const NEEDS_WORDS: readonly ApprovalAction[] = ['refuse', 'sendBack', 'answer']

/** One opinion, and a button for each thing that the caller may do. */
function Actions({ approval, onDone }: { approval: ApprovalDetail; onDone: () => void }) {
  const t = useTexts(approvalTexts)
  const send = useSend(approvalRoutes.act)
  const [opinion, setOpinion] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { abilities, decisionId, stepId } = approval
  const actions: { action: ApprovalAction; may: boolean; color?: string }[] = [
    { action: 'withdraw', may: abilities.withdraw },
    { action: 'sendBack', may: abilities.sendBack },
    { action: 'refuse', may: abilities.decide, color: 'red' },
    { action: 'answer', may: abilities.answer },
    { action: 'approve', may: abilities.decide },
  ]
  const shown = actions.filter(({ may }) => may)
  if (shown.length === 0) return null
  const act = async (action: ApprovalAction) => {
    const isEmpty = opinion.trim() === ''
    setMissing(isEmpty && NEEDS_WORDS.includes(action))
    if (isEmpty && NEEDS_WORDS.includes(action)) return
    await send.mutateAsync({
      body: { decisionId, action, opinion: isEmpty ? null : opinion, ...(stepId === null ? {} : { stepId }) },
    })
    notifyDone(t('handled'))
    onDone()
  }
  const [last] = shown.toReversed()
  return (
    <Stack gap="xs">
      <Textarea
        label={t('opinion')}
        description={t('opinionHint')}
        autosize
        minRows={2}
        maxLength={2000}
        value={opinion}
        error={isMissing ? t('needsOpinion') : undefined}
        onChange={({ currentTarget }) => setOpinion(currentTarget.value)}
      />
      {send.error && <RequestError error={send.error} />}
      <Group justify="flex-end" gap="xs">
        {shown.map(({ action, color }) => (
          <Button
            key={action}
            variant={action === last?.action ? 'filled' : 'default'}
            {...(color ? { color, variant: 'light' } : {})}
            loading={send.isPending}
            onClick={() => void act(action).catch(() => undefined)}
          >
            {t(action)}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}

/** A request with all that is needed to decide it, and the decision itself. */
export default function ApprovalDialog({ decisionId, onClose }: { decisionId: number; onClose: () => void }) {
  const t = useTexts(approvalTexts)
  const kind = useLabel(APPROVAL_KIND_LABELS)
  const language = useLanguage()
  const { data: approval, error, refetch } = useRecord(approvalRoutes.get, { decisionId: String(decisionId) })
  return (
    <Dialog title={approval ? kind(approval.kind) : t('title')} size="lg" onClose={onClose}>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!approval && !error && <Skeleton height={240} aria-busy />}
      {approval && (
        <Stack gap="md">
          <Group gap="xs">
            <StateBadge approval={approval} />
            {approval.isOverdue && <Badge color="red">{t('overdue')}</Badge>}
          </Group>
          {approval.actsFor.length > 0 && (
            <Alert color="blue" role="status">
              {t('actsFor', { names: approval.actsFor.join(language === 'en' ? ', ' : '、') })}
            </Alert>
          )}
          <Change approval={approval} />
          {approval.kind === 'bankPreset' && <PresetChange changes={approval.changes} />}
          <Stack gap={6} component="section" aria-label={t('steps')}>
            <Title order={3} size="sm">
              {t('steps')}
            </Title>
            <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {approval.steps.map((step) => (
                <StepLine key={step.stepId} approval={approval} step={step} />
              ))}
            </Stack>
          </Stack>
          <Opinions approval={approval} />
          <Actions approval={approval} onDone={onClose} />
          {approval.abilities.transfer && approval.stepId !== null && (
            <SignerForm decisionId={decisionId} stepId={approval.stepId} onDone={onClose} />
          )}
        </Stack>
      )}
    </Dialog>
  )
}
