import type { CheckResult } from '@consilium/contract/gates/gates.ts'
import {
  MEETING_STAGES,
  type MeetingDetail,
  type MeetingStage,
} from '@consilium/contract/meetings/meetings.ts'
import { ROLE_LABELS } from '@consilium/contract/accounts/roles.ts'
import { Alert, Badge, Button, Group, List, Paper, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconArrowRight, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useState } from 'react'
import { usePhone } from '../../components/forms/use-phone.ts'
import { TextLink } from '../../components/links.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { useLabel } from '../../lib/format.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { onDemand } from '../../components/on-demand.tsx'
import { CHECKS, useCheckText } from '../gates/checks.ts'
import { meetingTexts } from './texts.ts'
import classes from './stage-bar.module.css'

const WaitingLine = onDemand(() => import('../approvals/waiting-line.tsx'), null)
const ForwardDialog = onDemand(() => import('./forward-dialog.tsx'))
const BackwardDialog = onDemand(() => import('./backward-dialog.tsx'))

const ICON = 18
const place = (stage: MeetingStage) => MEETING_STAGES.indexOf(stage)

function Steps({ stage: now, isShort }: { stage: MeetingStage; isShort: boolean }) {
  const t = useTexts(meetingTexts)
  const { label } = useDictionary('meeting_stage')
  const stateOf = (stage: MeetingStage) =>
    place(stage) < place(now) ? 'past' : stage === now ? 'now' : 'ahead'
  return (
    <>
      {!isShort && (
        <Text size="sm" fw={600} className={classes.nameOnPhone} mb={6}>
          {t('stageNow', { number: place(now) + 1, total: MEETING_STAGES.length, stage: label(now) })}
        </Text>
      )}
      <ol className={classes.stages} data-short={isShort} aria-label={t('stages')}>
        {MEETING_STAGES.map((stage) => (
          <li
            key={stage}
            className={classes.stage}
            data-state={stateOf(stage)}
            {...(stage === now ? { 'aria-current': 'step' } : {})}
          >
            <span>{label(stage)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

interface ChecklistProps {
  meetingId: number
  checks: readonly CheckResult[]
  next: MeetingStage | undefined
  isShort: boolean
}

/** What the next stage needs: what is done is a number, what is open stands by name where there is room. */
function Checklist({ meetingId, checks, next, isShort }: ChecklistProps) {
  const t = useTexts(meetingTexts)
  const say = useCheckText()
  const { label } = useDictionary('meeting_stage')
  const isPhone = usePhone()
  if (checks.length === 0) return null
  const open = checks.filter(({ met }) => !met)
  const sum = t('checksDone', { done: checks.length - open.length, total: checks.length })
  const Icon = open.length === 0 ? IconCircleCheck : IconCircleDashed
  const ahead = next === undefined ? '' : t('checksNext', { stage: label(next) })
  return (
    <div>
      <Group gap={6} wrap={isPhone ? 'wrap' : 'nowrap'} miw={0}>
        <Icon
          size={ICON}
          role="img"
          aria-label={t(open.length === 0 ? 'done' : 'open')}
          style={{ flexShrink: 0 }}
          {...(open.length === 0 ? { color: 'var(--mantine-color-teal-7)' } : {})}
        />
        <Text
          size="sm"
          component="span"
          {...(isPhone ? { flex: '1 1 9rem' } : isShort ? { truncate: true } : {})}
        >
          {[sum, isShort && open.length > 0 ? open.map(({ id }) => say(id)).join(t('comma')) : ahead]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <TextLink to={`/meetings/${meetingId}?tab=gate`} size="sm" style={{ flexShrink: 0 }}>
          {t('gateDetails')}
        </TextLink>
      </Group>
      {!isShort && open.length > 0 && (
        <List size="sm" spacing={4} p={0} mt={4} center>
          {open.map(({ id, mode, isWaived }) => (
            <List.Item key={id} icon={<IconCircleDashed size={ICON} role="img" aria-label={t('open')} />}>
              <TextLink to={`/meetings/${meetingId}?tab=${CHECKS[id].tab}`} inherit>
                {say(id)}
              </TextLink>
              {(isWaived || mode === 'block') && (
                <Badge ml={6} size="sm" variant="light" color={isWaived ? 'teal' : 'red'}>
                  {isWaived ? t('waived') : t('required')}
                </Badge>
              )}
            </List.Item>
          ))}
        </List>
      )}
    </div>
  )
}

/** Who takes the next step, for readers who cannot take it. The service says both. */
function Waiting({ meeting: { currentStage, forwardRoles } }: { meeting: MeetingDetail }) {
  const t = useTexts(meetingTexts)
  const language = useLanguage()
  const roleLabel = useLabel(ROLE_LABELS)
  const { label } = useDictionary('meeting_stage')
  const next = MEETING_STAGES[place(currentStage) + 1]
  if (next === undefined || forwardRoles.length === 0) return null
  const roles = new Intl.ListFormat(language, { type: 'disjunction' }).format(forwardRoles.map(roleLabel))
  return (
    <Text size="sm" fw={600}>
      {t('waitsFor', { roles, stage: label(next) })}
    </Text>
  )
}

type Direction = 'forward' | 'backward'

function StageLine({ stage }: { stage: MeetingStage }) {
  const t = useTexts(meetingTexts)
  const { label } = useDictionary('meeting_stage')
  return (
    <Text size="sm" fw={600}>
      {t('stageOf', {
        number: place(stage) + 1,
        total: MEETING_STAGES.length,
        stage: label(stage),
      })}
    </Text>
  )
}

interface MovesProps {
  /** The stage that may be next now. */
  forward: MeetingStage | undefined
  mayGoBack: boolean
  onMove: (direction: Direction) => void
}

function Moves({ forward, mayGoBack, onMove }: MovesProps) {
  const t = useTexts(meetingTexts)
  const { label } = useDictionary('meeting_stage')
  return (
    <Group gap="xs">
      {mayGoBack && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={ICON} aria-hidden />}
          onClick={() => onMove('backward')}
        >
          {t('backward')}
        </Button>
      )}
      {forward && (
        <Button rightSection={<IconArrowRight size={ICON} aria-hidden />} onClick={() => onMove('forward')}>
          {forward === 'approved' ? t('approve') : t('forward', { stage: label(forward) })}
        </Button>
      )}
    </Group>
  )
}

interface StageBarProps {
  meeting: MeetingDetail
  /** One line, above a tab with rows of its own. */
  isShort: boolean
}

/** The stage of a meeting, the requirements of the next one, and the actions to move on or back. */
export function StageBar({ meeting, isShort }: StageBarProps) {
  const t = useTexts(meetingTexts)
  const [dialog, setDialog] = useState<Direction | null>(null)
  const { currentStage, nextStages, meetingId } = meeting
  const checks = meeting.readiness.flatMap((next) => next.checks)
  const forward = nextStages.find((stage) => place(stage) > place(currentStage))
  const earlier = nextStages.filter((stage) => place(stage) < place(currentStage))
  const close = () => setDialog(null)
  return (
    <Paper withBorder px="md" py={isShort ? 6 : 'sm'} radius="md">
      <Stack gap={isShort ? 4 : 'sm'}>
        <Steps stage={currentStage} isShort={isShort} />
        {meeting.stageReason !== null && !isShort && (
          <Alert color="orange" role="status">
            {t('stageReason', { reason: meeting.stageReason })}
          </Alert>
        )}
        <Group
          justify="space-between"
          align={isShort ? 'center' : 'flex-end'}
          gap={isShort ? '4px 16px' : 'md'}
        >
          {isShort && <StageLine stage={currentStage} />}
          <Stack gap="xs" flex="1 1 16rem" miw={0}>
            <Checklist
              meetingId={meetingId}
              checks={checks}
              next={MEETING_STAGES[place(currentStage) + 1]}
              isShort={isShort}
            />
            {!forward && meeting.planWaiting === null && <Waiting meeting={meeting} />}
            {meeting.planWaiting && <WaitingLine waiting={meeting.planWaiting} mayDecide />}
          </Stack>
          <Moves
            forward={meeting.planWaiting === null ? forward : undefined}
            mayGoBack={earlier.length > 0}
            onMove={setDialog}
          />
        </Group>
      </Stack>
      {dialog === 'forward' && forward && (
        <ForwardDialog
          meetingId={meetingId}
          to={forward}
          open={checks.filter(({ met }) => !met)}
          attendeeCount={meeting.attendeeCount}
          onClose={close}
        />
      )}
      {dialog === 'backward' && <BackwardDialog meetingId={meetingId} earlier={earlier} onClose={close} />}
    </Paper>
  )
}
