import type { PdfDocument } from '@consilium/pdf-layout/document.ts'
import type { AgreementRecord } from '../repository.ts'
import { amountBlocks, contractBlocks, field, AUTHOR } from './agreement-document.ts'
import { agreementNumber, TITLE } from './agreement-names.ts'

const NOTICE =
  '本件为提供给项目申办方的脱敏副本，已隐去乙方的证件号码、银行账户、联系电话和手写签名；签署原件由付款单位和平台保存。'
const FINGERPRINT = '原件的文件指纹（协议内容的SHA-256）'

interface Copy {
  signedTime: string
  contentHash: string
  createdAt: string
}

/** The signed agreement as a copy for the sponsor; the protocol is redacted by the caller. */
export const redactedDocument = (
  agreement: AgreementRecord,
  protocol: string,
  { signedTime, contentHash, createdAt }: Copy,
): PdfDocument => ({
  title: TITLE,
  language: 'zh-CN',
  author: AUTHOR,
  createdAt,
  reference: `协议编号：${agreementNumber(agreement.attendeeId)}（脱敏副本）`,
  blocks: [
    { kind: 'paragraph', text: NOTICE },
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
        field('工作单位', agreement.unit),
        field('职称', agreement.title),
        field('劳务形式', agreement.laborFormLabel),
      ],
    },
    ...contractBlocks(protocol),
    ...amountBlocks(agreement),
    { kind: 'fields', rows: [field('签署时间', signedTime), field(FINGERPRINT, contentHash)] },
  ],
})
