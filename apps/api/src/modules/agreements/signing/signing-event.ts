import { createHash } from 'node:crypto'
import { SIGNING_CONSENT } from '@consilium/contract/signing/signing-consent.ts'
import type { PdfBlock } from '@consilium/pdf-layout/document.ts'
import { maskPhone } from '../../../infra/mask.ts'
import { agreementNumber } from '../signed-documents/agreement-names.ts'
import { canonicalJson } from './canonical-json.ts'
import type { AgreementRecord } from '../repository.ts'
import { identityRows, identityValues, type IdentityStatement } from './identity-statement.ts'

/** The version of the statement's format. */
const FORM = 'consilium-signing-event-4'
/** Browsers send about 150 characters. */
const USER_AGENT_MAX = 300
const NOT_PRINTABLE = /[^\x20-\x7e]/g
const UNKNOWN = '未知'
/** The service cannot see what happens in a browser. */
const AS_REPORTED = '（据签署人的浏览器报告，平台未作核实）'

/** Where a request to sign came from, as the service saw it. */
export interface SigningOrigin {
  address: string
  userAgent: string
  sessionId: number
}

export interface SigningFacts {
  origin: SigningOrigin
  signedTime: string
  /** Id of the message that carried the code. */
  messageId: string
  /** The hash that the code was bound to, in hexadecimal digits. */
  contractSha256: string
  readToEnd: boolean
  /** Whether the browser says that it was drawn, or that the name was typed and set in a handwriting face. */
  signature: 'drawn' | 'typed'
  /** How it was established who signs. */
  identity: IdentityStatement
}

export interface SigningEvent {
  facts: SigningFacts
  /** Canonical JSON of what is known of the signing. */
  statement: string
  eventSha256: Buffer
}

/** Only printable ASCII, since the text is what a client claims and is printed. */
export const printableAgent = (userAgent: string | undefined): string =>
  (userAgent ?? '').replace(NOT_PRINTABLE, '?').slice(0, USER_AGENT_MAX)

/** States a signing: who, when, from where, and what was shown and agreed to. */
export function signingEvent(agreement: AgreementRecord, facts: SigningFacts): SigningEvent {
  const { origin, signedTime, messageId, contractSha256, readToEnd, signature, identity } = facts
  const statement = canonicalJson({
    form: FORM,
    kind: 'signed',
    agreementNumber: agreementNumber(agreement.attendeeId),
    signer: agreement.name,
    userId: String(agreement.userId),
    phone: maskPhone(agreement.phone),
    ...identityValues(identity),
    signedTime,
    address: origin.address,
    userAgent: origin.userAgent,
    sessionId: String(origin.sessionId),
    messageId,
    contractSha256,
    // Of these two the service knows only what the browser claims.
    reportedReadToEnd: readToEnd ? 'yes' : 'not stated',
    reportedSignature: signature,
    consentVersion: SIGNING_CONSENT.version,
  })
  return { facts, statement, eventSha256: createHash('sha256').update(statement).digest() }
}

/** The last page of a signed document: how it was signed, for a reader who was not there. */
export function certificateBlocks(
  agreement: AgreementRecord,
  { facts, eventSha256 }: SigningEvent,
  sealKeeper: string | null,
): PdfBlock[] {
  const { origin, signedTime, messageId, contractSha256, readToEnd, signature, identity } = facts
  const rows: [string, string][] = [
    ['协议编号', agreementNumber(agreement.attendeeId)],
    ['签署人', `${agreement.name}（手机 ${maskPhone(agreement.phone)}）`],
    ...identityRows(identity),
    ['签署时间', signedTime],
    ['验证方式', '短信验证码：发送至签署人登记的手机，6位数字，5分钟内有效，仅可用于签署本协议'],
    [
      '签名方式',
      `${signature === 'typed' ? '键入姓名，由平台的页面以手写体呈现' : '在签名区手写'}${AS_REPORTED}`,
    ],
    ['短信编号', messageId],
    ['网络地址', origin.address],
    ['浏览器', origin.userAgent || UNKNOWN],
    ['登录会话', String(origin.sessionId)],
    ['阅读情况', readToEnd ? `签署前已阅读至协议末尾${AS_REPORTED}` : '签署人的浏览器未报告'],
    ['同意声明', `${SIGNING_CONSENT.text['zh-CN']}（版本 ${SIGNING_CONSENT.version}）`],
    ...(sealKeeper === null ? [] : [['甲方印章责任人', sealKeeper] satisfies [string, string]]),
    ['所签合同的摘要（SHA-256）', contractSha256],
    ['签署记录的摘要（SHA-256）', eventSha256.toString('hex')],
  ]
  return [
    { kind: 'page' },
    { kind: 'heading', text: '签署证明' },
    {
      kind: 'paragraph',
      text: '本页由平台在签署时生成，是本文件的一部分，受同一数字签名保护。签署记录按时间先后以摘要相连，事后增删或修改任何一条均可被发现。',
      indent: true,
    },
    { kind: 'fields', rows: rows.map(([label, value]) => ({ label, value })) },
  ]
}
