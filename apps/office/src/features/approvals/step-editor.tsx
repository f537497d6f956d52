import { rulesOf, STEP_ROLES, type ApprovalKind } from '@consilium/contract/approvals/approval-kinds.ts'
import { STEP_NEED_LABELS, type StepNeed } from '@consilium/contract/approvals/approval-policies.ts'
import { ROLE_LABELS, type RoleType } from '@consilium/contract/accounts/roles.ts'
import {
  ActionIcon,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconArrowUp, IconTrash } from '@tabler/icons-react'
import { RemoteMultiSelect } from '../../components/forms/remote-select.tsx'
import type { Option } from '../../lib/dictionary.ts'
import { useLabel } from '../../lib/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useCategory, useSentence } from './parts.tsx'
import { people } from './signer-form.tsx'
import { approvalTexts } from './texts.ts'

/** A step while it is edited; numbers may be half typed. */
export interface EditedStep {
  roles: readonly RoleType[]
  persons: readonly number[]
  lead: boolean
  need: StepNeed
  amountFrom: string | null
  category: string | null
  dueDays: number | string | null
  escalateTo: readonly number[]
}

export const NEW_STEP: EditedStep = {
  roles: [],
  persons: [],
  lead: false,
  need: 'any',
  amountFrom: null,
  category: null,
  dueDays: null,
  escalateTo: [],
}

const BUTTON = 40

interface StepEditorProps {
  kind: ApprovalKind
  number: number
  step: EditedStep
  /** Names of persons. */
  known: readonly Option[]
  onKnown: (more: readonly Option[]) => void
  onChange: (step: EditedStep) => void
  onRemove: () => void
  onMoveUp?: () => void
}

function Head({ number, onRemove, onMoveUp }: Pick<StepEditorProps, 'number' | 'onRemove' | 'onMoveUp'>) {
  const t = useTexts(approvalTexts)
  return (
    <Group justify="space-between" wrap="nowrap">
      <Title order={2} size="h6">
        {t('stepTitle', { number })}
      </Title>
      <Group gap={4} wrap="nowrap">
        {onMoveUp && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={BUTTON}
            aria-label={t('moveUp', { number })}
            onClick={onMoveUp}
          >
            <IconArrowUp size={18} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={BUTTON}
          aria-label={t('removeStep', { number })}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  )
}

type PartProps = Pick<StepEditorProps, 'step' | 'known' | 'onKnown' | 'onChange'>

/** Who decides by role, and the lead of the project. */
function Roles({ step, onChange }: Pick<PartProps, 'step' | 'onChange'>) {
  const t = useTexts(approvalTexts)
  const role = useLabel(ROLE_LABELS)
  const { organization } = useSession()
  const roles: readonly RoleType[] = STEP_ROLES[organization?.orgType ?? 'platform']
  return (
    <Group gap="md" align="flex-end">
      <Checkbox.Group
        label={t('roles')}
        value={[...step.roles]}
        onChange={(next) => onChange({ ...step, roles: next as RoleType[] })}
      >
        <Group gap="md" mt={6}>
          {roles.map((value) => (
            <Checkbox key={value} value={value} label={role(value)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox
        label={t('lead')}
        checked={step.lead}
        onChange={({ currentTarget }) => onChange({ ...step, lead: currentTarget.checked })}
      />
    </Group>
  )
}

/** Who decides by name, how many are needed, how soon, and who is asked after that. */
function Details({ step, known, onKnown, onChange }: PartProps) {
  const t = useTexts(approvalTexts)
  const need = useLabel(STEP_NEED_LABELS)
  const keep = (part: 'persons' | 'escalateTo') => (ids: number[], chosen: readonly Option[]) => {
    onKnown(chosen)
    onChange({ ...step, [part]: ids })
  }
  return (
    <>
      <RemoteMultiSelect
        label={t('persons')}
        source={people}
        known={known}
        value={step.persons}
        onChange={keep('persons')}
      />
      <NativeSelect
        label={t('need')}
        value={step.need}
        data={(['any', 'all'] as const).map((value) => ({ value, label: need(value) }))}
        onChange={({ currentTarget }) => onChange({ ...step, need: currentTarget.value as StepNeed })}
      />
      <TextInput
        label={t('dueDays')}
        inputMode="numeric"
        value={step.dueDays ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            ...step,
            dueDays: value === '' ? null : /^\d{1,3}$/.test(value) ? Number(value) : value,
          })
        }
      />
      <RemoteMultiSelect
        label={t('escalateTo')}
        source={people}
        known={known}
        value={step.escalateTo}
        onChange={keep('escalateTo')}
      />
    </>
  )
}

/** One step: the sentence that it is, and what it is made of. */
export function StepEditor(props: StepEditorProps) {
  const { kind, number, step, known, onChange, onRemove, onMoveUp } = props
  const t = useTexts(approvalTexts)
  const category = useCategory()
  const sentence = useSentence()
  const { categories, hasAmount } = rulesOf(kind)
  const nameOf = (id: number) => known.find(({ value }) => value === String(id))?.label ?? ''
  const days = typeof step.dueDays === 'number' ? step.dueDays : null
  return (
    <Paper withBorder radius="md" p="sm" component="section" aria-label={t('stepTitle', { number })}>
      <Stack gap="xs">
        <Head number={number} onRemove={onRemove} {...(onMoveUp ? { onMoveUp } : {})} />
        <Text size="sm" aria-live="polite">
          {sentence(kind, {
            ...step,
            dueDays: days,
            names: step.persons.map(nameOf),
            escalateNames: step.escalateTo.map(nameOf),
          })}
        </Text>
        <Roles step={step} onChange={onChange} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
          <Details {...props} />
          {hasAmount && (
            <TextInput
              label={t('amountFrom')}
              inputMode="decimal"
              leftSection="¥"
              value={step.amountFrom ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...step, amountFrom: value === '' ? null : value })
              }
            />
          )}
          {Object.keys(categories).length > 0 && (
            <NativeSelect
              label={t('category')}
              value={step.category ?? ''}
              data={[
                { value: '', label: t('always') },
                ...Object.keys(categories).map((value) => ({ value, label: category(kind, value) })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...step, category: value === '' ? null : value })
              }
            />
          )}
        </SimpleGrid>
      </Stack>
    </Paper>
  )
}
