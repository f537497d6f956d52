import type { FastifyBaseLogger } from 'fastify'

type Line = [given: object, message?: string]

/**
 * The log of one request, which names the request in every line. It is made with the first line: a request that goes well
 * writes none by it, and what a log names is searched for secrets when it is made.
 */
export class RequestLog {
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | undefined

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make
  }

  get #log(): FastifyBaseLogger {
    return (this.#made ??= this.#make())
  }

  get level(): string {
    return this.#log.level
  }

  child(...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#log.child(...given)
  }

  trace(...line: Line): void {
    this.#log.trace(...line)
  }

  debug(...line: Line): void {
    this.#log.debug(...line)
  }

  info(...line: Line): void {
    this.#log.info(...line)
  }

  warn(...line: Line): void {
    this.#log.warn(...line)
  }

  error(...line: Line): void {
    this.#log.error(...line)
  }

  fatal(...line: Line): void {
    this.#log.fatal(...line)
  }

  silent(): void {}
}

/** The factory of such logs for Fastify, which uses these methods only. */
export const requestLogOf = (
  log: FastifyBaseLogger,
  ...child: Parameters<FastifyBaseLogger['child']>
): FastifyBaseLogger => new RequestLog(() => log.child(...child))
