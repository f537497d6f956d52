import {
  APPROVAL_KIND_LABELS,
  APPROVAL_KINDS,
  type ApprovalKind,
} from '@consilium/contract/approvals/approval-kinds.ts'
import {
  approvalPolicyRoutes,
  STEPS_MAX,
  type CurrentApprovalPolicy,
} from '@consilium/contract/approvals/approval-policies.ts'
import { Button, Skeleton, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { DateField } from '../../components/dates/date-fields.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { CustomField, LongTextField } from '../../components/forms/fields.tsx'
import type { ObjectSchema, Values } from '../../components/forms/form-values.ts'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { frameTexts } from '../../components/texts.ts'
import type { Option } from '../../lib/dictionary.ts'
import { useLabel } from '../../lib/format.ts'
import { useLooseSend } from '../../lib/requests/send.ts'
import type { Search } from '../../lib/search.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useCurrentPolicies } from './policy-list.tsx'
import { NEW_STEP, StepEditor, type EditedStep } from './step-editor.tsx'
import { approvalTexts } from './texts.ts'

const editedOf = ({ steps }: CurrentApprovalPolicy): EditedStep[] =>
  steps.map(({ persons, escalateTo, ...step }) => ({
    ...step,
    persons: persons.map(({ userId }) => userId),
    escalateTo: escalateTo.map(({ userId }) => userId),
  }))

const withMore = (known: readonly Option[], more: readonly Option[]): Option[] => [
  ...known,
  ...more.filter(({ value }) => !known.some((each) => each.value === value)),
]

const knownIn = ({ steps }: CurrentApprovalPolicy): Option[] =>
  steps
    .flatMap(({ persons, escalateTo }) => [...persons, ...escalateTo])
    .reduce<Option[]>(
      (known, { userId, name }) => withMore(known, [{ value: String(userId), label: name }]),
      [],
    )

/** A new version, which begins as the one of the same owner that is in force. */
function Form({ kind, inForce }: { kind: ApprovalKind; inForce: CurrentApprovalPolicy | undefined }) {
  const t = useTexts(approvalTexts)
  const frame = useTexts(frameTexts)
  const navigate = useNavigate()
  const [known, setKnown] = useState(inForce ? knownIn(inForce) : [])
  const send = useLooseSend(approvalPolicyRoutes.create)
  const state = useRecordForm<Values, unknown>({
    schema: approvalPolicyRoutes.create.body as ObjectSchema,
    initial: { kind, steps: inForce ? editedOf(inForce) : [] },
    always: ['kind', 'steps'],
    submit: (body, headers) => send.mutateAsync({ body, headers }),
    onDone: () => {
      notifyDone(frame('saved'))
      void navigate({ to: '/approval-policies' })
    },
  })
  return (
    <RecordForm state={state} cancelTo="/approval-policies">
      <DateField name="validFrom" label={t('validFrom')} />
      <LongTextField name="note" label={t('note')} />
      <CustomField name="steps" label={t('steps')}>
        {(value, set) => {
          const steps = Array.isArray(value) ? (value as EditedStep[]) : []
          const replace = (place: number, by: EditedStep[]) =>
            set(steps.flatMap((step, index) => (index === place ? by : [step])))
          const moveUp = (place: number) =>
            set(steps.with(place - 1, steps[place]!).with(place, steps[place - 1]!))
          return (
            <Stack gap="sm">
              {steps.map((step, place) => (
                <StepEditor
                  key={place}
                  kind={kind}
                  number={place + 1}
                  step={step}
                  known={known}
                  onKnown={(more) => setKnown(withMore(known, more))}
                  onChange={(changed) => replace(place, [changed])}
                  onRemove={() => replace(place, [])}
                  {...(place > 0 ? { onMoveUp: () => moveUp(place) } : {})}
                />
              ))}
              {steps.length < STEPS_MAX && (
                <Button
                  variant="default"
                  leftSection={<IconPlus size={16} aria-hidden />}
                  onClick={() => set([...steps, NEW_STEP])}
                >
                  {t('addStep')}
                </Button>
              )}
            </Stack>
          )
        }}
      </CustomField>
    </RecordForm>
  )
}

export function Page() {
  const t = useTexts(approvalTexts)
  const label = useLabel(APPROVAL_KIND_LABELS)
  const search: Search = useSearch({ strict: false })
  const kind = APPROVAL_KINDS.find((each) => each === search['kind']) ?? APPROVAL_KINDS[0]
  const { organization } = useSession()
  const { data, error, refetch } = useCurrentPolicies()
  const own = data?.policies.find(
    ({ kind: each, owner }) => each === kind && owner.orgId === (organization?.orgId ?? null),
  )
  return (
    <>
      <PageHeader title={`${t('newPolicy')} · ${label(kind)}`} backTo="/approval-policies" />
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {data ? <Form kind={kind} inForce={own} /> : <Skeleton height={320} aria-busy />}
    </>
  )
}
