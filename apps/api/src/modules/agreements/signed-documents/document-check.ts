import { createHash } from 'node:crypto'
import { attachmentsOf } from '@consilium/pades/attachments.ts'
import { inspectSignatures, type FileFacts } from '@consilium/pades/inspect.ts'
import { ANY_AUTHORITY, type TimestampTrust } from '@consilium/pades/timestamp-trust.ts'
import { canonicalJson } from '../signing/canonical-json.ts'
import { sealerOf, type Sealer } from './signers.ts'

/** The data attached to a signed agreement: what was agreed, and the record of the signing. */
export const CONTENT_FILE = 'agreement.json'
export const EVENT_FILE = 'signing.json'

/** Where the document states its own fingerprint outside its pages, within the signed bytes. */
export const fingerprintKeyword = (sha256: string) => `contentSha256=${sha256}`
const FINGERPRINT = /\(contentSha256=([0-9a-f]{64})\)/

type Texts = Record<string, string | null>

export interface DocumentCheck {
  file: FileFacts
  /** The agreed content; null for a document that was signed before it was attached. */
  content: Texts | null
  event: Texts | null
  /** SHA-256 of the attached content, computed anew. */
  fingerprint: string | null
  /** The attached content is canonical, and is what document and signing record state. */
  contentFits: boolean
  eventFits: boolean
  /** SHA-256 of the whole file, and whether it is the expected one; null if none was given. */
  sha256: string
  isExpected: boolean | null
  sealer: Sealer
  /** The reader trusts the certificate of the document's signature, and that of the seal or who names it. */
  isSignerTrusted: boolean
  isSealerTrusted: boolean
}

/** What the reader of a document brings along. */
export interface Reader {
  /** Fingerprints of certificates that may sign. */
  signers: ReadonlySet<string>
  timestamps: TimestampTrust
  /** The SHA-256 of the file as the platform states it. */
  expected: string | null
}

const NOBODY: Reader = { signers: new Set(), timestamps: ANY_AUTHORITY, expected: null }

function textsOf(json: string | undefined): Texts | null {
  if (json === undefined) return null
  try {
    const value: unknown = JSON.parse(json)
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    // Only canonical JSON has one fingerprint for one content.
    return isRecord && canonicalJson(value as Texts) === json ? (value as Texts) : null
  } catch {
    return null
  }
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

/** Named by what the document's own signer has signed. */
const KNOWN_SEALERS: ReadonlySet<Sealer> = new Set(['platform', 'named', 'vouched'])

/** Checks a signed agreement by itself, without the service that made it. */
export async function checkDocument(pdf: Buffer, reader: Reader = NOBODY): Promise<DocumentCheck> {
  const file = await inspectSignatures(pdf, reader.timestamps)
  const attached = attachmentsOf(file.signedBytes)
  const [contentJson, eventJson] = [attached.get(CONTENT_FILE), attached.get(EVENT_FILE)]
  const [content, event] = [textsOf(contentJson), textsOf(eventJson)]
  const fingerprint = contentJson === undefined ? null : sha256(contentJson)
  const stated = FINGERPRINT.exec(file.signedBytes.toString('latin1'))?.[1]
  const { signers, expected } = reader
  const sealer = sealerOf({ content, fingerprint, signatures: file.signatures }, signers)
  const hasTrusted = (role: 'document' | 'seal') =>
    file.signatures.some((each) => each.role === role && signers.has(each.certificate.fingerprint))
  const own = sha256(pdf)
  return {
    file,
    content,
    event,
    fingerprint,
    contentFits: content !== null && fingerprint === stated,
    eventFits:
      event !== null &&
      content?.['eventSha256'] === sha256(eventJson ?? '') &&
      event['agreementNumber'] === content['agreementNumber'],
    sha256: own,
    isExpected: expected === null ? null : own === expected,
    sealer,
    isSignerTrusted: hasTrusted('document'),
    isSealerTrusted:
      sealer === 'none' || hasTrusted('seal') || (hasTrusted('document') && KNOWN_SEALERS.has(sealer)),
  }
}
