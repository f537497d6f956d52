import { PAYMENT_KIND_LABELS } from '@consilium/contract/payments/payments.ts'
import type { OwnPayments, PayerOfYear } from '@consilium/contract/payments/own-payments.ts'
import type { Actor } from '../../../domain/actor.ts'
import type { FileAnswer } from '../../../infra/http/file-answer.ts'
import type { PdfBlock, PdfColumn } from '@consilium/pdf-layout/document.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { Money } from '../../fees/service.ts'
import { paperFileName, pdfAnswer } from '../../papers/service.ts'
import * as repository from './own-repository.ts'
import type { Scope } from '../scope.ts'

const CENTS = 2
const AMOUNTS = ['payableAmount', 'vatAmount', 'surchargeAmount', 'incomeTax', 'netAmount'] as const

/** What an expert is owed, was paid in a year, and by whom. */
export async function ownPayments({ db, clock }: Scope, actor: Actor, year: number): Promise<OwnPayments> {
  return {
    year,
    pending: await repository.pendingOf(db, actor.userId, clock.wire()),
    entries: await repository.entriesOf(db, actor.userId, year),
    payers: await repository.payersOf(db, actor.userId, year),
  }
}

const figure = (title: string): PdfColumn => ({ title, align: 'right' })
const FIGURES = ['应付（元）', '增值税', '附加税费', '个人所得税', '实付（元）'].map(figure)

const totalOf = (payers: readonly PayerOfYear[]): string[] =>
  AMOUNTS.map((amount) => payers.reduce((sum, payer) => sum.plus(payer[amount]), Money('0')).toFixed(CENTS))

const blocksOf = ({ year, entries, payers }: OwnPayments, name: string): PdfBlock[] => [
  {
    kind: 'fields',
    columns: 2,
    rows: [
      { label: '姓名', value: name },
      { label: '年度', value: `${year}年1月1日至12月31日` },
    ],
  },
  { kind: 'heading', text: '按付款单位' },
  {
    kind: 'table',
    total: true,
    columns: [{ title: '付款单位' }, figure('笔数'), ...FIGURES],
    rows: [
      ...payers.map((payer) => [payer.orgName, String(payer.count), ...AMOUNTS.map((each) => payer[each])]),
      ['合计', String(payers.reduce((sum, { count }) => sum + count, 0)), ...totalOf(payers)],
    ],
  },
  { kind: 'heading', text: '逐笔' },
  {
    kind: 'table',
    columns: [{ title: '付款日期' }, { title: '类型' }, { title: '会议' }, { title: '付款单位' }, ...FIGURES],
    rows: entries.map((entry) => [
      entry.paidDate,
      PAYMENT_KIND_LABELS[entry.kind]['zh-CN'],
      entry.meetingName,
      entry.orgName ?? '—',
      ...AMOUNTS.map((each) => entry[each]),
    ]),
  },
]

/** A year of payments as a document. Throws STATEMENT_EMPTY if nothing was paid. */
export async function ownStatement(scope: Scope, actor: Actor, year: number): Promise<FileAnswer> {
  const payments = await ownPayments(scope, actor, year)
  const [latest] = payments.entries
  if (!latest) throw new Refusal('STATEMENT_EMPTY', { params: { year } })
  const { name } = await scope.experts.identityOf(scope.db, actor.userId)
  const subject = `${name} ${year}`
  const paper = { kind: 'paymentStatement' as const, subject, blocks: blocksOf(payments, name) }
  return pdfAnswer(paperFileName(paper), await scope.papers.issue(actor, paper))
}
