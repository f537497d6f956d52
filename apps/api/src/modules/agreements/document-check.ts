import { createHash } from 'node:crypto'
import { attachmentsOf } from '../../infra/pdf-signing/attachments.ts'
import { inspectSignatures, type FileFacts } from '../../infra/pdf-signing/inspect.ts'
import { canonicalJson } from './canonical-json.ts'

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
}

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

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Checks a signed agreement by itself, without the service that made it. */
export async function checkDocument(pdf: Buffer): Promise<DocumentCheck> {
  const file = await inspectSignatures(pdf)
  const attached = attachmentsOf(file.signedBytes)
  const [contentJson, eventJson] = [attached.get(CONTENT_FILE), attached.get(EVENT_FILE)]
  const [content, event] = [textsOf(contentJson), textsOf(eventJson)]
  const fingerprint = contentJson === undefined ? null : sha256(contentJson)
  const stated = FINGERPRINT.exec(file.signedBytes.toString('latin1'))?.[1]
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
  }
}
