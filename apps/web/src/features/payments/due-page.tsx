import {
  PAYMENT_OBSTACLE_LABELS,
  paymentRoutes,
  type DuePayment,
} from '@consilium/contract/payments/payments.ts'
import { factsInWords } from '@consilium/contract/persons/personal-facts.ts'
import { Badge, Text } from '@mantine/core'
import { IconCash, IconWorld } from '@tabler/icons-react'
import { useState } from 'react'
import { LinkButton, TextLink } from '../../components/links.tsx'
import { List } from '../../components/list/list-page.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { sumOf } from '../../lib/decimal.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { day, money, useLabel } from '../../lib/format.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { OpenDifferences } from './open-differences.tsx'
import { PayerMonthFields, usePayerMonth } from './payer-month.tsx'
import { reliefTexts } from './relief-texts.ts'
import { paymentTexts } from './texts.ts'

const RecordDialog = onDemand(() => import('./record-dialog.tsx'))
const ReliefDialog = onDemand(() => import('./relief-dialog.tsx'))

/** Whether a fee can be paid now, or every reason why not; and what its declaration will need. */
function Payability({ due: { obstacles, missingFacts } }: { due: DuePayment }) {
  const t = useTexts(paymentTexts)
  const language = useLanguage()
  const obstacle = useLabel(PAYMENT_OBSTACLE_LABELS)
  return (
    <>
      {obstacles.length === 0 ? (
        <Badge variant="light" color="teal">
          {t('payableNow')}
        </Badge>
      ) : (
        <Text
          size="sm"
          lineClamp={missingFacts.length > 0 ? 1 : 2}
          title={obstacles.map(obstacle).join(' · ')}
        >
          {obstacles.map(obstacle).join(' · ')}
        </Text>
      )}
      {missingFacts.length > 0 && (
        <Text size="xs" c="dimmed" lineClamp={1} title={factsInWords(missingFacts, language)}>
          {t('missingFacts', { facts: factsInWords(missingFacts, language) })}
        </Text>
      )}
    </>
  )
}

/** The agreed fees that are not paid; a payment is recorded here, with its tax shown before. */
export function Page() {
  const t = useTexts(paymentTexts)
  const forms = useDictionary('labor_form')
  const signatures = useDictionary('signature_status')
  const of = usePayerMonth()
  const relief = useTexts(reliefTexts)
  const [relieved, setRelieved] = useState<DuePayment | null>(null)
  const [recorded, setRecorded] = useState<DuePayment | null>(null)
  return (
    <>
      <PageHeader
        title={t('due')}
        subtitle={t('dueHint')}
        backTo="/labor-payments"
        actions={
          <LinkButton to="/labor-payments/reliefs" variant="default">
            {relief('title')}
          </LinkButton>
        }
      />
      <PayerMonthFields of={of} orgName={undefined} withMonth={false} />
      <OpenDifferences orgId={of.orgId} />
      <List
        name="labor-payments-due"
        title={t('due')}
        route={paymentRoutes.due}
        fixed={of.orgId === undefined ? {} : { orgId: String(of.orgId) }}
        emptyHint={t('nothingDue')}
        rowId={({ attendeeId }) => attendeeId}
        rowTitle={({ name }) => name}
        rowActions={(due) => [
          ...(due.obstacles.length === 0
            ? [{ label: t('record'), icon: IconCash, onSelect: () => setRecorded(due) }]
            : []),
          ...(due.taxResidence === 'nonResident'
            ? [{ label: relief('record'), icon: IconWorld, onSelect: () => setRelieved(due) }]
            : []),
        ]}
        filters={[
          { kind: 'text', name: 'name', label: t('name') },
          { kind: 'select', name: 'signatureStatus', label: t('status'), options: signatures.options },
        ]}
        columns={[
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
        ]}
        totals={(rows, isAll) => ({
          label: t(isAll ? 'sumAll' : 'sumPage'),
          values: {
            payableAmount: money(sumOf(rows.map((row) => row.payableAmount))),
            netAmount: money(sumOf(rows.map((row) => row.netAmount))),
          },
        })}
      />
      {relieved && <ReliefDialog due={relieved} onClose={() => setRelieved(null)} />}
      {recorded && <RecordDialog due={recorded} onClose={() => setRecorded(null)} />}
    </>
  )
}
