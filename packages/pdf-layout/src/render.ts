import { Piscina } from 'piscina'
import type { Composed } from './compose.ts'
import type { PdfDocument } from './document.ts'
import { missingGlyphs } from './glyphs.ts'

/** Counted from the call, including the wait for a free thread. */
export const RENDER_TIMEOUT_MS = 20_000
/** Maximum number of waiting documents; further ones are refused. */
export const MAX_WAITING = 500
/**
 * More than MAX_PAGES hold. A thread that runs out of memory ends the whole process, so larger documents are refused.
 */
export const MAX_TEXT_LENGTH = 400_000
const IDLE_THREAD_MS = 10 * 60_000

/** Thrown if the fonts lack characters of the document. Callers check `missingGlyphs` first and name the field. */
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

/** Thrown if the document was not finished in time; its thread is stopped. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout'

  constructor(timeoutMs: number) {
    super(`The document was not drawn within ${timeoutMs} ms`)
  }
}

export interface PdfRenderer {
  /** Returns the PDF file. Throws MissingGlyphs, RenderTimeout, or an Error if the document cannot be drawn. */
  render(document: PdfDocument): Promise<Buffer>
  /** Returns the characters of the text that the fonts cannot draw, each once. */
  missingGlyphs(text: string): string[]
  /** Finishes running tasks and ends the threads; later calls of `render` fail. */
  close(): Promise<void>
}

export interface PdfRendererOptions {
  threads: number
  timeoutMs?: number
}

/** Each piece of text counts one more than its length, since many empty ones take memory too. */
function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length + 1
  if (value === null || typeof value !== 'object') return 0
  return Object.entries(value).reduce((sum, [key, part]) => sum + (key === 'image' ? 0 : textLength(part)), 0)
}

/** Draws documents in worker threads, so that the event loop stays free for requests. */
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
  // Closing the pool ends tasks whose thread is still starting, so these are awaited first.
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
