import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import parseRange from 'range-parser'

const UNSATISFIABLE = 416

/** A file to send; `open` gives its bytes from `start` to `end`, both included. */
export interface FileAnswer {
  name: string
  mediaType: string
  /** Null where it is made while it is sent: it then has no byte ranges. */
  size: number | null
  /** Shown in the browser rather than saved. */
  inline: boolean
  open(range?: { start: number; end: number }): Promise<Readable>
}

/** RFC 6266 with the UTF-8 form of RFC 8187, and a plain fallback. */
function contentDisposition({ inline, name }: FileAnswer): string {
  const fallback = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${inline ? 'inline' : 'attachment'}; filename="${fallback}"; filename*=UTF-8''${encoded}`
}

/** Sends a file, or the one byte range that was asked for. */
export async function sendFile(reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
  const { size } = file
  reply.headers({
    'content-type': file.mediaType,
    'content-disposition': contentDisposition(file),
    'accept-ranges': size === null ? 'none' : 'bytes',
    'cache-control': 'private, no-store',
    // What users uploaded is never run: not as a page, not by a guess at its type.
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
