import { amount, PHONE_PATTERN } from '@consilium/contract/fields.ts'
import { LaborForm } from '@consilium/contract/agreements/labor-forms.ts'
import { laborFeeRoutes, type FeeMonth } from '@consilium/contract/fees/labor-fees.ts'
import { List, Paper, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { typedText } from '../../components/forms/form-values.ts'
import { useFormAround } from '../../components/forms/record-form.tsx'
import { call } from '../../lib/requests/api.ts'
import { money } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { attendeeTexts } from './texts.ts'

/** Long enough that an amount is typed to its end, since every question is recorded in the operation log. */
const TYPING_PAUSE_MS = 600

/** Whose fee it is: an attendee, or whoever has the typed phone. */
type Who = { attendeeId: number } | { meetingId: number; phone: string }

function useMonth(who: Who | null) {
  const { form } = useFormAround()
  const language = useLanguage()
  const values = form.getValues()
  const fee = amount.safeParse(typedText(values['laborFee']).trim())
  const work = LaborForm.safeParse(values['laborForm'])
  const question =
    who !== null && fee.success && Number(fee.data) > 0
      ? { ...who, payableAmount: fee.data, ...(work.success ? { laborForm: work.data } : {}) }
      : null
  const [key] = useDebouncedValue(JSON.stringify(question), TYPING_PAUSE_MS)
  const asked = JSON.parse(key) as typeof question
  const { data } = useQuery({
    queryKey: [laborFeeRoutes.calculate.path, key, language],
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call(laborFeeRoutes.calculate, { body: asked!, signal })).month,
  })
  return asked === null ? null : (data ?? null)
}

function Month({ month }: { month: FeeMonth }) {
  const t = useTexts(attendeeTexts)
  const { period, payerName, paidCount, paidAmount, agreedCount, agreedAmount, incomeTaxTotal, reasons } =
    month
  const hasOthers = paidCount + agreedCount > 0
  // Income tax and what it leaves are the last lines of every settlement.
  const [tax, net] = month.lines.slice(-2)
  return (
    <Paper withBorder radius="md" p="sm">
      <Text size="sm" fw={600}>
        {t('monthTax', { month: period, total: money(incomeTaxTotal) })}
      </Text>
      {hasOthers && (
        <Text size="sm">
          {t('monthOthers', {
            payer: payerName,
            paid: paidCount,
            paidSum: money(paidAmount),
            agreed: agreedCount,
            agreedSum: money(agreedAmount),
          })}
        </Text>
      )}
      {tax && net && (
        <Text size="sm">
          {t(tax.settled === tax.estimated ? 'monthOnlyOwn' : 'monthOwn', {
            tax: money(tax.settled),
            alone: money(tax.estimated),
            net: money(net.settled),
          })}
        </Text>
      )}
      {hasOthers && (
        <List size="xs" c="dimmed" mt={4}>
          {reasons.map((reason) => (
            <List.Item key={reason}>{reason}</List.Item>
          ))}
        </List>
      )}
    </Paper>
  )
}

/** What the sum of the month does to the tax of the typed fee, before it is saved. */
export function MonthHint({ attendeeId, meetingId }: { attendeeId: number | null; meetingId: number }) {
  const may = useMay()
  const phone = typedText(useFormAround().form.getValues()['phone']).trim()
  const who = attendeeId === null ? (PHONE_PATTERN.test(phone) ? { meetingId, phone } : null) : { attendeeId }
  const month = useMonth(may(laborFeeRoutes.calculate) ? who : null)
  return <div aria-live="polite">{month && <Month month={month} />}</div>
}
