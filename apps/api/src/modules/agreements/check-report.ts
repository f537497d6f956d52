import type { DocumentCheck } from './document-check.ts'

type Line = readonly [zh: string, en: string]

const mark = (isGood: boolean) => (isGood ? '✔' : '✘')

const SIGNATURE_LINES: Readonly<Record<DocumentCheck['signature']['state'], Line>> = {
  valid: [
    '数字签名有效：文件自签署后一个字节也没有改动',
    'The digital signature is valid: not one byte has changed since signing',
  ],
  broken: [
    '数字签名无效：文件在签署后被改动或者附加了内容',
    'The digital signature is broken: the file was changed or something was appended',
  ],
  unsigned: ['文件没有数字签名', 'The file has no digital signature'],
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

function certificateLines({ signature: { certificate } }: DocumentCheck): Line[] {
  if (!certificate) return []
  const { subject, issuer, validTo, isSelfIssued } = certificate
  const until = validTo.toISOString().slice(0, 'yyyy-MM-dd'.length)
  return [
    [
      `签名证书：${subject}，由${issuer}颁发，有效期至${until}`,
      `Certificate: ${subject}, issued by ${issuer}, valid until ${until}`,
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
    '签署时间是平台的时间。短信验证码证明有人使用了签署人登记的手机，手写签名未经笔迹鉴定',
    "The time is the platform's own. The code shows that the registered phone was used; the drawn signature was not examined by an expert",
  ],
]

/** What a layperson is told about a file, and whether all of it is in order. */
export function reportOf(check: DocumentCheck): { isGood: boolean; lines: string[] } {
  const checks: [boolean, Line][] = [
    [check.signature.state === 'valid', SIGNATURE_LINES[check.signature.state]],
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
      ...(isGood ? plain([...factsOf(check), ...certificateLines(check), ...LIMITS]) : []),
      `${mark(isGood)} ${verdict[0]}\n    ${verdict[1]}`,
    ],
  }
}
