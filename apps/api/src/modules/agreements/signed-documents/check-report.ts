import { PROOF_PROBLEM_LABELS } from '@consilium/contract/signing/document-proof.ts'
import { verdictOf, type CheckVerdict } from './check-verdict.ts'
import type { DocumentCheck } from './document-check.ts'
import type { Sealer } from './signers.ts'

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

/** Whose seal it is, by what the file itself shows. */
const SEALERS: Readonly<Record<Sealer, Line>> = {
  none: ['', ''],
  platform: ['印章由签署本文件的同一证书加盖', 'It was put with the certificate that signed the document'],
  named: [
    '印章所用证书即专家所签内容中载明的付款方证书',
    "Its certificate is the payer's by what the expert signed",
  ],
  vouched: [
    '印章所用证书由签署本文件的平台证明属于付款方',
    "Its certificate is the payer's by the word of the platform that signed the document",
  ],
  unknown: [
    '文件中没有可信的内容说明印章所用证书属于付款方：是谁盖章，请在查验地址核对',
    "Nothing that can be relied on says that its certificate is the payer's: ask at the verification address",
  ],
  foreign: [
    '印章所用证书既非专家所签内容载明，平台也未证明：任何人持有文件都可以这样盖章',
    'Neither what the expert signed nor the platform names its certificate: anybody who has the file can seal it like this',
  ],
}

/** The forms of documents that have a field for the seal of the payer. */
const WITHOUT_SEAL_FIELD = ['consilium-labor-agreement-1', 'consilium-labor-agreement-2']

function sealLine(check: DocumentCheck): Line {
  const seal = sealOf(check)
  if (seal)
    return [
      `文件上有印章签名，自称${seal.name}，${seal.reason}；盖章后文件未再改动。${SEALERS[check.sealer][0]}`,
      `A seal is on it, by its own word of ${seal.name}, ${seal.reason}; nothing has changed since. ${SEALERS[check.sealer][1]}`,
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

const dayOf = (time: Date) => time.toISOString().slice(0, 'yyyy-MM-dd'.length)

function timestampLine({ timestamp }: Signature): Line {
  if (!timestamp)
    return [
      '没有第三方时间戳：签名的时间只是平台的时间',
      "No third party states when this was signed: the time is the platform's own",
    ]
  const { authority, fingerprint, flaw, isVerified } = timestamp
  const time = timestamp.time.toISOString()
  const whose = `（${fingerprint}）`
  if (flaw)
    return [
      `✘ 时间戳不能证明时间：${PROOF_PROBLEM_LABELS[flaw]['zh-CN']}；自称${authority}${whose}，${time}`,
      `✘ The timestamp proves no time: ${PROOF_PROBLEM_LABELS[flaw].en}; it says ${authority} (${fingerprint}), ${time}`,
    ]
  return isVerified
    ? [
        `时间戳：您信任的机构${authority}${whose}证明此签名于${time}已经存在`,
        `Timestamp: ${authority} (${fingerprint}), whom you trust, states that this signature existed at ${time}`,
      ]
    : [
        `时间戳由未经核验的机构签发：${authority}${whose}称此签名于${time}已经存在；用--tsa-ca给出您信任的机构证书`,
        `Stamped by an unverified authority: ${authority} (${fingerprint}) says that this signature existed at ${time}; name one that you trust by --tsa-ca`,
      ]
}

function certificateLines(signature: Signature): Line[] {
  const { role, certificate } = signature
  const { subject, issuer, validTo, isSelfIssued, fingerprint } = certificate
  const [zh, en] = WHOSE[role]
  return [
    [
      `${zh}所用证书：${subject}，由${issuer}颁发，有效期至${dayOf(validTo)}，SHA-256指纹${fingerprint}`,
      `Certificate of ${en}: ${subject}, issued by ${issuer}, valid until ${dayOf(validTo)}, SHA-256 ${fingerprint}`,
    ],
    isSelfIssued
      ? [
          '该证书自行颁发：证书上的名称任何人都可以写，只有指纹能说明是谁',
          'The certificate was issued by itself: anybody can write the name on it, and the fingerprint alone tells whose it is',
        ]
      : [
          '证书链未在此联网核对：请用您信任的PDF阅读器确认颁发机构',
          'The chain of the certificate was not checked here: let a PDF reader that you trust confirm its issuer',
        ],
    timestampLine(signature),
  ]
}

/** Certificates that were not valid when they signed, by the time that the signature states or a trusted authority. */
const outdatedLines = ({ file }: DocumentCheck): [boolean, Line][] =>
  file.signatures
    .filter(({ isOutdated }) => isOutdated)
    .map(({ role, time, certificate: { validFrom, validTo } }) => [
      false,
      [
        `${WHOSE[role][0]}时证书不在有效期内：签名时间${time?.toISOString()}，证书有效期${dayOf(validFrom)}至${dayOf(validTo)}`,
        `The certificate was not valid at the time of ${WHOSE[role][1]}, ${time?.toISOString()}: it is from ${dayOf(validFrom)} to ${dayOf(validTo)}`,
      ],
    ])

const foreignLines = ({ sealer, isSealerTrusted }: DocumentCheck): [boolean, Line][] =>
  sealer === 'foreign' && !isSealerTrusted
    ? [
        [
          false,
          [
            '印章签名不是付款方的：所用证书没有任何可信的内容载明',
            "The seal is not the payer's: nothing that can be relied on names its certificate",
          ],
        ],
      ]
    : []

const expectedLines = ({ isExpected, sha256 }: DocumentCheck): [boolean, Line][] =>
  isExpected === null
    ? []
    : [
        [
          isExpected,
          isExpected
            ? [
                `文件与给出的摘要逐字节相同：${sha256}`,
                `The file is, byte for byte, that of the given SHA-256: ${sha256}`,
              ]
            : [
                `文件与给出的摘要不同：本文件的SHA-256为${sha256}`,
                `The file is not that of the given SHA-256: its own is ${sha256}`,
              ],
        ],
      ]

/** What stands outside of what the signatures cover can be compared only with the hash that the platform states. */
const coverLine = ({ isExpected, sha256 }: DocumentCheck): Line[] =>
  isExpected === null
    ? [
        [
          `此处核对了签名覆盖的全部字节；签名值自身、时间戳和其后的空位只核对了格式。要确认与平台发出的文件逐字节相同，请在查验地址上传文件，或用--sha256给出那里显示的文件摘要。本文件SHA-256：${sha256}`,
          `Checked are all bytes that the signatures cover; of the signature values, timestamps and the space after them only the form. Whether the file is, byte for byte, the one that was handed out is told at the verification address, or by --sha256 with the hash of the file that is shown there. Its SHA-256: ${sha256}`,
        ],
      ]
    : []

const signerLines = ({ isSignerTrusted, file }: DocumentCheck): Line[] =>
  isSignerTrusted || file.state !== 'valid'
    ? []
    : [
        [
          '签署所用证书不在您信任的证书之中：同名的证书任何人都可以制作。请将上面的指纹与查验页或付款单位给出的核对，并用--trust给出证书文件或指纹',
          'The certificate of the signing is not one that you trust, and anybody can make one of the same name. Compare the fingerprint above with that of the verification page or of the payer, and name the certificate or its fingerprint by --trust',
        ],
      ]

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
          `Payable ¥\u00a0${content['payableAmount']}, estimated net ¥\u00a0${content['netAmount']}`,
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

const VERDICTS: Readonly<Record<CheckVerdict, Line>> = {
  good: [
    '结论：文件完好，由您信任的签署方签署',
    'Verdict: the file is intact, and signed by those you trust',
  ],
  unproven: [
    '结论：文件完好，但签署方或时间未经证明，见上',
    'Verdict: the file is intact, signer unknown or its time not proven; see above',
  ],
  broken: ['结论：不要信赖此文件', 'Verdict: do not rely on this file'],
}
const VERDICT_MARKS: Readonly<Record<CheckVerdict, string>> = { good: '✔', unproven: '?', broken: '✘' }

/** What a layperson is told about a file, and what to make of it. */
export function reportOf(check: DocumentCheck): { verdict: CheckVerdict; lines: string[] } {
  const checks: [boolean, Line][] = [
    [check.file.state === 'valid', SIGNATURE_LINES[check.file.state]],
    ...contentLines(check),
    ...outdatedLines(check),
    ...foreignLines(check),
    ...expectedLines(check),
  ]
  const verdict = verdictOf(check)
  const plain = (lines: readonly Line[]) => lines.map(([zh, en]) => `  ${zh}\n    ${en}`)
  const signers = plain(check.file.signatures.flatMap(certificateLines))
  return {
    verdict,
    lines: [
      ...checks.map(([good, [zh, en]]) => `${mark(good)} ${zh}\n    ${en}`),
      ...(verdict === 'broken'
        ? signers
        : [
            ...plain([...factsOf(check), sealLine(check)]),
            ...signers,
            ...plain([...signerLines(check), ...coverLine(check), ...LIMITS]),
          ]),
      `${VERDICT_MARKS[verdict]} ${VERDICTS[verdict][0]}\n    ${VERDICTS[verdict][1]}`,
    ],
  }
}
