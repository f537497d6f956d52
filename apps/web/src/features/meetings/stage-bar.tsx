import { keepsBack, type CheckResult } from '@consilium/contract/gates.ts'
import {
  MEETING_STAGES,
  meetingRoutes,
  type MeetingDetail,
  type MeetingStage,
} from '@consilium/contract/meetings.ts'
import { ROLE_LABELS } from '@consilium/contract/roles.ts'
import { Alert, Badge, Button, Group, List, Paper, Stack, Text } from '@mantine/core'
import { Dialog } from '../../components/dialog.tsx'
import { IconArrowBackUp, IconArrowRight, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useState } from 'react'
import { SelectField } from '../../components/choice-fields.tsx'
import { LongTextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { TextLink } from '../../components/links.tsx'
import { tellDone } from '../../components/notify.ts'
import { RequestError } from '../../components/request-error.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { useLabel } from '../../lib/format.ts'
import { useSend } from '../../lib/send.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { CHECKS, useCheckText } from '../gates/checks.ts'
import { meetingTexts } from './texts.ts'
import classes from './stage-bar.module.css'

const ICON = 18
const place = (stage: MeetingStage) => MEETING_STAGES.indexOf(stage)

function Steps({ stage: now }: { stage: MeetingStage }) {
  const t = useTexts(meetingTexts)
  const { label } = useDictionary('meeting_stage')
  const stateOf = (stage: MeetingStage) =>
    place(stage) < place(now) ? 'past' : stage === now ? 'now' : 'ahead'
  return (
    <>
      <Text size="sm" fw={600} className={classes.nameOnPhone} mb={6}>
        {t('stageNow', { number: place(now) + 1, total: MEETING_STAGES.length, stage: label(now) })}
      </Text>
      <ol className={classes.stages} aria-label={t('stages')}>
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

function Checklist({ meetingId, checks }: { meetingId: number; checks: readonly CheckResult[] }) {
  const t = useTexts(meetingTexts)
  const say = useCheckText()
  if (checks.length === 0) return null
  const allDone = checks.every(({ met }) => met)
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {allDone ? t('allDone') : t('missing')}
      </Text>
      <List size="sm" spacing={4} p={0} center>
        {checks.map(({ id, met, mode, isWaived }) => (
          <List.Item
            key={id}
            icon={
              met ? (
                <IconCircleCheck
                  size={ICON}
                  color="var(--mantine-color-teal-7)"
                  role="img"
                  aria-label={t('done')}
                />
              ) : (
                <IconCircleDashed size={ICON} role="img" aria-label={t('open')} />
              )
            }
          >
            <TextLink to={`/meetings/${meetingId}?tab=${CHECKS[id].tab}`} inherit>
              {say(id)}
            </TextLink>
            {!met && (isWaived || mode === 'block') && (
              <Badge ml={6} size="sm" variant="light" color={isWaived ? 'teal' : 'red'}>
                {isWaived ? t('waived') : t('required')}
              </Badge>
            )}
          </List.Item>
        ))}
      </List>
      <TextLink to={`/meetings/${meetingId}?tab=gate`} size="sm">
        {t('gateDetails')}
      </TextLink>
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

interface ForwardProps {
  meetingId: number
  to: MeetingStage
  open: readonly CheckResult[]
  onClose: () => void
}

/** One step on; what is still open is named, and may be left open unless it is required. */
function ForwardDialog({ meetingId, to, open, onClose }: ForwardProps) {
  const t = useTexts(meetingTexts)
  const frame = useTexts(frameTexts)
  const say = useCheckText()
  const { label } = useDictionary('meeting_stage')
  const isKept = open.some(keepsBack)
  const send = useSend(meetingRoutes.changeStage)
  const go = () =>
    send.mutate(
      { body: { meetingId, currentStage: to } },
      {
        onSuccess: () => {
          tellDone(t('stageChanged'))
          onClose()
        },
      },
    )
  return (
    <Dialog onClose={onClose} title={t('forwardTitle', { stage: label(to) })} centered>
      <Stack gap="md">
        {send.error && <RequestError error={send.error} />}
        {open.length > 0 && (
          <Alert color={isKept ? 'red' : 'yellow'} role="status">
            <Text size="sm">{isKept ? t('forwardKept') : t('forwardOpen')}</Text>
            <List size="sm">
              {open.map((check) => (
                <List.Item key={check.id}>
                  {say(check.id)}
                  {keepsBack(check) && ` · ${t('required')}`}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button loading={send.isPending} disabled={isKept} onClick={go}>
            {t('forward', { stage: label(to) })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** The stage of a meeting, the requirements of the next one, and the actions to move on or back. */
export function StageBar({ meeting }: { meeting: MeetingDetail }) {
  const t = useTexts(meetingTexts)
  const { label } = useDictionary('meeting_stage')
  const [dialog, setDialog] = useState<'forward' | 'backward' | null>(null)
  const { currentStage, nextStages, meetingId } = meeting
  const checks = meeting.readiness.flatMap((next) => next.checks)
  const forward = nextStages.find((stage) => place(stage) > place(currentStage))
  const earlier = nextStages.filter((stage) => place(stage) < place(currentStage))
  const close = () => setDialog(null)
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="md">
        <Steps stage={currentStage} />
        {meeting.stageReason !== null && (
          <Alert color="orange" role="status">
            {t('stageReason', { reason: meeting.stageReason })}
          </Alert>
        )}
        <Group justify="space-between" align="flex-end" gap="md">
          <Stack gap="xs">
            <Checklist meetingId={meetingId} checks={checks} />
            {!forward && <Waiting meeting={meeting} />}
          </Stack>
          <Group gap="xs">
            {earlier.length > 0 && (
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={ICON} aria-hidden />}
                onClick={() => setDialog('backward')}
              >
                {t('backward')}
              </Button>
            )}
            {forward && (
              <Button
                rightSection={<IconArrowRight size={ICON} aria-hidden />}
                onClick={() => setDialog('forward')}
              >
                {t('forward', { stage: label(forward) })}
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
      {dialog === 'forward' && forward && (
        <ForwardDialog
          meetingId={meetingId}
          to={forward}
          open={checks.filter(({ met }) => !met)}
          onClose={close}
        />
      )}
      {dialog === 'backward' && (
        <FormDialog
          title={t('backward')}
          route={meetingRoutes.changeStage}
          initial={{ meetingId, currentStage: earlier.at(-1) }}
          saveLabel={t('backward')}
          doneText={t('stageChanged')}
          onClose={close}
        >
          <SelectField
            name="currentStage"
            label={t('backwardTo')}
            options={earlier.map((value) => ({ value, label: label(value) }))}
          />
          <LongTextField name="reason" label={t('reason')} />
        </FormDialog>
      )}
    </Paper>
  )
}
