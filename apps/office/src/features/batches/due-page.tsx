import { batchRoutes, type PayableFee } from '@consilium/contract/batches/batches.ts'
import { PAYMENT_OBSTACLES, type PaymentObstacle } from '@consilium/contract/signing/signing.ts'
import { factsInWords } from '@consilium/contract/persons/personal-facts.ts'
import { Badge, Text } from '@mantine/core'
import { IconCash, IconWorld } from '@tabler/icons-react'
import { useState } from 'react'
import type { Column } from '../../components/list/list-definition.ts'
import { LinkButton, TextLink } from '../../components/links.tsx'
import { List } from '../../components/list/list-page.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { sumOf } from '@consilium/web-kit/decimal.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { day, money } from '../../lib/format.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { Reasons } from './batch-lines.tsx'
import { AllPayable, useMaking, useShown } from './payables.tsx'
import { batchTexts } from './texts.ts'
import { OpenDifferences } from '../payments/open-differences.tsx'
import { PayerMonthFields, usePayerMonth } from '../payments/payer-month.tsx'
import { reliefTexts } from '../payments/relief-texts.ts'
import { paymentTexts } from '../payments/texts.ts'

const RecordDialog = onDemand(() => import('../payments/record-dialog.tsx'))
const ReliefDialog = onDemand(() => import('../payments/relief-dialog.tsx'))

/** Whether a fee can be paid now, or every reason why not; and what its declaration will need. */
function Payability({ due: { reasons, missingFacts } }: { due: PayableFee }) {
  const t = useTexts(paymentTexts)
  const language = useLanguage()
  return (
    <>
      {reasons.length === 0 ? (
        <Badge variant="light" color="teal">
          {t('payableNow')}
        </Badge>
      ) : (
        <Reasons reasons={reasons} lines={1} />
      )}
      {missingFacts.length > 0 && (
        <Text size="xs" c="dimmed" lineClamp={1} title={factsInWords(missingFacts, language)}>
          {t('missingFacts', { facts: factsInWords(missingFacts, language) })}
        </Text>
      )}
    </>
  )
}

/** A payment by itself has fewer conditions than a line of a batch. */
const isRecordable = ({ reasons }: PayableFee): boolean =>
  !reasons.some((reason) => PAYMENT_OBSTACLES.includes(reason as PaymentObstacle))

function useColumns(): Column<PayableFee>[] {
  const t = useTexts(paymentTexts)
  const forms = useDictionary('labor_form')
  return [
    { key: 'name', label: t('name'), render: ({ name }) => name },
    {
      key: 'meeting',
      label: t('meeting'),
      render: ({ meetingId, meetingName }) => (
        <TextLink to={`/meetings/${meetingId}?tab=attendees`} inherit>
          {meetingName}
        </TextLink>
      ),
    },
    {
      key: 'meetingDay',
      label: t('meetingDay'),
      unbroken: true,
      render: (row) => day(row.scheduleStartTime),
    },
    { key: 'laborForm', label: t('laborForm'), render: (row) => forms.label(row.laborForm) },
    { key: 'payer', label: t('payer'), optional: true, render: (row) => row.orgName },
    {
      key: 'payableAmount',
      label: t('payable'),
      sort: 'payableAmount',
      align: 'right',
      render: (row) => money(row.payableAmount),
    },
    {
      key: 'netAmount',
      label: t('estimatedNet'),
      align: 'right',
      render: (row) => money(row.netAmount),
    },
    { key: 'payability', label: t('payability'), render: (row) => <Payability due={row} /> },
  ]
}

/** The agreed fees that are not paid, what is payable first: batches are made of them, and single payments are recorded here. */
export function Page() {
  const t = useTexts(paymentTexts)
  const batch = useTexts(batchTexts)
  const relief = useTexts(reliefTexts)
  const of = usePayerMonth()
  const show = useShown()
  const make = useMaking()
  const [relieved, setRelieved] = useState<PayableFee | null>(null)
  const [recorded, setRecorded] = useState<PayableFee | null>(null)
  return (
    <>
      <PageHeader
        title={t('due')}
        backTo="/labor-payments"
        actions={
          <>
            <LinkButton to="/labor-payments/reliefs" variant="default">
              {relief('title')}
            </LinkButton>
            <LinkButton to="/labor-payments/batches" variant="default">
              {batch('title')}
            </LinkButton>
          </>
        }
      />
      <PayerMonthFields of={of} orgName={undefined} withMonth={false} />
      <OpenDifferences orgId={of.orgId} />
      <List
        name="labor-payments-due"
        title={t('due')}
        route={batchRoutes.payable}
        fixed={{ ...show.query, ...(of.orgId === undefined ? {} : { orgId: String(of.orgId) }) }}
        head={() => <AllPayable show={show} orgId={of.orgId} onMake={make.start} />}
        emptyHint={show.value === 'payable' ? batch('nothingPayable') : t('nothingDue')}
        rowId={({ attendeeId }) => attendeeId}
        rowTitle={({ name }) => name}
        rowActions={(due) => [
          ...(isRecordable(due)
            ? [{ label: t('record'), icon: IconCash, onSelect: () => setRecorded(due) }]
            : []),
          ...(due.taxResidence === 'nonResident'
            ? [{ label: relief('record'), icon: IconWorld, onSelect: () => setRelieved(due) }]
            : []),
        ]}
        filters={[{ kind: 'text', name: 'name', label: t('name') }]}
        columns={useColumns()}
        bulk={make.bulk}
        selectionSum={make.inWords}
        totals={(rows, isAll) => ({
          label: t(isAll ? 'sumAll' : 'sumPage'),
          values: {
            payableAmount: money(sumOf(rows.map((row) => row.payableAmount))),
            netAmount: money(sumOf(rows.map((row) => row.netAmount))),
          },
        })}
      />
      {make.dialog}
      {relieved && <ReliefDialog due={relieved} onClose={() => setRelieved(null)} />}
      {recorded && <RecordDialog due={recorded} onClose={() => setRecorded(null)} />}
    </>
  )
}
