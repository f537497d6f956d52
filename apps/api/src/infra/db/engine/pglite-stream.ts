import { Duplex } from 'node:stream'

type Execute = (bytes: Uint8Array) => Promise<Uint8Array>
type Done = (error?: Error) => void

const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4])

/**
 * A stream that pg uses as its socket. pg corks its writes up to a Sync message, so each write is one request to the
 * engine, whose response is read back.
 */
export class PgliteStream extends Duplex {
  readonly #execute: Execute

  constructor(execute: Execute) {
    super()
    this.#execute = execute
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#forward([chunk], done)
  }

  override _writev(writes: { chunk: Buffer; encoding: BufferEncoding }[], done: Done): void {
    this.#forward(
      writes.map(({ chunk }) => chunk),
      done,
    )
  }

  /** A Terminate message closes this client only and is not forwarded, since it would stop the engine. */
  #forward(chunks: Buffer[], done: Done): void {
    const isLast = chunks.at(-1)?.equals(TERMINATE) ?? false
    const bytes = Buffer.concat(isLast ? chunks.slice(0, -1) : chunks)
    this.#exchange(bytes).then(
      () => {
        if (isLast) this.push(null)
        done()
      },
      (error: Error) => done(error),
    )
  }

  async #exchange(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return
    const answer = await this.#execute(bytes)
    if (answer.length > 0 && !this.destroyed) this.push(answer)
  }
}
