import {
  PAYMENT_OBSTACLE_LABELS,
  paymentRoutes,
  type DuePayment,
  type PaymentPreview,
} from '@consilium/contract/payments/payments.ts'
import { factsInWords } from '@consilium/contract/persons/personal-facts.ts'
import { Alert, Checkbox, List, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DateField } from '../../components/dates/date-fields.tsx'
import { TextField } from '../../components/forms/fields.tsx'
import { typedText, type ObjectSchema, type Values } from '../../components/forms/form-values.ts'
import { CountyField } from '../../components/forms/county-field.tsx'
import { FormModal } from '../../components/forms/form-modal.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { sumOf } from '@consilium/web-kit/decimal.ts'
import { call } from '../../lib/requests/api.ts'
import { money, useLabel } from '../../lib/format.ts'
import { useToday } from '../../lib/live/now.ts'
import { useLooseSend } from '../../lib/requests/send.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { SettlementTable } from './settlement-table.tsx'
import { paymentTexts } from './texts.ts'

type DueFee = Pick<DuePayment, 'attendeeId' | 'name'>

const TYPING_PAUSE_MS = 300
/** Kept free, so that the dialog does not jump when the tax arrives. */
const HEIGHT = 260
const COUNTY = /^\d{6}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

function usePreview(attendeeId: number, values: Values) {
  const language = useLanguage()
  const [paidDate] = useDebouncedValue(typedText(values['paidDate']), TYPING_PAUSE_MS)
  const [typed] = useDebouncedValue(typedText(values['county']).trim(), TYPING_PAUSE_MS)
  const county = COUNTY.test(typed) ? { county: typed } : {}
  return useQuery({
    queryKey: [paymentRoutes.preview.path, attendeeId, paidDate, county, language],
    enabled: DAY.test(paidDate),
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: ({ signal }) =>
      call(paymentRoutes.preview, { query: { attendeeId, paidDate, ...county }, signal }),
  })
}

/** What the tax of the month becomes, and why nothing can be paid yet if so. */
function Preview({ preview }: { preview: PaymentPreview }) {
  const t = useTexts(paymentTexts)
  const obstacle = useLabel(PAYMENT_OBSTACLE_LABELS)
  const language = useLanguage()
  const { period, incomeTaxTotal, incomeTax, paidCount, paidAmount, obstacles, missingFacts } = preview
  return (
    <Stack gap="sm">
      {obstacles.length > 0 && (
        <Alert color="red" title={t('notPayable')}>
          <List size="sm">
            {obstacles.map((each) => (
              <List.Item key={each}>{obstacle(each)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {missingFacts.length > 0 && (
        <Alert color="orange" variant="light">
          {t('missingFacts', { facts: factsInWords(missingFacts, language) })}
        </Alert>
      )}
      <Text size="sm">
        {t('payTo', {
          name: preview.name,
          account: preview.bankAccount ?? '—',
          bank: preview.bankName ?? '—',
        })}
      </Text>
      {preview.isCorrection && <Alert color="orange">{t('willCorrect')}</Alert>}
      <Paper withBorder radius="md" p="sm">
        <Text fw={600}>
          {t('monthTax', { month: period, total: money(incomeTaxTotal), own: money(incomeTax) })}
        </Text>
        <Text size="sm" c="dimmed" mb="xs">
          {paidCount === 0
            ? t('firstOfMonth')
            : t('monthBefore', { count: paidCount, sum: money(paidAmount) })}
        </Text>
        <SettlementTable {...preview} />
      </Paper>
    </Stack>
  )
}

/** What is still open with the person, and what the bank pays if this payment settles it. */
function Differences({
  preview: { differences, netAmount },
  isIncluded,
  onChange,
}: {
  preview: PaymentPreview
  isIncluded: boolean
  onChange: (isIncluded: boolean) => void
}) {
  const t = useTexts(paymentTexts)
  if (differences.length === 0) return null
  const open = sumOf(differences.map(({ amount }) => amount))
  const cash = sumOf([netAmount, ...(isIncluded ? [open] : [])])
  return (
    <Paper withBorder radius="md" p="sm" mt="sm">
      <Checkbox
        checked={isIncluded}
        onChange={(event) => onChange(event.currentTarget.checked)}
        label={t('includeDifferences', { amount: money(open) })}
      />
      <Text size="sm" mt="xs">
        {t('bankPays', { amount: money(cash) })}
      </Text>
    </Paper>
  )
}

/** Records that a fee was paid; what the tax becomes is shown first, and is sent along so that nothing else is saved. */
export default function RecordDialog({ due, onClose }: { due: DueFee; onClose: () => void }) {
  const t = useTexts(paymentTexts)
  const { attendeeId, name } = due
  const paidDate = useToday()
  const [isIncluded, setIncluded] = useState(true)
  const send = useLooseSend(paymentRoutes.record)
  const state = useRecordForm<Values, unknown>({
    schema: paymentRoutes.record.body as ObjectSchema,
    initial: { attendeeId, paidDate },
    submit: async (body, headers) => {
      try {
        const lineIds = isIncluded ? shown?.differences.map(({ lineId }) => lineId) : []
        return await send.mutateAsync({ body: { ...body, netAmount: shown?.netAmount, lineIds }, headers })
      } catch (error) {
        void refetch()
        throw error
      }
    },
    onDone: () => {
      notifyDone(t('recorded'))
      onClose()
    },
  })
  const { data: shown, error, refetch, isFetching } = usePreview(attendeeId, state.form.getValues())
  const isReady = shown !== undefined && shown.obstacles.length === 0 && !isFetching && !error
  return (
    <FormModal title={t('recordFor', { name })} size="lg" isDirty={state.isDirty} onClose={onClose}>
      <RecordForm state={state} plain saveLabel={t('record')} isWaiting={!isReady}>
        <DateField name="paidDate" description={t('paidDateHint')} />
        <CountyField name="county" description={t('countyHint')} />
        <TextField name="bankReference" description={t('bankReferenceHint')} />
        {shown?.isBeforeSigning && <TextField name="reason" description={t('beforeSigningHint')} />}
        <div aria-live="polite" aria-busy={isFetching} style={{ minHeight: HEIGHT }}>
          {error && <RequestError error={error} />}
          {!error && (shown ? <Preview preview={shown} /> : <Skeleton height={HEIGHT} />)}
          {!error && shown && <Differences preview={shown} isIncluded={isIncluded} onChange={setIncluded} />}
        </div>
      </RecordForm>
    </FormModal>
  )
}
