import {
  CHECK_LABELS,
  CHECK_THRESHOLDS,
  GATE_MODE_LABELS,
  GATE_MODES,
  MEETING_CHECKS,
  type GateMode,
  type MeetingCheck,
} from '@consilium/contract/gates/gates.ts'
import { gateRoutes, type GatePolicy, type GatePolicyCreate } from '@consilium/contract/gates/gate-routes.ts'
import { MEETING_STAGES, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import {
  ActionIcon,
  Group,
  NativeSelect,
  Paper,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { DateField } from '../../components/dates/date-fields.tsx'
import { CustomField, LongTextField } from '../../components/forms/fields.tsx'
import type { ObjectSchema, Values } from '../../components/forms/form-values.ts'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { call } from '../../lib/requests/api.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { useLabel } from '../../lib/format.ts'
import { useLooseSend } from '../../lib/requests/send.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { ownInForce } from '../../components/rules/owner-name.ts'
import { PreviewButton } from '../../components/rules/preview-button.tsx'
import { gateTexts } from './texts.ts'

type Rule = GatePolicy['rules'][number]
/** While it is typed, a threshold may be anything. */
type Typed = Omit<Rule, 'threshold'> & { threshold: number | string | null }

const ENTERED = MEETING_STAGES.slice(1)
const FEW_DIGITS = 110

/** One check of a stage: how strict it is, its number if it has one, and a way to take it out. */
function RuleRow({
  rule,
  onChange,
  onRemove,
}: {
  rule: Typed
  onChange: (rule: Typed) => void
  onRemove: () => void
}) {
  const t = useTexts(gateTexts)
  const label = useLabel(CHECK_LABELS)
  const mode = useLabel(GATE_MODE_LABELS)
  const check = label(rule.check)
  const limits = CHECK_THRESHOLDS[rule.check]
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" style={{ flex: '1 1 14rem' }}>
        {check}
      </Text>
      <Group gap="xs">
        {limits && (
          <TextInput
            w={FEW_DIGITS}
            inputMode="numeric"
            aria-label={t('thresholdOf', { check })}
            placeholder={String(limits.initial)}
            value={rule.threshold ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({
                ...rule,
                threshold: value === '' ? null : /^\d{1,9}$/.test(value) ? Number(value) : value,
              })
            }
          />
        )}
        <NativeSelect
          aria-label={t('modeOf', { check })}
          value={rule.mode}
          data={GATE_MODES.map((value) => ({ value, label: mode(value) }))}
          onChange={({ currentTarget: { value } }) => onChange({ ...rule, mode: value as GateMode })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t('removeRule', { check })}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  )
}

/** The checks of one stage. */
function StageRules({
  stage,
  rules,
  onChange,
}: {
  stage: MeetingStage
  rules: readonly Typed[]
  onChange: (rules: Typed[]) => void
}) {
  const t = useTexts(gateTexts)
  const label = useLabel(CHECK_LABELS)
  const stages = useDictionary('meeting_stage')
  const own = rules.filter((rule) => rule.stage === stage)
  const absent = MEETING_CHECKS.filter((check) => own.every((rule) => rule.check !== check))
  const replace = (old: Typed, by: Typed[]) => onChange(rules.flatMap((rule) => (rule === old ? by : [rule])))
  const add = (check: MeetingCheck) => onChange([...rules, { stage, check, mode: 'block', threshold: null }])
  const name = stages.label(stage)
  return (
    <Paper withBorder radius="md" p="sm" component="section" aria-label={name}>
      <Stack gap="xs">
        <Title order={2} size="h6">
          {name}
        </Title>
        {own.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('noChecks')}
          </Text>
        )}
        {own.map((rule) => (
          <RuleRow
            key={rule.check}
            rule={rule}
            onChange={(changed) => replace(rule, [changed])}
            onRemove={() => replace(rule, [])}
          />
        ))}
        <NativeSelect
          aria-label={`${name} · ${t('addCheck')}`}
          value=""
          data={[
            { value: '', label: t('addCheck') },
            ...absent.map((value) => ({ value, label: label(value) })),
          ]}
          onChange={({ currentTarget: { value } }) => add(value as MeetingCheck)}
        />
      </Stack>
    </Paper>
  )
}

/** A new version, which begins as the one in force. */
function Form({ inForce }: { inForce: GatePolicy | undefined }) {
  const t = useTexts(gateTexts)
  const frame = useTexts(frameTexts)
  const navigate = useNavigate()
  const send = useLooseSend(gateRoutes.createPolicy)
  const state = useRecordForm<Values, unknown>({
    schema: gateRoutes.createPolicy.body as ObjectSchema,
    initial: { rules: inForce?.rules ?? [] },
    submit: (body, headers) => send.mutateAsync({ body, headers }),
    onDone: () => {
      notifyDone(frame('saved'))
      void navigate({ to: '/gate-policies' })
    },
  })
  return (
    <RecordForm state={state} cancelTo="/gate-policies">
      <DateField name="validFrom" label={t('validFrom')} />
      <LongTextField name="note" label={t('note')} />
      <CustomField name="rules" label={t('rules')}>
        {(value, set) => (
          <Stack gap="sm">
            {ENTERED.map((stage) => (
              <StageRules
                key={stage}
                stage={stage}
                rules={Array.isArray(value) ? (value as Typed[]) : []}
                onChange={set}
              />
            ))}
          </Stack>
        )}
      </CustomField>
      <PreviewButton ask={(body) => call(gateRoutes.previewPolicy, { body: body as GatePolicyCreate })} />
    </RecordForm>
  )
}

export function Page() {
  const t = useTexts(gateTexts)
  const { organization } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: [gateRoutes.listPolicies.path, 'inForce'],
    queryFn: async ({ signal }) =>
      (await call(gateRoutes.listPolicies, { query: { pageSize: 200 }, signal })).rows,
  })
  return (
    <>
      <PageHeader title={t('newPolicy')} backTo="/gate-policies" />
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {data ? <Form inForce={ownInForce(data, organization?.orgId ?? null)} /> : <Skeleton height={320} />}
    </>
  )
}
