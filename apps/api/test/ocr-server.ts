import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { openArchive } from '@consilium/archive/open-archive.ts'
import { zip } from '@consilium/archive/test/zip.ts'
import {
  INVOICE_FIELDS,
  NOT_SIGNED,
  RECOGNITION_PATHS,
  type DraftKind,
  type FileSignature,
  type InvoiceField,
  type RecognitionAnswer,
  type RecognitionError,
  type RecognizedInvoice,
  type RecognizedText,
} from '@consilium/contract/recognition/recognition.ts'

export type Printed = Partial<Record<InvoiceField, string>>

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const PDF_SIGNATURE = Buffer.from('%PDF-1.7\n', 'latin1')
const ZIP_SIGNATURE = Buffer.from('PK\x03\x04', 'latin1')
const ARCHIVE_LIMITS = { entries: 100, entryBytes: 2 ** 24, totalBytes: 2 ** 24 }
export const BOX = { page: 1, x: 0.1, y: 0.2, width: 0.3, height: 0.05 }
const PATIENCE_MS = 15_000

/** A picture that contains what is printed on it; equal content makes equal bytes. */
const picture = (content: object) => Buffer.concat([PNG_SIGNATURE, Buffer.from(JSON.stringify(content))])
export const invoicePicture = (printed: Printed) => picture({ printed })
/** A picture of which a second source says something else about these fields. */
export const doubtfulPicture = (printed: Printed, others: Printed) => picture({ printed, others })
/** A picture whose answer says this of the signature of its file. */
export const signedPicture = (printed: Printed, signature: FileSignature) => picture({ printed, signature })
/** A picture of a slip that proves no invoice, of which this was read. */
export const slipPicture = (slip: { kind: DraftKind; currency: string }, read: Printed) =>
  picture({ slip, read })
/** The same as a PDF file. */
export const signedPdf = (printed: Printed, signature: FileSignature) =>
  Buffer.concat([PDF_SIGNATURE, Buffer.from(JSON.stringify({ printed, signature }))])
/** A whole PDF file with a text; equal texts make equal bytes. */
export const writtenPdf = (text: string) =>
  Buffer.concat([PDF_SIGNATURE, Buffer.from(`${JSON.stringify({ text })}\n%%EOF\n`)])
export const unreadablePicture = (errorCode: RecognitionError) => picture({ errorCode })
/**
 * A file of so many pages, each of which says what the picture does; other names make other bytes. The answer says of one page
 * what the contract does not allow, if it is given.
 */
export const pagesLike = (count: number, page: Buffer, name: string, wrongPage?: number) => {
  const like = JSON.parse(page.subarray(PNG_SIGNATURE.length).toString()) as object
  return picture({ count, name, wrongPage, page: like })
}
export const archiveOf = (entries: Record<string, Buffer>) =>
  zip(Object.entries(entries).map(([name, bytes]) => ({ name, bytes })))

export const fileOf = (bytes: Uint8Array, name = '发票.png') => new File([new Uint8Array(bytes)], name)

const perField = <T>(valueOf: (field: InvoiceField) => T) =>
  Object.fromEntries(INVOICE_FIELDS.map((field) => [field, valueOf(field)])) as Record<InvoiceField, T>

function resultOf(bytes: Buffer): RecognizedInvoice {
  const head = bytes.subarray(0, PDF_SIGNATURE.length).equals(PDF_SIGNATURE) ? PDF_SIGNATURE : PNG_SIGNATURE
  const content: unknown = JSON.parse(bytes.subarray(head.length).toString())
  const {
    printed,
    others = {},
    slip,
    read = printed,
    errorCode = slip ? 'NO_QR' : null,
    signature = NOT_SIGNED,
  } = content as {
    printed?: Printed
    others?: Printed
    slip?: { kind: DraftKind; currency: string }
    read?: Printed
    errorCode?: RecognitionError
    signature?: FileSignature
  }
  return {
    is_invoice: printed !== undefined,
    from_qr: printed !== undefined,
    qr_raw: printed ? `01,${printed.invoice_type ?? ''}` : null,
    qr_error: null,
    error_code: errorCode,
    ...perField((field) => read?.[field] ?? null),
    confidence: perField((field) => (read?.[field] === undefined ? null : 0.98)),
    source: perField((field) => (printed?.[field] === undefined ? null : ('qr' as const))),
    boxes: perField((field) => (printed?.[field] === undefined ? null : BOX)),
    alternatives: INVOICE_FIELDS.flatMap((field) => {
      const value = others[field]
      return value === undefined ? [] : [{ field, value, source: 'text' as const, confidence: 0.6, box: BOX }]
    }),
    checks: {
      amounts_add_up: true,
      qr_matches_text: true,
      differences: [],
      buyer_tax_id_valid: null,
      seller_tax_id_valid: null,
    },
    signature,
    doubts: [],
    draft: slip !== undefined,
    draft_kind: slip?.kind ?? null,
    currency: slip?.currency ?? null,
  }
}

/** What is read of a file that `pagesLike` has made; null of any other. */
function severalOf(bytes: Buffer): RecognitionAnswer | null {
  if (!bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return null
  const { count, wrongPage, page } = JSON.parse(bytes.subarray(PNG_SIGNATURE.length).toString()) as {
    count?: number
    wrongPage?: number
    page: object
  }
  if (count === undefined) return null
  const like = resultOf(picture(page))
  const results = Array.from({ length: count }, (_, at) => ({
    ...like,
    file: '',
    entry: null,
    page: at + 1 === wrongPage ? 0 : at + 1,
    pages: [at + 1],
  }))
  return { error_code: null, results }
}

async function answerTo(bytes: Buffer): Promise<RecognitionAnswer> {
  if (!bytes.subarray(0, 4).equals(ZIP_SIGNATURE)) return severalOf(bytes) ?? resultOf(bytes)
  const entries = await openArchive(bytes, ARCHIVE_LIMITS)
  const results = entries.map(async (entry) => ({
    ...resultOf(await entry.read()),
    file: entry.name,
    entry: entry.index,
    page: 1,
    pages: [1],
  }))
  return { error_code: null, results: await Promise.all(results) }
}

/** The text of a `writtenPdf`; of any other file, that it is damaged. */
function textOf(bytes: Buffer): RecognizedText {
  const written = /"text":("(?:[^"\\]|\\.)*")/.exec(bytes.toString())?.[1]
  if (written === undefined) return { error_code: 'FILE_DAMAGED', pages: [] }
  const box: RecognizedText['pages'][0]['lines'][0]['box'] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ]
  const lines = (JSON.parse(written) as string).split('\n').map((text) => ({ text, box, confidence: 1 }))
  return { error_code: null, pages: [{ file: '', page: 1, lines }] }
}

/** Behaviour of the service: it works, is busy, is down, holds its answers back, or its workers die while they read. */
export type Behaviour = 'works' | 'busy' | 'down' | 'holds' | 'loses workers'

/** A stand-in for the recognition service that follows its HTTP contract. */
export async function startOcrServer(apiKey: string | null = null) {
  let behaviour: Behaviour = 'works'
  let changed = Promise.withResolvers<void>()
  let requests = 0
  let retryAfter = 1

  async function bytesOf(request: IncomingMessage): Promise<Buffer> {
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(request as never, { headers }).formData()
    return Buffer.from(await (form.get('file') as File).arrayBuffer())
  }

  const reply = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

  const refuse = (response: ServerResponse, status: number, error_code: string) =>
    reply(
      response,
      status,
      { error_code, message: '', request_id: '1' },
      { 'retry-after': String(retryAfter) },
    )

  const holds = () => behaviour === 'holds'
  const asked = () => requests

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (behaviour === 'down') return void request.socket.destroy()
    const bytes = await bytesOf(request)
    requests += 1
    const isText = request.url === RECOGNITION_PATHS.text
    if (!isText && request.url !== RECOGNITION_PATHS.invoice) return void refuse(response, 404, 'NOT_FOUND')
    if (apiKey !== null && request.headers.authorization !== `Bearer ${apiKey}`)
      return void refuse(response, 401, 'UNAUTHENTICATED')
    while (holds()) await changed.promise
    if (behaviour === 'busy') return void refuse(response, 503, 'BUSY')
    const isLost = behaviour === 'loses workers'
    if (isText)
      return void reply(response, 200, isLost ? { error_code: 'WORKER_FAILED', pages: [] } : textOf(bytes))
    const answer = isLost ? unreadablePicture('WORKER_FAILED') : bytes
    reply(response, 200, await answerTo(answer))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    become(next: Behaviour, askedSeconds = 1): void {
      behaviour = next
      retryAfter = askedSeconds
      changed.resolve()
      changed = Promise.withResolvers()
    },
    /** Resolves after this total number of requests. */
    async untilAsked(count: number): Promise<void> {
      const deadline = Date.now() + PATIENCE_MS
      while (asked() < count) {
        if (Date.now() > deadline) throw new Error(`${requests} requests have come, not ${count}`)
        await delay(20)
      }
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
