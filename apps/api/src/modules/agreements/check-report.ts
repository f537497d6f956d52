import type { DocumentCheck } from './document-check.ts'

type Line = readonly [zh: string, en: string]

const mark = (isGood: boolean) => (isGood ? '✔' : '✘')

const SIGNATURE_LINES: Readonly<Record<DocumentCheck['file']['state'], Line>> = {
  valid: [
    '数字签名有效：专家签署的内容自签署后一个字节也没有改动',
    'The digital signature is valid: not one byte of what the expert signed has changed since',
  ],
  broken: [
    '数字签名无效：文件在签署后被改动或者附加了内容',
    'The digital signature is broken: the file was changed or something was appended',
  ],
  unsigned: ['文件没有数字签名', 'The file has no digital signature'],
}

const sealOf = ({ file }: DocumentCheck) => file.signatures.find(({ role }) => role === 'seal')

/** The forms of documents that have a field for the seal of the payer. */
const WITHOUT_SEAL_FIELD = ['consilium-labor-agreement-1', 'consilium-labor-agreement-2']

function sealLine(check: DocumentCheck): Line {
  const seal = sealOf(check)
  if (seal)
    return [
      `付款方已盖章：${seal.name}，${seal.reason}；盖章后文件未再改动`,
      `The payer's seal is on it: ${seal.name}, ${seal.reason}; nothing has changed since`,
    ]
  return WITHOUT_SEAL_FIELD.includes(check.content?.['form'] ?? WITHOUT_SEAL_FIELD[0] ?? '')
    ? [
        '按当时的规则签署，文件上没有付款方的印章签名',
        "Signed under earlier rules, which knew no signature for the payer's seal",
      ]
    : [
        '文件上没有付款方的印章：只证明专家签署，不证明付款方盖章',
        "The payer's seal is not on it: the file proves that the expert signed, not the payer",
      ]
}

function contentLines({
  content,
  event,
  fingerprint,
  contentFits,
  eventFits,
}: DocumentCheck): [boolean, Line][] {
  if (fingerprint === null) return []
  return [
    [
      contentFits,
      contentFits
        ? [`协议内容的指纹一致：${fingerprint}`, `The fingerprint of the content fits: ${fingerprint}`]
        : [
            '协议内容与文件所载的指纹不一致',
            'The attached content does not fit the fingerprint that the document states',
          ],
    ],
    [
      eventFits,
      eventFits
        ? [
            `签署记录一致：${content?.['name']}于${event?.['signedTime']}签署，短信编号${event?.['messageId']}`,
            `The record of the signing fits: ${content?.['name']} at ${event?.['signedTime']}, message ${event?.['messageId']}`,
          ]
        : ['签署记录与协议内容不一致', 'The record of the signing does not fit the content'],
    ],
  ]
}

type Signature = DocumentCheck['file']['signatures'][number]

const WHOSE: Readonly<Record<Signature['role'], Line>> = {
  document: ['签署', 'the signing'],
  seal: ['盖章', 'the seal'],
}

function certificateLines({ role, certificate, timestamp }: Signature): Line[] {
  const { subject, issuer, validTo, isSelfIssued } = certificate
  const [zh, en] = WHOSE[role]
  const until = validTo.toISOString().slice(0, 'yyyy-MM-dd'.length)
  return [
    [
      `${zh}所用证书：${subject}，由${issuer}颁发，有效期至${until}`,
      `Certificate of ${en}: ${subject}, issued by ${issuer}, valid until ${until}`,
    ],
    isSelfIssued
      ? [
          '该证书由平台自行颁发：只证明文件未被改动，不证明平台是谁。请与付款单位核对证书名称',
          'The platform issued this certificate itself: it shows that nothing was changed, not who the platform is. Ask the payer for its name',
        ]
      : [
          '证书链未在此联网核对：请用您信任的PDF阅读器确认颁发机构',
          'The chain of the certificate was not checked here: let a PDF reader that you trust confirm its issuer',
        ],
    timestamp
      ? [
          `时间戳：${timestamp.authority}证明此签名于${timestamp.time.toISOString()}已经存在；该机构是否可信，请用PDF阅读器确认`,
          `Timestamp: ${timestamp.authority} states that this signature existed at ${timestamp.time.toISOString()}; let a PDF reader confirm whether to trust it`,
        ]
      : [
          '没有第三方时间戳：签名的时间只是平台的时间',
          "No third party states when this was signed: the time is the platform's own",
        ],
  ]
}

const factsOf = ({ content }: DocumentCheck): Line[] =>
  content
    ? [
        [`协议编号 ${content['agreementNumber']}`, `Agreement ${content['agreementNumber']}`],
        [
          `付款单位 ${content['payer']}；签署人 ${content['name']}`,
          `Payer ${content['payer']}; signed by ${content['name']}`,
        ],
        [
          `应付 ${content['payableAmount']} 元，预计实付 ${content['netAmount']} 元`,
          `Payable ${content['payableAmount']} yuan, estimated net ${content['netAmount']} yuan`,
        ],
      ]
    : [
        [
          '该文件按较早的规则签署，未附协议数据，只能核对数字签名',
          'Signed under earlier rules, without the data of the agreement: only the digital signature can be checked',
        ],
      ]

const LIMITS: readonly Line[] = [
  [
    '此处不能得知协议是否仍然有效：请用文件上的查验地址查询，之后签署的变更会在那里显示',
    'Whether the agreement is still in force cannot be told here: ask at the verification address on the document',
  ],
  [
    '短信验证码证明有人使用了签署人登记的手机，手写签名未经笔迹鉴定；印章图样未与公安机关备案比对',
    'The code shows that the registered phone was used; the drawn signature was not examined by an expert, nor the picture of the seal compared with a registered one',
  ],
]

/** What a layperson is told about a file, and whether all of it is in order. */
export function reportOf(check: DocumentCheck): { isGood: boolean; lines: string[] } {
  const checks: [boolean, Line][] = [
    [check.file.state === 'valid', SIGNATURE_LINES[check.file.state]],
    ...contentLines(check),
  ]
  const isGood = checks.every(([good]) => good)
  const verdict: Line = isGood
    ? ['结论：文件完好', 'Verdict: the file is intact']
    : ['结论：不要信赖此文件', 'Verdict: do not rely on this file']
  const plain = (lines: readonly Line[]) => lines.map(([zh, en]) => `  ${zh}\n    ${en}`)
  return {
    isGood,
    lines: [
      ...checks.map(([good, [zh, en]]) => `${mark(good)} ${zh}\n    ${en}`),
      ...(isGood
        ? plain([
            ...factsOf(check),
            sealLine(check),
            ...check.file.signatures.flatMap(certificateLines),
            ...LIMITS,
          ])
        : []),
      `${mark(isGood)} ${verdict[0]}\n    ${verdict[1]}`,
    ],
  }
}
