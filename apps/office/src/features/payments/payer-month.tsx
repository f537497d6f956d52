import { organizationRoutes, type Organization } from '@consilium/contract/organizations/organizations.ts'
import { period as periodShape, paymentRoutes } from '@consilium/contract/payments/payments.ts'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { DateInput } from '../../components/dates/date-input.tsx'
import { type OptionSource } from '../../components/forms/option-source.ts'
import { RemoteSelect } from '../../components/forms/remote-select.tsx'
import { call } from '../../lib/requests/api.ts'
import { MONTH_LENGTH, useNow } from '../../lib/live/now.ts'
import type { Search } from '../../lib/search.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { paymentTexts } from './texts.ts'

const WIDTH = '14rem'
const CHOICES = '20'

const payers: OptionSource = {
  route: organizationRoutes.list,
  query: (keyword) => ({
    orgType: 'executor',
    pageSize: CHOICES,
    ...(keyword === '' ? {} : { orgName: keyword }),
  }),
  options: (rows) =>
    (rows as Organization[]).map(({ orgId, orgName }) => ({ value: String(orgId), label: orgName })),
}

export interface PayerMonth {
  /** Undefined for an executor, which is its own payer, and until a manager has chosen one. */
  orgId: number | undefined
  period: string
  /** Managers see all payers and choose one for the sums of its month. */
  isChoosing: boolean
  choose: (changes: Search) => void
}

/** The payer and the month of the page, which are kept in the address. */
export function usePayerMonth(): PayerMonth {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const may = useMay()
  const thisMonth = useNow().slice(0, MONTH_LENGTH)
  const { orgId = '', period = '' } = search
  return {
    orgId: /^\d{1,16}$/.test(orgId) ? Number(orgId) : undefined,
    period: periodShape.safeParse(period).success ? period : thisMonth,
    isChoosing: may(organizationRoutes.create),
    choose: (changes) => {
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, pageNum: '', after: '', before: '', ...changes }),
        replace: true,
        resetScroll: false,
      })
    },
  }
}

/** The sums of the month; disabled while a manager has chosen no payer. */
export function useTaxMonth({ orgId, period, isChoosing }: PayerMonth) {
  return useQuery({
    queryKey: [paymentRoutes.month.path, orgId, period],
    enabled: !isChoosing || orgId !== undefined,
    queryFn: ({ signal }) =>
      call(paymentRoutes.month, { query: { period, ...(orgId === undefined ? {} : { orgId }) }, signal }),
  })
}

interface PayerMonthFieldsProps {
  of: PayerMonth
  /** Name of the chosen payer, as soon as it is known. */
  orgName: string | undefined
  withMonth?: boolean
}

export function PayerMonthFields({ of, orgName, withMonth = true }: PayerMonthFieldsProps) {
  const t = useTexts(paymentTexts)
  const { orgId, period, isChoosing, choose } = of
  const known = orgId !== undefined && orgName !== undefined ? [{ value: String(orgId), label: orgName }] : []
  if (!isChoosing && !withMonth) return null
  return (
    <Group gap="sm" mb="sm" align="flex-end">
      {isChoosing && (
        // A width, not a basis: what stands beside the fields measures them by it, so that they keep one row.
        <div style={{ width: WIDTH, minWidth: '12rem' }}>
          <RemoteSelect
            label={t('payer')}
            placeholder={t('allPayers')}
            source={payers}
            known={known}
            value={orgId ?? null}
            onChange={(next) => choose({ orgId: next === null ? '' : String(next) })}
          />
        </div>
      )}
      {withMonth && (
        <DateInput
          kind="month"
          label={t('month')}
          value={period}
          w="11rem"
          required
          withAsterisk={false}
          onChange={(value) => periodShape.safeParse(value).success && choose({ period: value })}
        />
      )}
    </Group>
  )
}
