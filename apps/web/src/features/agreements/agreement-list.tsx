import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { SignatureStatus } from '@consilium/contract/agreements/agreements.ts'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { minute, money, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { ApprovedOnly } from '../profile/audit-notice.tsx'
import { AgreementLink } from './agreement-link.tsx'
import { isFeeOpen } from './fee/explained-fee.ts'
import { SignatureBadge } from './signing/signature-badge.tsx'
import { agreementListTexts } from './list-texts.ts'
import { agreementTexts } from './texts.ts'

function useColumns(): Column<Attendee>[] {
  const t = useTexts(agreementListTexts)
  return [
    { key: 'meetingName', label: t('meeting'), render: (row) => row.meetingName },
    {
      key: 'status',
      label: t('status'),
      sort: 'signatureStatus',
      card: 'badge',
      render: (row) => <SignatureBadge {...row} />,
    },
    {
      key: 'project',
      label: t('project'),
      card: 'none',
      optional: true,
      render: (row) => row.projectName,
    },
    {
      key: 'payable',
      label: t('payable'),
      sort: 'payableAmount',
      align: 'right',
      render: (row) => (isFeeOpen(row) ? orNothing(null) : money(row.payableAmount)),
    },
    {
      key: 'net',
      label: t('net'),
      align: 'right',
      render: (row) => (isFeeOpen(row) ? orNothing(null) : money(row.netAmount)),
    },
    {
      key: 'when',
      label: t('meetingTime'),
      unbroken: true,
      sort: 'scheduleStartTime',
      render: (row) => minute(row.scheduleStartTime),
    },
  ]
}

function MyAgreements() {
  const t = useTexts(agreementListTexts)
  const agreement = useTexts(agreementTexts)
  return (
    <>
      <PageHeader title={agreement('title')} />
      <List
        name="my-agreements"
        title={agreement('title')}
        route={attendeeRoutes.list}
        // What is not signed yet stands first.
        order={{ orderByColumn: 'signatureStatus', isAsc: 'desc' }}
        rowId={({ attendeeId }) => attendeeId}
        rowTitle={({ meetingName }) => meetingName}
        rowTo={({ attendeeId }) => `/my-agreements/${attendeeId}`}
        rowLead={(row) => <AgreementLink attendee={row} />}
        filters={[
          {
            kind: 'select',
            name: 'signatureStatus',
            label: t('status'),
            options: SignatureStatus.options.map((value) => ({ value, label: agreement(value) })),
          },
          {
            kind: 'select',
            name: 'toSign',
            label: t('toSign'),
            options: [
              { value: 'true', label: t('waitsForYou') },
              { value: 'false', label: t('nothingToSign') },
            ],
          },
          { kind: 'text', name: 'meetingName', label: t('meeting') },
        ]}
        columns={useColumns()}
        emptyHint={t('none')}
      />
    </>
  )
}

export function Page() {
  const t = useTexts(agreementTexts)
  return (
    <ApprovedOnly title={t('title')}>
      <MyAgreements />
    </ApprovedOnly>
  )
}
