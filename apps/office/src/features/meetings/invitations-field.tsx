import { expertRoutes, type Expert } from '@consilium/contract/experts/experts.ts'
import type { CapState } from '@consilium/contract/caps/caps.ts'
import { amount } from '@consilium/contract/fields.ts'
import { LABOR_FORMS } from '@consilium/contract/agreements/labor-forms.ts'
import { NativeSelect, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CustomField } from '../../components/forms/fields.tsx'
import { useFormAround } from '../../components/forms/record-form.tsx'
import { type OptionSource } from '../../components/forms/option-source.ts'
import { RemoteMultiSelect } from '../../components/forms/remote-select.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { useTexts } from '../../lib/texts.ts'
import { CapBadge, useCapStates } from '../caps/cap-badges.tsx'
import { meetingTexts } from './texts.ts'

const CHOICES = '20'

const experts: OptionSource = {
  route: expertRoutes.list,
  query: (keyword) => ({
    pageSize: CHOICES,
    auditStatus: 'approved',
    ...(keyword === '' ? {} : { name: keyword }),
  }),
  options: (rows) =>
    (rows as Expert[]).map(({ expertId, name, unit }) => ({
      value: String(expertId),
      label: [name, unit].filter(Boolean).join(' · '),
    })),
}

const isAmount = (text: string) => amount.safeParse(text).success

interface Invitation {
  expertId: number
  laborFee: string
  laborForm: string
}

interface TermsProps {
  invitation: Invitation
  name: string
  /** Whether the expert is within the caps; unknown while it is asked. */
  state: CapState | undefined
  /** True if the service or the contract has rejected one of the invitations. */
  isWrong: boolean
  onChange: (invitation: Invitation) => void
}

/** Service type and fee of one invited expert. */
function Terms({ invitation, name, state, isWrong, onChange }: TermsProps) {
  const t = useTexts(meetingTexts)
  const forms = useDictionary('labor_form')
  return (
    <Paper component="fieldset" withBorder radius="md" p="sm" m={0} miw={0} aria-label={name}>
      <Text size="sm" fw={600} mb="xs" component="div">
        {name} <CapBadge state={state} />
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('laborForm')}
          aria-label={`${name} · ${t('laborForm')}`}
          value={invitation.laborForm}
          data={LABOR_FORMS.map((value) => ({ value, label: forms.label(value) }))}
          onChange={({ currentTarget: { value } }) => onChange({ ...invitation, laborForm: value })}
        />
        <TextInput
          label={t('laborFee')}
          aria-label={`${name} · ${t('laborFee')}`}
          inputMode="decimal"
          leftSection="¥"
          required
          value={invitation.laborFee}
          error={isWrong && !isAmount(invitation.laborFee)}
          onChange={({ currentTarget: { value } }) => onChange({ ...invitation, laborFee: value })}
        />
      </SimpleGrid>
    </Paper>
  )
}

interface ListProps {
  invitations: readonly Invitation[]
  names: ReadonlyMap<string, string>
  isWrong: boolean
  onChange: (invitation: Invitation) => void
}

/** The terms of each expert, with whether the expert is within the caps of this project. */
function InvitationList({ invitations, names, isWrong, onChange }: ListProps) {
  const { projectId } = useFormAround().form.getValues()
  const states = useCapStates(
    invitations.map(({ expertId }) => expertId),
    typeof projectId === 'number' ? { projectId } : {},
  )
  return invitations.map((invitation) => (
    <Terms
      key={invitation.expertId}
      invitation={invitation}
      name={names.get(String(invitation.expertId)) ?? String(invitation.expertId)}
      state={states.get(invitation.expertId)}
      isWrong={isWrong}
      onChange={onChange}
    />
  ))
}

/** Experts to invite, each with the fee of the agreement. */
interface InvitationsFieldProps {
  /** Names of experts who are chosen from the start. */
  names: readonly (readonly [expertId: string, name: string])[]
}

export function InvitationsField({ names: known }: InvitationsFieldProps) {
  const t = useTexts(meetingTexts)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(() => new Map(known))
  return (
    <CustomField name="invitations" label={t('experts')} description={t('expertsHint')}>
      {(value, set, labelled) => {
        const invitations = Array.isArray(value) ? (value as Invitation[]) : []
        const termsOf = (expertId: number) =>
          invitations.find((invitation) => invitation.expertId === expertId) ?? {
            expertId,
            laborFee: '',
            laborForm: LABOR_FORMS[0],
          }
        const change = (changed: Invitation) =>
          set(invitations.map((one) => (one.expertId === changed.expertId ? changed : one)))
        return (
          <Stack gap="sm">
            <RemoteMultiSelect
              {...labelled}
              source={experts}
              known={known.map(([expertId, label]) => ({ value: expertId, label }))}
              value={invitations.map(({ expertId }) => expertId)}
              onChange={(expertIds, chosen) => {
                setNames(new Map(chosen.map((option) => [option.value, option.label])))
                set(expertIds.length === 0 ? '' : expertIds.map(termsOf))
              }}
            />
            <InvitationList
              invitations={invitations}
              names={names}
              isWrong={labelled.error}
              onChange={change}
            />
          </Stack>
        )
      }}
    </CustomField>
  )
}
