import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import parseRange from 'range-parser'

const UNSATISFIABLE = 416
const NOT_MODIFIED = 304
/** How long a browser may show a file that never changes without asking. */
export const FILE_KEPT_SECONDS = 24 * 3600

/** A file to send. `open` returns its bytes from `start` to `end`, both inclusive. */
export interface FileAnswer {
  name: string
  mediaType: string
  /** Null if the content is generated while it is sent; byte ranges are not supported then. */
  size: number | null
  /** True to display the file in the browser instead of downloading it. */
  inline: boolean
  /** Browsers may keep the file under this validator, as its bytes never change; without it they keep nothing. */
  etag?: string
  open(range?: { start: number; end: number }): Promise<Readable>
}

/** Content-Disposition (RFC 6266) with the UTF-8 name of RFC 8187 and an ASCII fallback. */
function contentDisposition({ inline, name }: FileAnswer): string {
  const fallback = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${inline ? 'inline' : 'attachment'}; filename="${fallback}"; filename*=UTF-8''${encoded}`
}

/** Whether the browser has the file already (RFC 9110, 13.1.2); proxies that compress weaken the validator. */
const isKnown = (header: string | undefined, { etag }: FileAnswer): boolean =>
  etag !== undefined &&
  header !== undefined &&
  header.split(',').some((known) => ['*', etag, `W/${etag}`].includes(known.trim()))

/** Sends a file, or the requested byte range. */
export async function sendFile(reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
  const { size } = file
  reply.headers({
    'content-type': file.mediaType,
    'content-disposition': contentDisposition(file),
    'accept-ranges': size === null ? 'none' : 'bytes',
    // Caches that serve several people keep nothing, so that a file is gone for others as soon as it is withdrawn.
    'cache-control':
      file.etag === undefined ? 'private, no-store' : `private, max-age=${FILE_KEPT_SECONDS}, immutable`,
    ...(file.etag === undefined ? {} : { etag: file.etag }),
    // Uploaded files must never be executed, as a page or after content sniffing.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  if (isKnown(reply.request.headers['if-none-match'], file)) return reply.code(NOT_MODIFIED).send()
  if (size === null) return reply.send(await file.open())
  const header = reply.request.headers.range
  const ranges = header ? parseRange(size, header) : -2
  if (ranges === -1) return reply.code(UNSATISFIABLE).header('content-range', `bytes */${size}`).send()
  const range =
    typeof ranges === 'number' || ranges.type !== 'bytes' || ranges.length !== 1 ? undefined : ranges[0]
  if (!range) return reply.header('content-length', size).send(await file.open())
  reply.code(206).headers({
    'content-range': `bytes ${range.start}-${range.end}/${size}`,
    'content-length': range.end - range.start + 1,
  })
  return reply.send(await file.open(range))
}
