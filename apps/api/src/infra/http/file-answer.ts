import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import parseRange from 'range-parser'

const UNSATISFIABLE = 416

/** A file to send. `open` returns its bytes from `start` to `end`, both inclusive. */
export interface FileAnswer {
  name: string
  mediaType: string
  /** Null if the content is generated while it is sent; byte ranges are not supported then. */
  size: number | null
  /** True to display the file in the browser instead of downloading it. */
  inline: boolean
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

/** Sends a file, or the requested byte range. */
export async function sendFile(reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
  const { size } = file
  reply.headers({
    'content-type': file.mediaType,
    'content-disposition': contentDisposition(file),
    'accept-ranges': size === null ? 'none' : 'bytes',
    'cache-control': 'private, no-store',
    // Uploaded files must never be executed, as a page or after content sniffing.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
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
