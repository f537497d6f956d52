import { contractLines, type ContractLine } from '@consilium/contract/agreements/contract-text.ts'
import { ID_TYPE_LABELS } from '@consilium/contract/labels.ts'
import type { PdfSigner } from '@consilium/pades/signer.ts'
import type { PdfAttachment, PdfBlock, PdfDocument, PdfParty } from '@consilium/pdf-layout/document.ts'
import { explainFee, inCapitals } from '../../fees/service.ts'
import { agreementNumber, TITLE } from './agreement-names.ts'
import { CONTENT_FILE, EVENT_FILE, fingerprintKeyword } from './document-check.ts'
import { onOneLine } from '../templates/placeholders.ts'
import type { Numbers } from '../templates/protocol.ts'
import type { AgreementRecord } from '../repository.ts'
import { certificateBlocks, type SigningEvent } from '../signing/signing-event.ts'

const REASON = '劳务协议签署'
export const AUTHOR = 'Consilium'
const BLANK = '—'
/** Tax is fixed on the day of payment (VAT Law; IIT Law, article 9), which can be later than the agreement. */
const ESTIMATE = '税费与实付金额按签署时的税收规定估算，以付款当日适用的税收规定结算为准。'

export const field = (label: string, value: string | null) => ({
  label,
  value: onOneLine(value ?? '') || BLANK,
})

/** The contract is in Chinese, and so are its labels. */
const numberLabel = ({ idType }: AgreementRecord) =>
  idType === 'residentCard' ? '身份证号' : `${ID_TYPE_LABELS[idType]['zh-CN']}号码`

/** The account stands once: here only if the contract itself does not show it. */
function partyBlocks(agreement: AgreementRecord, protocol: string, numbers: Numbers): PdfBlock[] {
  const isShownBelow = protocol.includes(numbers.bankAccount)
  return [
    {
      kind: 'fields',
      rows: [
        field('甲方', agreement.orgName),
        field('统一社会信用代码', agreement.payerCreditCode),
        field('乙方', agreement.name),
      ],
    },
    {
      kind: 'fields',
      columns: 2,
      rows: [
        field(numberLabel(agreement), numbers.idCardNo),
        field('联系电话', agreement.phone),
        field('工作单位', agreement.unit),
        field('职称', agreement.title),
        field('开户银行', agreement.bankName),
        ...(isShownBelow ? [] : [field('银行账号', numbers.bankAccount)]),
        field('开户地区', agreement.bankRegion),
        field('劳务形式', agreement.laborFormLabel),
      ],
    },
  ]
}

function contractBlock(line: ContractLine): PdfBlock {
  if (line.kind === 'heading') return line
  if (line.kind === 'clause') return { kind: 'paragraph', number: line.number, text: line.text }
  return { kind: 'paragraph', text: line.text, indent: true }
}

export const contractBlocks = (protocol: string): PdfBlock[] => contractLines(protocol).map(contractBlock)

/** The steps of the fee computation, with the rules of its day. */
export function amountBlocks(agreement: AgreementRecord): PdfBlock[] {
  const lines = explainFee(agreement, 'zh-CN')
  return [
    { kind: 'heading', text: '附：劳务费明细' },
    {
      kind: 'table',
      total: true,
      columns: [{ title: '项目' }, { title: '计算方式' }, { title: '金额（元）', align: 'right' }],
      rows: lines.map(({ label, formula, amount }) => [label, formula, amount]),
    },
    {
      kind: 'fields',
      rows: [
        field('应付金额（大写）', `人民币${inCapitals(agreement.payableAmount)}`),
        field('实付金额（大写，估算）', `人民币${inCapitals(agreement.netAmount)}`),
      ],
    },
    { kind: 'paragraph', text: ESTIMATE, indent: true },
  ]
}

function signatureBlock(agreement: AgreementRecord, signing: Signing): PdfBlock {
  const payer: PdfParty = {
    caption: '甲方（盖章）：',
    lines: [onOneLine(agreement.orgName ?? '') || BLANK],
    sealed: true,
  }
  const expert: PdfParty = {
    caption: signing.event.facts.signature === 'typed' ? '乙方（键入姓名）：' : '乙方（签名）：',
    image: signing.handsign.toString('base64'),
    lines: [onOneLine(agreement.name), `签署时间：${signing.signedTime}`],
  }
  return { kind: 'signatures', parties: [payer, expert] }
}

/** The QR code, hash and address with which a reader can verify the document. */
const verificationBlock = ({ verifyUrl, contentSha256 }: Signing): PdfBlock => ({
  kind: 'code',
  text: verifyUrl,
  rows: [
    { label: '文件指纹（协议内容的SHA-256）', value: contentSha256.toString('hex') },
    { label: '查验地址（扫码或访问，可查验本文件是否真实、未经改动、现行有效）', value: verifyUrl },
  ],
})

const attachment = (name: string, description: string, text: string): PdfAttachment => ({
  name,
  mediaType: 'application/json',
  description,
  text,
})

export interface Signing {
  numbers: Numbers
  /** The PNG that `readSignature` returned. */
  handsign: Buffer
  /** The instant of signing in the API's time format; `createdAt` is the same instant in ISO 8601. */
  signedTime: string
  createdAt: string
  verifyUrl: string
  contentSha256: Buffer
  /** What was agreed, as canonical JSON with that hash. */
  content: string
  event: SigningEvent
  /** The person who answers for the payer's seal; null if it has none or names nobody. */
  sealKeeper: string | null
  /** The signer's name, and the number of bytes reserved for the digital signature. */
  signer: Pick<PdfSigner, 'name' | 'signatureBytes'>
}

/**
 * The signed agreement as a document. It shows the full identity and bank numbers, so it must only be stored encrypted.
 */
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
      ...partyBlocks(agreement, protocol, signing.numbers),
      ...contractBlocks(protocol),
      ...amountBlocks(agreement),
      signatureBlock(agreement, signing),
      verificationBlock(signing),
      ...certificateBlocks(agreement, signing.event, signing.sealKeeper),
    ],
    keywords: fingerprintKeyword(signing.contentSha256.toString('hex')),
    attachments: [
      attachment(CONTENT_FILE, '协议内容（规范JSON），其SHA-256即文件指纹', signing.content),
      attachment(EVENT_FILE, '签署记录（规范JSON）', signing.event.statement),
    ],
    signature: { name: signing.signer.name, reason: REASON, bytes: signing.signer.signatureBytes },
  }
}
