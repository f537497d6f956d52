import { Piscina } from 'piscina'
import type { Composed } from './compose.ts'
import type { PdfDocument } from './document.ts'
import { missingGlyphs } from './glyphs.ts'

/** From the call to the finished file, waiting for a free thread included. */
export const RENDER_TIMEOUT_MS = 20_000
/** Documents that may wait for a thread; further ones are refused at once. */
export const MAX_WAITING = 500
/** More than MAX_PAGES hold. A thread out of memory takes the whole process down, so it is never brought there. */
export const MAX_TEXT_LENGTH = 400_000
const IDLE_THREAD_MS = 10 * 60_000

/** The document holds characters that the fonts lack. Callers ask `missingGlyphs` before and name the field. */
export class MissingGlyphs extends Error {
  override readonly name = 'MissingGlyphs'
  readonly glyphs: readonly string[]

  constructor(glyphs: readonly string[]) {
    const codes = glyphs.map(
      (glyph) => `U+${glyph.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
    )
    super(`No glyph for ${codes.join(', ')}`)
    this.glyphs = glyphs
  }
}

/** The document was not finished in time; the thread that drew it has been stopped. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout'

  constructor(timeoutMs: number) {
    super(`The document was not drawn within ${timeoutMs} ms`)
  }
}

export interface PdfRenderer {
  /** The PDF file. Throws MissingGlyphs, RenderTimeout, or an Error for a document that cannot be drawn. */
  render(document: PdfDocument): Promise<Buffer>
  /** The characters of the text that the fonts cannot draw, each once. */
  missingGlyphs(text: string): string[]
  /** Finishes what has begun and ends the threads; `render` refuses from then on. */
  close(): Promise<void>
}

export interface PdfRendererOptions {
  threads: number
  timeoutMs?: number
}

/** Every piece of text counts for one more than its length, as many empty ones take room too. */
function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length + 1
  if (value === null || typeof value !== 'object') return 0
  return Object.entries(value).reduce((sum, [key, part]) => sum + (key === 'image' ? 0 : textLength(part)), 0)
}

/** Documents are drawn in worker threads, so that the event loop stays free for requests. */
export function createPdfRenderer({
  threads,
  timeoutMs = RENDER_TIMEOUT_MS,
}: PdfRendererOptions): PdfRenderer {
  const pool = new Piscina<PdfDocument, Composed>({
    filename: new URL('./render-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    maxQueue: MAX_WAITING,
    idleTimeout: IDLE_THREAD_MS,
  })
  /** A closed pool would start new threads for the next task. */
  let closed = false
  // The pool's own close ends tasks whose thread is still starting.
  const begun = new Set<Promise<unknown>>()

  async function draw(document: PdfDocument): Promise<Composed> {
    const signal = AbortSignal.timeout(timeoutMs)
    const task = pool.run(document, { signal })
    begun.add(task)
    try {
      return await task
    } catch (error) {
      throw signal.aborted ? new RenderTimeout(timeoutMs) : error
    } finally {
      begun.delete(task)
    }
  }

  return {
    missingGlyphs,
    async close() {
      closed = true
      await Promise.allSettled(begun)
      await pool.close()
    },
    async render(document) {
      if (closed) throw new Error('The PDF renderer is closed')
      if (textLength(document) > MAX_TEXT_LENGTH) throw new RangeError('The document is too long to be drawn')
      const composed = await draw(document)
      if ('missing' in composed) throw new MissingGlyphs(composed.missing)
      return Buffer.from(composed.pdf.buffer, composed.pdf.byteOffset, composed.pdf.byteLength)
    },
  }
}
