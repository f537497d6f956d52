import {
  PAPER_STATE_LABELS,
  PAPER_STATES,
  paymentPaperRoutes,
  type PaymentPaper,
  type PaymentPaperSums,
} from '@consilium/contract/payments/payment-papers.ts'
import { Badge, Button, Group, Paper, Text } from '@mantine/core'
import { IconFileCertificate, IconFileInvoice, IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { notifyDone, notifyFailed } from '../../components/dialogs/notify.ts'
import { useErrorText } from '../../components/dialogs/request-error.tsx'
import { useYesOrNo } from '../../components/list/columns/standard-columns.tsx'
import type { Column, RowAction } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { TextLink } from '../../components/links.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { frameTexts } from '../../components/texts.ts'
import { sumOf } from '@consilium/web-kit/decimal.ts'
import { money, orNothing, useLabel } from '../../lib/format.ts'
import { call, saveFile } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { papersTexts } from './papers-texts.ts'
import { PayerMonthFields, usePayerMonth, type PayerMonth } from './payer-month.tsx'
import { paymentTexts } from './texts.ts'

const InvoiceDialog = onDemand(() => import('./invoice-dialog.tsx'))

const COLORS: Readonly<Record<PaymentPaper['state'], string>> = {
  receipt: 'teal',
  invoice: 'teal',
  receiptDue: 'blue',
  numberMissing: 'red',
  invoiceMissing: 'orange',
  notExpected: 'gray',
}

const scopeOf = ({ orgId, period }: PayerMonth) => ({
  period,
  ...(orgId === undefined ? {} : { orgId: String(orgId) }),
})

/** How many payments of the month have which paper, and the making of receipts that are due. */
function Sums({ of }: { of: PayerMonth }) {
  const t = useTexts(papersTexts)
  const frame = useTexts(frameTexts)
  const say = useErrorText()
  const may = useMay()
  const state = useLabel(PAPER_STATE_LABELS)
  const make = useSend(paymentPaperRoutes.make)
  const { data: sums } = useQuery<PaymentPaperSums>({
    queryKey: [paymentPaperRoutes.sums.path, of.orgId, of.period],
    queryFn: ({ signal }) => call(paymentPaperRoutes.sums, { query: scopeOf(of), signal }),
  })
  if (!sums || sums.count === 0) return null
  const isDue = sums.states.some((each) => each.state === 'receiptDue')
  const start = async () => {
    try {
      const { count } = await make.mutateAsync({ body: { period: of.period } })
      notifyDone(t('making', { count }))
    } catch (error) {
      notifyFailed(frame('requestFailed'), say(error))
    }
  }
  return (
    <Paper withBorder radius="md" p="md" mb="md" role="status">
      <Group justify="space-between">
        <div>
          <Text size="sm">{t('all', { count: sums.count, amount: money(sums.amount) })}</Text>
          <Group gap="xs" mt={4}>
            {sums.states.map((each) => (
              <Badge key={each.state} variant="light" color={COLORS[each.state]} tt="none">
                {t('some', { state: state(each.state), count: each.count, amount: money(each.amount) })}
              </Badge>
            ))}
          </Group>
        </div>
        {isDue && may(paymentPaperRoutes.make) && (
          <Button variant="default" loading={make.isPending} onClick={() => void start()}>
            {t('make')}
          </Button>
        )}
      </Group>
    </Paper>
  )
}

function useColumns(): Column<PaymentPaper>[] {
  const t = useTexts(papersTexts)
  const state = useLabel(PAPER_STATE_LABELS)
  return [
    { key: 'name', label: t('name'), render: ({ name }) => name },
    {
      key: 'paidDate',
      label: t('paidDate'),
      sort: 'paidDate',
      unbroken: true,
      render: (row) => row.paidDate,
    },
    {
      key: 'meeting',
      label: t('meeting'),
      render: ({ meetingId, meetingName }) => (
        <TextLink to={`/meetings/${meetingId}?tab=attendees`} inherit>
          {meetingName}
        </TextLink>
      ),
    },
    { key: 'payer', label: t('payer'), optional: true, render: (row) => row.orgName },
    {
      key: 'payableAmount',
      label: t('payable'),
      sort: 'payableAmount',
      align: 'right',
      render: (row) => money(row.payableAmount),
    },
    { key: 'netAmount', label: t('net'), align: 'right', render: (row) => money(row.netAmount) },
    {
      key: 'invoiceNumber',
      label: t('invoiceNumber'),
      optional: true,
      unbroken: true,
      render: ({ invoice }) => orNothing(invoice?.invoiceNumber ?? null),
    },
    {
      key: 'state',
      label: t('paper'),
      card: 'badge',
      render: (row) => (
        <Badge variant="light" color={COLORS[row.state]}>
          {state(row.state)}
        </Badge>
      ),
    },
  ]
}

type Asked = { what: 'attach' | 'release'; paper: PaymentPaper }

/** The next step first: to upload what is missing, or to have what is there. */
function useActions(ask: (asked: Asked) => void): (paper: PaymentPaper) => RowAction[] {
  const t = useTexts(papersTexts)
  const frame = useTexts(frameTexts)
  const say = useErrorText()
  const save = async (file: Promise<Parameters<typeof saveFile>[0]>, name: string) => {
    try {
      saveFile(await file, name)
    } catch (error) {
      notifyFailed(frame('requestFailed'), say(error))
    }
  }
  return (paper) => {
    const { entryId, invoice, hasReceipt, abilities, needsInvoice, name } = paper
    const upload: RowAction = {
      label: t('upload'),
      icon: IconUpload,
      onSelect: () => ask({ what: 'attach', paper }),
    }
    return [
      ...(abilities.attach && needsInvoice ? [upload] : []),
      ...(invoice
        ? [
            {
              label: t('invoice'),
              icon: IconFileInvoice,
              onSelect: () =>
                void save(
                  call(paymentPaperRoutes.invoiceFile, { params: { invoiceId: invoice.invoiceId } }),
                  invoice.fileName,
                ),
            },
          ]
        : []),
      ...(hasReceipt
        ? [
            {
              label: t('receipt'),
              icon: IconFileCertificate,
              onSelect: () =>
                void save(call(paymentPaperRoutes.receipt, { params: { entryId } }), `${name}.pdf`),
            },
          ]
        : []),
      ...(abilities.attach && !needsInvoice ? [upload] : []),
      ...(abilities.detach
        ? [
            {
              label: t('release'),
              icon: IconTrash,
              tone: 'danger' as const,
              onSelect: () => ask({ what: 'release', paper }),
            },
          ]
        : []),
    ]
  }
}

function Release({ paper, onClose }: { paper: PaymentPaper; onClose: () => void }) {
  const t = useTexts(papersTexts)
  const frame = useTexts(frameTexts)
  const say = useErrorText()
  const release = useSend(paymentPaperRoutes.release)
  const { invoice } = paper
  if (!invoice) return null
  const { invoiceId, invoiceNumber: number } = invoice
  const run = async () => {
    try {
      await release.mutateAsync({ params: { invoiceId } })
      notifyDone(t('released'))
    } catch (error) {
      notifyFailed(frame('requestFailed'), say(error))
    }
  }
  return (
    <Confirm
      title={t('releaseTitle', { number })}
      confirmLabel={t('release')}
      danger
      onConfirm={run}
      onClose={onClose}
    >
      {t('releaseHint')}
    </Confirm>
  )
}

/** The settled payments of a month, each with the paper that it has or lacks. */
export function Page() {
  const t = useTexts(papersTexts)
  const sums = useTexts(paymentTexts)
  const of = usePayerMonth()
  const state = useLabel(PAPER_STATE_LABELS)
  const yesOrNo = useYesOrNo()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('hint')} backTo="/labor-payments" />
      <PayerMonthFields of={of} orgName={undefined} />
      <Sums of={of} />
      <List
        name="payment-papers"
        title={t('title')}
        route={paymentPaperRoutes.list}
        exportRoute={paymentPaperRoutes.export}
        fixed={scopeOf(of)}
        emptyHint={t('none')}
        rowId={({ entryId }) => entryId}
        rowTitle={({ name }) => name}
        rowActions={useActions(setAsked)}
        filters={[
          { kind: 'text', name: 'name', label: t('name') },
          {
            kind: 'select',
            name: 'state',
            label: t('paper'),
            options: PAPER_STATES.map((value) => ({ value, label: state(value) })),
          },
          { kind: 'select', name: 'isLacking', label: t('isLacking'), options: yesOrNo },
        ]}
        columns={useColumns()}
        totals={(rows, isAll) => ({
          label: sums(isAll ? 'sumAll' : 'sumPage'),
          values: {
            payableAmount: money(sumOf(rows.map((row) => row.payableAmount))),
            netAmount: money(sumOf(rows.map((row) => row.netAmount))),
          },
        })}
      />
      {asked?.what === 'attach' && <InvoiceDialog paper={asked.paper} onClose={close} />}
      {asked?.what === 'release' && <Release paper={asked.paper} onClose={close} />}
    </>
  )
}
