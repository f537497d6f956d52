import {
  CAP_MEASURE_LABELS,
  CAP_PERIOD_LABELS,
  CAP_SCOPE_LABELS,
  capRoutes,
  type CapPolicy,
  type CapPolicyCreate,
} from '@consilium/contract/caps/caps.ts'
import { GATE_MODES } from '@consilium/contract/gates/gates.ts'
import { LABOR_FORMS } from '@consilium/contract/agreements/labor-forms.ts'
import { ActionIcon, Box, Button, Group, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SelectField } from '../../components/forms/choice-fields.tsx'
import { DateField } from '../../components/dates/date-fields.tsx'
import { CustomField, LongTextField } from '../../components/forms/fields.tsx'
import type { ObjectSchema, Values } from '../../components/forms/form-values.ts'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { keywordOptions, type OptionSource } from '../../components/forms/option-source.ts'
import { RemoteSelect } from '../../components/forms/remote-select.tsx'
import { dimensionRoutes } from '@consilium/contract/dimensions/dimensions.ts'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { call } from '../../lib/requests/api.ts'
import { useDictionary, type Option } from '../../lib/dictionary.ts'
import { useLabel } from '../../lib/format.ts'
import { useLooseSend } from '../../lib/requests/send.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { ownInForce } from '../../components/rules/owner-name.ts'
import { PreviewButton } from '../../components/rules/preview-button.tsx'
import { OVERLAP_TEXTS } from './overlaps.ts'
import { capTexts } from './texts.ts'

type Row = Record<string, unknown>

interface Cell {
  name: string
  label: string
  /** A choice; without it, text. */
  options?: readonly Option[]
  /** A record, named by its id. */
  source?: OptionSource
  known?: readonly Option[]
  /** Whole numbers, sent as numbers. */
  isWhole?: boolean
}

const asValue = ({ isWhole }: Cell, typed: string): unknown => {
  if (typed === '') return null
  return isWhole && /^\d{1,9}$/.test(typed) ? Number(typed) : typed
}
const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

interface RowsProps {
  rows: readonly Row[]
  cells: readonly Cell[]
  fresh: Row
  addLabel: string
  onChange: (rows: Row[]) => void
}

/** Rows of inputs that can be added and taken out. */
function Rows({ rows, cells, fresh, addLabel, onChange }: RowsProps) {
  const t = useTexts(capTexts)
  const change = (at: number, by: Row[]) =>
    onChange(rows.flatMap((row, index) => (index === at ? by : [row])))
  return (
    <Stack gap="sm" mt={6}>
      {rows.map((row, at) => (
        <Group key={at} gap="xs" align="flex-end" justify="flex-end" pb={{ base: 'md', sm: 0 }}>
          {cells.map((cell) => {
            const shared = {
              label: cell.label,
              'aria-label': t('ofRow', { number: at + 1, field: cell.label }),
              value: asText(row[cell.name]),
              onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
                change(at, [{ ...row, [cell.name]: asValue(cell, value) }]),
              style: { flex: '1 1 9rem' },
            }
            if (cell.source)
              return (
                <Box key={cell.name} style={shared.style}>
                  <RemoteSelect
                    label={cell.label}
                    aria-label={shared['aria-label']}
                    placeholder={t('any')}
                    source={cell.source}
                    known={cell.known ?? []}
                    value={typeof row[cell.name] === 'number' ? (row[cell.name] as number) : null}
                    onChange={(id) => change(at, [{ ...row, [cell.name]: id }])}
                  />
                </Box>
              )
            return cell.options ? (
              <NativeSelect key={cell.name} {...shared} data={[...cell.options]} />
            ) : (
              <TextInput key={cell.name} {...shared} />
            )
          })}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            aria-label={t('removeRow', { number: at + 1 })}
            onClick={() => change(at, [])}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        onClick={() => onChange([...rows, fresh])}
        style={{ alignSelf: 'flex-start' }}
      >
        {addLabel}
      </Button>
    </Stack>
  )
}

const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : [])

const choicesOf = <K extends string>(labels: Record<K, unknown>, label: (key: K) => string) =>
  (Object.keys(labels) as K[]).map((value) => ({ value, label: label(value) }))

const products = keywordOptions(dimensionRoutes.options, { kind: 'product' })

function Fields({ named }: { named: CapPolicy['products'] }) {
  const t = useTexts(capTexts)
  const [scope, period, measure] = [
    useLabel(CAP_SCOPE_LABELS),
    useLabel(CAP_PERIOD_LABELS),
    useLabel(CAP_MEASURE_LABELS),
  ]
  const forms = useDictionary('labor_form')
  const isSponsor = useSession().organization?.orgType === 'sponsor'
  const scopes = choicesOf(CAP_SCOPE_LABELS, scope).filter(({ value }) => !isSponsor || value === 'sponsor')
  return (
    <>
      <DateField name="validFrom" label={t('validFrom')} />
      <SelectField
        name="overlaps"
        label={t('overlaps')}
        options={GATE_MODES.map((value) => ({ value, label: t(OVERLAP_TEXTS[value]) }))}
      />
      <CustomField name="caps" label={t('caps')}>
        {(value, set) => (
          <>
            <Text size="sm" c="dimmed">
              {t(isSponsor ? 'ownScope' : 'capsHint')}
            </Text>
            <Rows
              rows={rowsOf(value)}
              onChange={set}
              addLabel={t('addCap')}
              fresh={{
                scope: isSponsor ? 'sponsor' : 'platform',
                period: 'calendarYear',
                measure: 'amount',
                limit: '',
              }}
              cells={[
                { name: 'scope', label: t('scope'), options: scopes },
                { name: 'period', label: t('period'), options: choicesOf(CAP_PERIOD_LABELS, period) },
                { name: 'measure', label: t('measure'), options: choicesOf(CAP_MEASURE_LABELS, measure) },
                { name: 'limit', label: t('limit') },
                ...(isSponsor
                  ? [
                      {
                        name: 'productId',
                        label: t('product'),
                        source: products,
                        known: named.map(({ dimensionId, code, name }) => ({
                          value: String(dimensionId),
                          label: `${code} ${name}`,
                        })),
                      },
                    ]
                  : []),
              ]}
            />
          </>
        )}
      </CustomField>
      <CustomField name="tiers" label={t('tiers')}>
        {(value, set) => (
          <>
            <Text size="sm" c="dimmed">
              {t('tiersHint')}
            </Text>
            <Rows
              rows={rowsOf(value)}
              onChange={set}
              addLabel={t('addTier')}
              fresh={{ title: null, post: null, laborForm: null, minutes: null, highest: '' }}
              cells={[
                { name: 'title', label: t('jobTitle') },
                { name: 'post', label: t('post') },
                {
                  name: 'laborForm',
                  label: t('laborForm'),
                  options: [
                    { value: '', label: t('any') },
                    ...LABOR_FORMS.map((form) => ({ value: form, label: forms.label(form) })),
                  ],
                },
                { name: 'minutes', label: t('minutes'), isWhole: true },
                { name: 'highest', label: t('highest') },
              ]}
            />
          </>
        )}
      </CustomField>
      <LongTextField name="note" label={t('note')} />
    </>
  )
}

/** A new version, which begins as the one in force. */
function Form({ inForce }: { inForce: CapPolicy | undefined }) {
  const frame = useTexts(frameTexts)
  const navigate = useNavigate()
  const send = useLooseSend(capRoutes.createPolicy)
  const { overlaps = 'block', caps = [], tiers = [], products: named = [] } = inForce ?? {}
  const state = useRecordForm<Values, unknown>({
    schema: capRoutes.createPolicy.body as ObjectSchema,
    initial: { overlaps, caps, tiers },
    submit: (body, headers) => send.mutateAsync({ body, headers }),
    onDone: () => {
      notifyDone(frame('saved'))
      void navigate({ to: '/caps' })
    },
  })
  return (
    <RecordForm state={state} cancelTo="/caps" wide>
      <Fields named={named} />
      <PreviewButton ask={(body) => call(capRoutes.previewPolicy, { body: body as CapPolicyCreate })} />
    </RecordForm>
  )
}

export function Page() {
  const t = useTexts(capTexts)
  const { organization } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: [capRoutes.listPolicies.path, 'inForce'],
    queryFn: async ({ signal }) =>
      (await call(capRoutes.listPolicies, { query: { pageSize: 200 }, signal })).rows,
  })
  return (
    <>
      <PageHeader title={t('newPolicy')} backTo="/caps" />
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {data ? <Form inForce={ownInForce(data, organization?.orgId ?? null)} /> : <Skeleton height={320} />}
    </>
  )
}
