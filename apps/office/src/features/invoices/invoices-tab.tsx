import {
  InvoiceSource,
  InvoiceType,
  materialRoutes,
  type MeetingInvoice,
} from '@consilium/contract/materials/materials.ts'
import { VERIFICATION_LABELS, VERIFICATION_STATES } from '@consilium/contract/invoices/verification.ts'
import { verificationRoutes } from '@consilium/contract/invoices/verification-routes.ts'
import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { Button } from '@mantine/core'
import { IconFile, IconPencil, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useYesOrNo } from '../../components/list/columns/standard-columns.tsx'
import type { Filter } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { frameTexts } from '../../components/texts.ts'
import { call } from '../../lib/requests/api.ts'
import { sumOf } from '@consilium/web-kit/decimal.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { minute, money, orNothing, useLabel } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { FindingBadges } from './findings.tsx'
import { RecognitionPanel } from './recognition-panel.tsx'
import { invoiceTexts } from './texts.ts'
import { isAboutToAnswer, useVerify } from './use-verify.ts'
import { VerificationBadge } from './verification-badge.tsx'
import { verificationTexts } from './verification-texts.ts'

const routes = materialRoutes.meetingInvoice
const InvoiceDialog = onDemand(() => import('./invoice-dialog.tsx'))
const GalleryDialog = onDemand(() => import('../../components/upload/gallery-dialog.tsx'))
const InvoiceWorkbench = onDemand(() => import('./workbench.tsx'))

function useInvoiceColumns() {
  const t = useTexts(invoiceTexts)
  const verification = useTexts(verificationTexts)
  const frame = useTexts(frameTexts)
  const kinds = useDictionary('invoice_type')
  const sources = useDictionary('invoice_source')
  type Cell = (row: MeetingInvoice) => React.ReactNode
  const column = (key: string, label: string, render: Cell, more: object = {}) => ({
    key,
    label,
    render,
    ...more,
  })
  return [
    column('invoiceNumber', t('invoiceNumber'), (row) => row.invoiceNumber ?? t('unnamed'), {
      sort: 'invoiceNumber',
    }),
    column(
      'verificationState',
      verification('state'),
      (row) => <VerificationBadge state={row.verificationState} />,
      { sort: 'verificationState', card: 'badge' },
    ),
    column('checks', t('checks'), (row) => <FindingBadges invoice={row} />),
    column(
      'invoiceType',
      t('invoiceType'),
      (row) => (row.invoiceType ? kinds.label(row.invoiceType) : orNothing(null)),
      { sort: 'invoiceType', optional: true },
    ),
    column('invoiceCode', t('invoiceCode'), (row) => orNothing(row.invoiceCode), {
      optional: true,
      sort: 'invoiceCode',
    }),
    column('issueDate', t('issueDate'), (row) => orNothing(row.issueDate), {
      sort: 'issueDate',
      unbroken: true,
    }),
    column('sellerName', t('sellerName'), (row) => orNothing(row.sellerName), { sort: 'sellerName' }),
    // What is paid stays in sight where a laptop has no room for what it consists of.
    column('totalAmount', t('totalAmount'), (row) => money(row.totalAmount), {
      sort: 'totalAmount',
      align: 'right',
    }),
    column('amount', t('amount'), (row) => money(row.amount), { sort: 'amount', align: 'right' }),
    column('taxAmount', t('taxAmount'), (row) => money(row.taxAmount), { sort: 'taxAmount', align: 'right' }),
    // A wrong one is found by the checks.
    column('buyerName', t('buyerName'), (row) => orNothing(row.buyerName), {
      sort: 'buyerName',
      optional: true,
    }),
    column('source', t('source'), (row) => sources.label(row.source), {
      sort: 'source',
      optional: true,
    }),
    column('remark', t('remark'), (row) => orNothing(row.remark), { optional: true }),
    column('createTime', frame('createTime'), (row) => minute(row.createTime), {
      sort: 'createTime',
      optional: true,
    }),
  ]
}

function useInvoiceFilters(): Filter[] {
  const t = useTexts(invoiceTexts)
  const verification = useTexts(verificationTexts)
  const kinds = useDictionary('invoice_type')
  const sources = useDictionary('invoice_source')
  const stateLabel = useLabel(VERIFICATION_LABELS)
  return [
    { kind: 'text', name: 'invoiceNumber', label: t('invoiceNumber') },
    { kind: 'text', name: 'sellerName', label: t('sellerName') },
    {
      kind: 'select',
      name: 'invoiceType',
      label: t('invoiceType'),
      options: InvoiceType.options.map((value) => ({ value, label: kinds.label(value) })),
    },
    {
      kind: 'select',
      name: 'source',
      label: t('source'),
      options: InvoiceSource.options.map((value) => ({ value, label: sources.label(value) })),
    },
    {
      kind: 'select',
      name: 'verificationState',
      label: verification('state'),
      options: VERIFICATION_STATES.map((value) => ({ value, label: stateLabel(value) })),
    },
    {
      kind: 'select',
      name: 'duplicated',
      label: t('onlyDuplicated'),
      options: useYesOrNo(),
    },
    {
      kind: 'select',
      name: 'needsReview',
      label: t('onlyNeedsReview'),
      options: useYesOrNo(),
    },
  ]
}

/** What is done with one invoice: it is checked, verified by the tax office, or its file is looked at. */
function useRowActions(
  verify: ReturnType<typeof useVerify>,
  { onCheck, onLook }: Readonly<Record<'onCheck' | 'onLook', (invoice: MeetingInvoice) => void>>,
) {
  const t = useTexts(invoiceTexts)
  const frame = useTexts(frameTexts)
  return (invoice: MeetingInvoice) => [
    ...(invoice.abilities.update
      ? [{ label: frame('edit'), icon: IconPencil, onSelect: () => onCheck(invoice) }]
      : []),
    ...(invoice.verification.mayAsk
      ? [{ label: verify.labelOf(invoice), icon: IconRefresh, onSelect: () => verify.ask([invoice]) }]
      : []),
    ...(invoice.files.length > 0
      ? [{ label: t('file'), icon: IconFile, onSelect: () => onLook(invoice) }]
      : []),
  ]
}

const SUMMED = ['amount', 'taxAmount', 'totalAmount'] as const

const sumsOf = (rows: readonly MeetingInvoice[]) =>
  Object.fromEntries(SUMMED.map((field) => [field, money(sumOf(rows.map((row) => row[field])))]))

/** Leads to the invoices that somebody must look at; absent if there are none. */
function DoubtfulButton({ meetingId, onClick }: { meetingId: number; onClick: () => void }) {
  const t = useTexts(invoiceTexts)
  const query = { meetingId, needsReview: 'true', pageSize: 1 } as const
  const { data } = useQuery({
    queryKey: [routes.list.path, 'doubtful', meetingId],
    queryFn: ({ signal }) => call(routes.list, { query, signal }),
  })
  if (!data || data.total === 0) return null
  return (
    <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={onClick}>
      {t('checkDoubtful', { count: data.total })}
    </Button>
  )
}

/** What those who may add an invoice are offered above the list. */
function Adding({
  meetingId,
  onCheck,
  onAdd,
}: {
  meetingId: number
  onCheck: () => void
  onAdd: () => void
}) {
  const t = useTexts(invoiceTexts)
  return (
    <>
      <DoubtfulButton meetingId={meetingId} onClick={onCheck} />
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {t('add')}
      </Button>
    </>
  )
}

/** The invoices of a meeting, recognized or entered manually, with problems to check before payment. */
export default function InvoicesTab({ meeting }: { meeting: Meeting }) {
  const t = useTexts(invoiceTexts)
  const may = useMay()
  const { meetingId, currentStage } = meeting
  const [isAdding, setAdding] = useState(false)
  const [checking, setChecking] = useState<{ first?: MeetingInvoice } | null>(null)
  const [looking, setLooking] = useState<MeetingInvoice | null>(null)
  const verify = useVerify()
  const mayAdd = may(routes.create) && currentStage !== 'closed'
  const nameOf = ({ invoiceNumber }: MeetingInvoice) => invoiceNumber ?? t('unnamed')
  return (
    <>
      {verify.error && <RequestError error={verify.error} />}
      <List
        head={(total) => (
          <RecognitionPanel meeting={meeting} isShort={total !== 0}>
            {mayAdd && (
              <Adding meetingId={meetingId} onCheck={() => setChecking({})} onAdd={() => setAdding(true)} />
            )}
          </RecognitionPanel>
        )}
        name="invoices"
        title={t('title')}
        route={routes.list}
        isChanging={isAboutToAnswer}
        fixed={{ meetingId: String(meetingId) }}
        order={{ orderByColumn: 'needsReview', isAsc: 'desc' }}
        exportRoute={routes.export}
        remove={{
          route: routes.remove,
          param: 'recordId',
          may: ({ abilities }) => abilities.remove,
          guard: 'ask',
        }}
        emptyHint={t('emptyHint')}
        rowId={({ recordId }) => recordId}
        rowTitle={nameOf}
        rowActions={useRowActions(verify, {
          onCheck: (invoice) => setChecking({ first: invoice }),
          onLook: setLooking,
        })}
        bulk={may(verificationRoutes.ask) && currentStage !== 'closed' ? [verify.bulk] : []}
        filters={useInvoiceFilters()}
        columns={useInvoiceColumns()}
        totals={(rows, isAll) => ({ label: t(isAll ? 'sumAll' : 'sumPage'), values: sumsOf(rows) })}
      />
      {isAdding && <InvoiceDialog meetingId={meetingId} onClose={() => setAdding(false)} />}
      {checking && (
        <InvoiceWorkbench meetingId={meetingId} first={checking.first} onClose={() => setChecking(null)} />
      )}
      {looking && (
        <GalleryDialog onClose={() => setLooking(null)} title={nameOf(looking)} files={looking.files} />
      )}
    </>
  )
}
