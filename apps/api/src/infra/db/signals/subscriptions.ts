import type { Log } from '../../log.ts'

/** Receives the payload of a notification after the sending transaction has committed. */
export type NotificationHandler = (payload: string) => void

export interface Subscription {
  channel: string
  handler: NotificationHandler
  /** Called after a reconnection, since notifications may have been missed. */
  onGap?: (() => void) | undefined
}

// Names that need no quoting and fit PostgreSQL's limit of 63 bytes.
const CHANNEL_NAME = /^[a-z_][a-z0-9_]{0,62}$/

/** Subscriptions by channel. An error in a handler is logged and does not affect the others. */
export class Subscriptions {
  readonly #entries = new Set<Subscription>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  /** Throws if the channel name needs quoting. */
  add(subscription: Subscription): void {
    if (!CHANNEL_NAME.test(subscription.channel))
      throw new Error(`${subscription.channel} is no channel name`)
    this.#entries.add(subscription)
  }

  remove(subscription: Subscription): void {
    this.#entries.delete(subscription)
  }

  has(channel: string): boolean {
    return this.channels().includes(channel)
  }

  channels(): string[] {
    return [...new Set([...this.#entries].map(({ channel }) => channel))]
  }

  /** Returns the LISTEN statements for every channel; empty without subscriptions. */
  listenStatements(): string {
    return this.channels()
      .map((channel) => `listen ${channel}`)
      .join('; ')
  }

  dispatch(channel: string, payload: string): void {
    for (const entry of this.#entries) {
      if (entry.channel === channel) this.#call(() => entry.handler(payload))
    }
  }

  announceGap(): void {
    for (const { onGap } of this.#entries) {
      if (onGap) this.#call(onGap)
    }
  }

  #call(handler: () => void): void {
    try {
      handler()
    } catch (error) {
      this.#log.error(error, 'a notification handler failed')
    }
  }
}
