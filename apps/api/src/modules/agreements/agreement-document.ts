import type { PdfSigner } from '../../infra/pdf-signing/signer.ts'
import type { PdfBlock, PdfDocument, PdfParty } from '../../infra/pdf/document.ts'
import { explainFee } from '../fees/service.ts'
import { onOneLine } from './placeholders.ts'
import type { Numbers } from './protocol.ts'
import type { AgreementRecord } from './repository.ts'

const TITLE = '劳务协议'
const REASON = '劳务协议签署'
const AUTHOR = 'Consilium'
const NUMBER_DIGITS = 8
const BLANK = '—'

const ARTICLE = /^第[〇一二三四五六七八九十百]+条[\s　]*\S{0,30}$/
const CLAUSE = /^(\d+(?:\.\d+)+|（[一二三四五六七八九十]+）)\s*(\S.*)$/s

/** `LA-00000731`. The number of an attendee's agreement never changes. */
export const agreementNumber = (attendeeId: number) => `LA-${String(attendeeId).padStart(NUMBER_DIGITS, '0')}`

type Named = Pick<AgreementRecord, 'name' | 'attendeeId'>

/** Replaces characters that file systems and shells treat specially. */
const fileStem = ({ name, attendeeId }: Named) =>
  `${TITLE}-${onOneLine(name).replace(/[\\/:*?"<>|]/g, '_')}-${attendeeId}`

/** `劳务协议-王堃-731.pdf` */
export const agreementFileName = (agreement: Named) => `${fileStem(agreement)}.pdf`

/** `劳务协议-王堃-731-已失效-12.pdf` */
export const supersededFileName = (agreement: Named, historyId: number) =>
  `${fileStem(agreement)}-已失效-${historyId}.pdf`

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

/** Recognises a line of the contract as an article's heading, a numbered clause or prose. */
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

/** The steps of the fee computation, with the rules of its day. */
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

/** The QR code, hash and address with which a reader can verify the document. */
const verificationBlock = ({ verifyUrl, contentSha256 }: Signing): PdfBlock => ({
  kind: 'code',
  text: verifyUrl,
  rows: [
    { label: '文件指纹（协议内容的SHA-256）', value: contentSha256.toString('hex') },
    { label: '查验地址（扫码或访问，可查验本文件是否真实、未经改动、现行有效）', value: verifyUrl },
  ],
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
      ...partyBlocks(agreement, signing.numbers),
      ...contractBlocks(protocol),
      ...amountBlocks(agreement),
      signatureBlock(agreement, signing),
      verificationBlock(signing),
    ],
    signature: { name: signing.signer.name, reason: REASON, bytes: signing.signer.signatureBytes },
  }
}
