import type { PdfBlock, PdfDocument, PdfParty } from '../../infra/pdf/document.ts'
import { explainFee } from './fee-explanation.ts'
import { onOneLine } from './placeholders.ts'
import type { Numbers } from './protocol.ts'
import type { AgreementRecord } from './repository.ts'

const TITLE = '劳务协议'
const AUTHOR = 'Consilium'
const NUMBER_DIGITS = 8
const BLANK = '—'

const ARTICLE = /^第[〇一二三四五六七八九十百]+条[\s　]*\S{0,30}$/
const CLAUSE = /^(\d+(?:\.\d+)+|（[一二三四五六七八九十]+）)[\s　]*(.+)$/

/** `LA-00000731`, the same for an attendee at every time. */
export const agreementNumber = (attendeeId: number) => `LA-${String(attendeeId).padStart(NUMBER_DIGITS, '0')}`

/** `劳务协议-王堃-731.pdf`, without what folders and shells would read in a name. */
export const agreementFileName = ({ name, attendeeId }: Pick<AgreementRecord, 'name' | 'attendeeId'>) =>
  `${TITLE}-${onOneLine(name).replace(/[\\/:*?"<>|]/g, '_')}-${attendeeId}.pdf`

const field = (label: string, value: string | null) => ({ label, value: onOneLine(value ?? '') || BLANK })

function partyBlocks(agreement: AgreementRecord, numbers: Numbers): PdfBlock[] {
  return [
    { kind: 'fields', rows: [field('甲方', agreement.orgName), field('乙方', agreement.name)] },
    {
      kind: 'fields',
      columns: 2,
      rows: [
        field('身份证号', numbers.idCardNo),
        field('联系电话', agreement.phone),
        field('工作单位', agreement.unit),
        field('职称', agreement.title),
        field('开户银行', agreement.bankName),
        field('银行账号', numbers.bankAccount),
        field('开户地区', agreement.bankRegion),
        field('劳务形式', agreement.laborFormLabel),
      ],
    },
  ]
}

/** A line of the contract: an article's heading, a numbered clause, or prose. */
export function contractBlock(line: string): PdfBlock {
  if (ARTICLE.test(line)) return { kind: 'heading', text: line }
  const [, number, text] = CLAUSE.exec(line) ?? []
  if (number !== undefined && text !== undefined) return { kind: 'paragraph', number, text }
  return { kind: 'paragraph', text: line, indent: true }
}

const contractBlocks = (protocol: string): PdfBlock[] =>
  protocol
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(contractBlock)

/** The fee step by step, as it was computed with the rules of its day. */
function amountBlocks(agreement: AgreementRecord): PdfBlock[] {
  const lines = explainFee(agreement, 'zh-CN')
  return [
    { kind: 'heading', text: '附：劳务费明细' },
    {
      kind: 'table',
      total: true,
      columns: [{ title: '项目' }, { title: '计算方式' }, { title: '金额（元）', align: 'right' }],
      rows: lines.map(({ label, formula, amount }) => [label, formula, amount]),
    },
  ]
}

function signatureBlock(agreement: AgreementRecord, signing: Signing): PdfBlock {
  const payer: PdfParty = { caption: '甲方（盖章）：', lines: [onOneLine(agreement.orgName ?? '') || BLANK] }
  const expert: PdfParty = {
    caption: '乙方（手写签名）：',
    image: signing.handsign.toString('base64'),
    lines: [onOneLine(agreement.name), `签署时间：${signing.signedTime}`],
  }
  return { kind: 'signatures', parties: [payer, expert] }
}

export interface Signing {
  numbers: Numbers
  /** PNG as `readSignature` made it. */
  handsign: Buffer
  /** On the wire, and the same instant in ISO 8601. */
  signedTime: string
  createdAt: string
}

/** The signed agreement as a document. Names the full identity and bank numbers: it is only stored as a file. */
export function agreementDocument(
  agreement: AgreementRecord,
  protocol: string,
  signing: Signing,
): PdfDocument {
  return {
    title: TITLE,
    language: 'zh-CN',
    author: AUTHOR,
    createdAt: signing.createdAt,
    reference: `协议编号：${agreementNumber(agreement.attendeeId)}`,
    blocks: [
      ...partyBlocks(agreement, signing.numbers),
      ...contractBlocks(protocol),
      ...amountBlocks(agreement),
      signatureBlock(agreement, signing),
    ],
  }
}
