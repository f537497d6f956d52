import { addressOf } from '@consilium/contract/addresses.ts'
import {
  OWN_FEE_STATE_LABELS,
  ownPaymentRoutes,
  type OwnPayments,
} from '@consilium/contract/payments/own-payments.ts'
import { PAYMENT_KIND_LABELS } from '@consilium/contract/payments/payments.ts'
import { sumOf } from '@consilium/web-kit/decimal.ts'
import { minute, money, orNothing } from '@consilium/web-kit/format.ts'
import { unapprovedPage } from '../parts/audit-notice.tsx'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Figures, Section } from '../parts/section.tsx'
import { Table } from '../parts/table.tsx'
import { isApproved, type Page, type Visit } from '../visit.ts'
import { ownPaymentTexts } from './texts.ts'

const YEARS_SHOWN = 6

function Pending({ visit, pending }: { visit: Visit } & Pick<OwnPayments, 'pending'>) {
  const t = visit.say(ownPaymentTexts)
  if (pending.length === 0) return <p class="soft">{t('nothingPending')}</p>
  return (
    <>
      <p class="soft small">{t('pendingHint')}</p>
      <Table
        label={t('pending')}
        columns={[
          { title: t('meeting') },
          { title: t('time'), isWhole: true },
          { title: t('payer') },
          { title: t('payable'), isFigure: true },
          { title: t('net'), isFigure: true },
          { title: t('state') },
        ]}
        rows={pending.map((fee) => [
          fee.meetingName,
          minute(fee.scheduleStartTime),
          orNothing(fee.orgName),
          money(fee.payableAmount),
          money(fee.netAmount),
          <Badge key="state" tone={fee.state === 'returned' ? 'bad' : 'plain'}>
            {visit.label(OWN_FEE_STATE_LABELS, fee.state)}
          </Badge>,
        ])}
      />
    </>
  )
}

/** The sums of the year; those of the payers count every payment, also those beyond the list. */
const sumsOf = (payers: OwnPayments['payers']) =>
  [
    ['netOfYear', sumOf(payers.map(({ netAmount }) => netAmount))],
    ['payableOfYear', sumOf(payers.map(({ payableAmount }) => payableAmount))],
    [
      'taxOfYear',
      sumOf(
        payers.flatMap(({ vatAmount, surchargeAmount, incomeTax }) => [
          vatAmount,
          surchargeAmount,
          incomeTax,
        ]),
      ),
    ],
  ] as const

function Paid({ visit, entries, payers }: { visit: Visit } & Pick<OwnPayments, 'entries' | 'payers'>) {
  const t = visit.say(ownPaymentTexts)
  const figures = [t('payable'), t('taxes'), t('incomeTax'), t('net')].map((title) => ({
    title,
    isFigure: true,
  }))
  const amounts = (row: OwnPayments['payers'][number] | OwnPayments['entries'][number]) => [
    money(row.payableAmount),
    money(sumOf([row.vatAmount, row.surchargeAmount])),
    money(row.incomeTax),
    money(row.netAmount),
  ]
  if (entries.length === 0) return <p class="soft">{t('nothingPaid')}</p>
  return (
    <>
      <Figures items={sumsOf(payers).map(([key, amount]) => [t(key), amount] as const)} />
      <h3>{t('payers')}</h3>
      <Table
        label={t('payers')}
        columns={[{ title: t('payer') }, { title: t('count'), isFigure: true }, ...figures]}
        rows={payers.map((payer) => [payer.orgName, payer.count, ...amounts(payer)])}
      />
      <h3>{t('entries')}</h3>
      <Table
        label={t('entries')}
        columns={[
          { title: t('paidDate'), isWhole: true },
          { title: t('kind') },
          { title: t('meeting') },
          { title: t('payer') },
          ...figures,
        ]}
        rows={entries.map((entry) => [
          entry.paidDate,
          visit.label(PAYMENT_KIND_LABELS, entry.kind),
          entry.meetingName,
          orNothing(entry.orgName),
          ...amounts(entry),
        ])}
      />
    </>
  )
}

/** The fees of an expert from estimate to payment, and a year by payer. */
export async function paymentsPage(visit: Visit): Promise<Page> {
  const t = visit.say(ownPaymentTexts)
  if (!isApproved(visit)) return unapprovedPage(visit, t('title'))
  const thisYear = Number(visit.now.slice(0, 4))
  const years = Array.from({ length: YEARS_SHOWN }, (_, back) => thisYear - back)
  const year = years.find((each) => String(each) === visit.query.get('year')) ?? thisYear
  const { pending, entries, payers } = await visit.client.call(ownPaymentRoutes.ofYear, { query: { year } })
  return {
    status: 200,
    title: t('title'),
    body: (
      <>
        <Section
          title={t('year')}
          actions={
            <div class="buttons">
              <form class="search" method="get" action={visit.path}>
                <select name="year" aria-label={t('year')} data-goes>
                  {years.map((each) => (
                    <option key={each} selected={each === year}>
                      {each}
                    </option>
                  ))}
                </select>
              </form>
              {entries.length > 0 && (
                <Button
                  href={`${addressOf(ownPaymentRoutes.statement, {})}?year=${year}`}
                  data-download={`${year}.pdf`}
                >
                  {t('statement')}
                </Button>
              )}
            </div>
          }
        >
          <Paid visit={visit} entries={entries} payers={payers} />
        </Section>
        <Section title={t('pending')}>
          <Pending visit={visit} pending={pending} />
        </Section>
      </>
    ),
  }
}
