import { isChosen } from '../../components/rules/start.ts'
import { gateRoutes, type GateCheck, type Waiver } from '@consilium/contract/gates/gate-routes.ts'
import { CHECK_LABELS, GATE_MODE_LABELS, isOfOne, keepsBack } from '@consilium/contract/gates/gates.ts'
import type { MeetingDetail } from '@consilium/contract/meetings/meetings.ts'
import { Alert, Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useDecidedBy } from '../../components/records/decided-by.ts'
import { LinkButton } from '../../components/links.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { useRecord } from '../../components/records/record-page.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { minute, useLabel } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { CHECKS } from './checks.ts'
import { useEvidence } from './evidence.ts'
import { gateTexts } from './texts.ts'
import { useOwnerName } from '../../components/rules/owner-name.ts'
import { useDecision, WaiverBadge } from './waiver-parts.tsx'
import { dated } from '../../components/dated.tsx'

const AskWaiverDialog = onDemand(() => import('./ask-waiver-dialog.tsx'))

const ICON = 20

/** What is open in a check, by name. */
function Evidence({ check: { id, evidence, count, met } }: { check: GateCheck }) {
  const t = useTexts(gateTexts)
  const names = useEvidence()(id, evidence)
  if (met || names === '') return null
  const hidden = isOfOne(id) ? 0 : (count ?? 0) - evidence.length
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {names}
      {hidden > 0 && ` ${t('more', { count: hidden })}`}
    </Text>
  )
}

function WaiverLine({ check: { waiver }, decide }: Pick<CheckCardProps, 'check' | 'decide'>) {
  const t = useTexts(gateTexts)
  const decidedBy = useDecidedBy()
  if (!waiver) return null
  return (
    <Group gap="xs">
      <WaiverBadge status={waiver.status} />
      <Text size="sm">
        {t('askedBy')} {waiver.askedByName} · {dated(minute(waiver.createTime))} · {waiver.reason}
        {waiver.decidedByName !== null && ` · ${t('decidedBy')} ${decidedBy(waiver)}`}
      </Text>
      {decide(waiver)}
    </Group>
  )
}

interface CheckCardProps {
  meeting: MeetingDetail
  check: GateCheck
  onAsk: () => void
  /** The button that decides on a waiver, for those who may. */
  decide: (waiver: Waiver) => ReactNode
}

function CheckCard({ meeting, check, onAsk, decide }: CheckCardProps) {
  const t = useTexts(gateTexts)
  const label = useLabel(CHECK_LABELS)
  const mode = useLabel(GATE_MODE_LABELS)
  const may = useMay()
  const ownerName = useOwnerName()
  const { id, met, isWaived, threshold, waiver } = check
  const Icon = met || isWaived ? IconCircleCheck : IconCircleDashed
  const state = met ? t('met') : isWaived ? t('waived') : t('open')
  const mayAsk = may(gateRoutes.askWaiver) && meeting.abilities.update && waiver?.status !== 'pending'
  const days = threshold === null ? '' : ` · ${t('days', { count: threshold })}`
  return (
    <Paper withBorder radius="md" px="sm" py={6} component="li" data-row>
      <Group justify="space-between" gap="sm">
        <Group gap="xs" wrap="nowrap">
          <Icon
            size={ICON}
            role="img"
            aria-label={state}
            style={{ flexShrink: 0 }}
            {...(met || isWaived ? { color: 'var(--mantine-color-teal-7)' } : {})}
          />
          <Text fw={600} size="sm">
            {label(id)}
            {days}
          </Text>
          <Badge variant="light" color={keepsBack(check) ? 'red' : 'gray'} style={{ flexShrink: 0 }}>
            {mode(check.mode)}
          </Badge>
        </Group>
        {!met && (
          <Group gap="xs">
            <LinkButton
              to={`/meetings/${meeting.meetingId}?tab=${CHECKS[id].tab}`}
              variant="default"
              aria-label={`${t('goTo')} · ${label(id)}`}
            >
              {t('goTo')}
            </LinkButton>
            {!isWaived && mayAsk && (
              <Button variant="light" onClick={onAsk} aria-label={`${t('askWaiver')} · ${label(id)}`}>
                {t('askWaiver')}
              </Button>
            )}
          </Group>
        )}
      </Group>
      <Stack gap={4}>
        {check.owners.some(({ kind }) => kind === 'sponsor') && (
          <Text size="xs" c="dimmed">
            {t('askedForBy', { owner: check.owners.map(ownerName).join(' · ') })}
          </Text>
        )}
        <Evidence check={check} />
        <WaiverLine check={check} decide={decide} />
      </Stack>
    </Paper>
  )
}

/** What the next stage of a meeting needs: each check with what is missing, where it is mended, and its waiver. */
export default function GateTab({ meeting }: { meeting: MeetingDetail }) {
  const t = useTexts(gateTexts)
  const { label } = useDictionary('meeting_stage')
  const { data: gate, error, refetch } = useRecord(gateRoutes.get, { meetingId: String(meeting.meetingId) })
  const [asked, setAsked] = useState<GateCheck | null>(null)
  const decision = useDecision()
  const failure = error && <RequestError error={error} onRetry={() => void refetch()} />
  if (!gate) return failure ?? <Skeleton height={200} aria-busy />
  const isClosed = gate.currentStage === gate.stage
  const title = isClosed ? t('gateOfClosed') : t('gateOf', { stage: label(gate.stage) })
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Group justify="space-between">
        <Title order={2} size="h5">
          {title}
        </Title>
        {isChosen(gate.validFrom) && (
          <Text size="sm" c="dimmed">
            {t('policySince', { date: gate.validFrom })}
          </Text>
        )}
      </Group>
      {isClosed && !gate.isMet && (
        <Alert color="red" role="status">
          {t('reopened')}
        </Alert>
      )}
      {failure}
      {gate.checks.length === 0 && <Text size="sm">{t('nothing')}</Text>}
      <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {gate.checks.map((check) => (
          <CheckCard
            key={check.id}
            meeting={meeting}
            check={check}
            onAsk={() => setAsked(check)}
            decide={decision.button}
          />
        ))}
      </Stack>
      {decision.dialog}
      {asked && (
        <AskWaiverDialog meetingId={meeting.meetingId} check={asked.id} onClose={() => setAsked(null)} />
      )}
    </Stack>
  )
}
