import { Duplex } from 'node:stream'

type Execute = (bytes: Uint8Array) => Promise<Uint8Array>
type Done = (error?: Error) => void

const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4])

/**
 * The socket that pg believes it has. pg writes whole messages, and everything up to a Sync in one go
 * (it corks), so each write is one request to the engine, and what it answers is read back.
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

  /** Terminate ends this client only: the engine, which would end itself, never sees it. */
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
