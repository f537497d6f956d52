import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../../log.ts'
import { type Subscription, Subscriptions } from './subscriptions.ts'

const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 5000
/** A dead connection may only show by an unanswered query. */
const PROBE_EVERY_MS = 30_000
const PROBE_TIMEOUT_MS = 10_000

/** A dedicated LISTEN connection, opened at the first subscription and reopened when it is lost. */
export class ServerListener {
  readonly #config: pg.ClientConfig
  readonly #log: Log
  readonly #subscriptions: Subscriptions
  readonly #closing = new AbortController()
  #connected: Promise<pg.Client> | undefined
  #probe: NodeJS.Timeout | undefined
  #lastStatement: Promise<void> = Promise.resolve()

  constructor(config: pg.ClientConfig, log: Log) {
    this.#config = { ...config, query_timeout: PROBE_TIMEOUT_MS }
    this.#log = log
    this.#subscriptions = new Subscriptions(log)
  }

  /** Resolves with the unsubscribe function once the subscription is active. */
  async listen(subscription: Subscription): Promise<() => Promise<void>> {
    this.#subscriptions.add(subscription)
    try {
      await this.#say(`listen ${subscription.channel}`)
    } catch (error) {
      this.#subscriptions.remove(subscription)
      throw error
    }
    return async () => {
      this.#subscriptions.remove(subscription)
      if (this.#subscriptions.has(subscription.channel) || this.#closing.signal.aborted) return
      await this.#say(`unlisten ${subscription.channel}`)
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    clearInterval(this.#probe)
    const client = await this.#connected?.catch(() => undefined)
    await client?.end()
  }

  /** Runs one statement at a time, since queueing them on a pg client is deprecated. */
  #say(statement: string): Promise<void> {
    const said = this.#lastStatement.then(async () => {
      const client = await this.#client()
      await client.query(statement)
    })
    this.#lastStatement = said.catch(() => {})
    return said
  }

  #client(): Promise<pg.Client> {
    this.#connected ??= this.#open().catch((error: unknown) => {
      this.#connected = undefined
      throw error
    })
    return this.#connected
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client(this.#config)
    client.on('notification', ({ channel, payload }) => this.#subscriptions.dispatch(channel, payload ?? ''))
    client.on('error', (error) => this.#log.warn(error, 'the connection that hears notifications failed'))
    try {
      await client.connect()
      const listen = this.#subscriptions.listenStatements()
      if (listen !== '') await client.query(listen)
    } catch (error) {
      await client.end()
      throw error
    }
    client.once('end', () => this.#reopen())
    this.#probe = setInterval(() => void client.query('select 1').catch(() => client.end()), PROBE_EVERY_MS)
    this.#probe.unref()
    return client
  }

  #reopen(): void {
    clearInterval(this.#probe)
    if (this.#closing.signal.aborted) return
    this.#connected = this.#retry()
    this.#connected.then(
      () => this.#subscriptions.announceGap(),
      () => {},
    )
  }

  /** Rejects only if the listener is closed in the meantime. */
  async #retry(): Promise<pg.Client> {
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
      await delay(wait * (0.5 + Math.random() / 2), undefined, { ref: false, signal: this.#closing.signal })
      try {
        return await this.#open()
      } catch (error) {
        this.#log.warn(error, 'PostgreSQL cannot be reached to hear notifications; trying again')
      }
    }
  }
}
