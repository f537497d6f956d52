import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { givenPath } from '../settings/given-path.ts'
import { readCertificates } from '@consilium/pades/timestamp-trust.ts'
import { reportOf } from '../modules/agreements/signed-documents/check-report.ts'
import type { CheckVerdict } from '../modules/agreements/signed-documents/check-verdict.ts'
import { checkDocument, type Reader } from '../modules/agreements/signed-documents/document-check.ts'

const USAGE = `npm run verify-agreement -- FILE.pdf [--trust CERT.pem | FINGERPRINT]... [--tsa-ca CERT.pem]... [--sha256 HASH]

  --trust    证书文件（PEM）或其SHA-256指纹：由您信任的签署方使用，可重复
             a certificate (PEM) or its SHA-256 of a signer whom you trust; repeatable
  --tsa-ca   您信任的时间戳机构或其颁发机构的证书（PEM），可重复
             the certificate (PEM) of a timestamp authority whom you trust, or of its issuer; repeatable
  --sha256   查验页显示的文件摘要
             the hash of the file that the verification page shows

  0  文件完好，由您信任的签署方签署   intact, and signed by those you trust
  1  不要信赖此文件                   not to be relied on
  2  参数或文件无法读取               arguments or files cannot be read
  3  文件完好，但签署方或时间未经证明 intact, signer unknown or its time not proven
`

const EXIT_CODES: Readonly<Record<CheckVerdict, number>> = { good: 0, broken: 1, unproven: 3 }
const UNREADABLE = 2
const DIGITS = /^[0-9a-f]{64}$/

/** Also as programs print it: in capitals, with a colon between bytes. */
const plainHash = (text: string) => text.replaceAll(/[:\s]/g, '').toLowerCase()

function hashOf(text: string): string {
  const hash = plainHash(text)
  if (!DIGITS.test(hash)) throw new Error(`${text}: not a SHA-256`)
  return hash
}

const fingerprintsOf = (trust: string) =>
  DIGITS.test(plainHash(trust))
    ? [plainHash(trust)]
    : readCertificates(givenPath(trust)).map((der) => createHash('sha256').update(der).digest('hex'))

/** Throws if an argument or a file cannot be read. */
function given(args: string[]): { pdf: Buffer; reader: Reader } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      trust: { type: 'string', multiple: true, default: [] },
      'tsa-ca': { type: 'string', multiple: true, default: [] },
      sha256: { type: 'string' },
    },
  })
  const [path, another] = positionals
  if (path === undefined || another !== undefined) throw new Error('FILE.pdf?')
  const reader = {
    signers: new Set(values.trust.flatMap(fingerprintsOf)),
    timestamps: {
      roots: values['tsa-ca'].flatMap((file) => readCertificates(givenPath(file))),
      policy: null,
    },
    expected: values.sha256 === undefined ? null : hashOf(values.sha256),
  }
  return { pdf: readFileSync(givenPath(path)), reader }
}

/** What the command prints, on which channel, and its exit code. */
export interface Checked {
  code: number
  said: string
  complaint: string
}

/** Checks the file that the arguments of the command name. */
export async function checkFile(args: string[]): Promise<Checked> {
  let input: ReturnType<typeof given>
  try {
    input = given(args)
  } catch (error) {
    const complaint = `无法读取 / cannot be read: ${(error as Error).message}\n\n${USAGE}`
    return { code: UNREADABLE, said: '', complaint }
  }
  const { verdict, lines } = reportOf(await checkDocument(input.pdf, input.reader))
  return { code: EXIT_CODES[verdict], said: `${lines.join('\n')}\n`, complaint: '' }
}
