import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** PostgreSQL's message after a commit (CommandComplete; see "Message Formats" in its protocol documentation). */
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1')

/** A proxy between the product and PostgreSQL that simulates the losses of a network or a dying process. */
export interface DatabaseProxy {
  url: string
  /** Withholds the answers to the next commits and everything after them. Resolves when that many are withheld. */
  withholdCommits(count: number): Promise<void>
  /** Blocks both directions. */
  freeze(): void
  /** Forwards everything again on connections opened from now on. */
  restore(): void
  close(): Promise<void>
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<[Socket, Socket]>()
  let isFrozen = false
  let withheld: { missing: number; done: () => void } | undefined

  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    const pair: [Socket, Socket] = [client, database]
    pairs.add(pair)
    let isHeld = false
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      database.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    client.on('data', (bytes) => {
      if (!isFrozen) database.write(bytes)
    })
    database.on('data', (bytes) => {
      if (isFrozen || isHeld) return
      if (withheld && bytes.includes(COMMITTED)) {
        isHeld = true
        withheld.missing -= 1
        if (withheld.missing === 0) withheld.done()
        return
      }
      client.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)

  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    url: url.href,
    withholdCommits(count) {
      const { promise, resolve } = Promise.withResolvers<void>()
      withheld = { missing: count, done: resolve }
      return promise
    },
    freeze: () => void (isFrozen = true),
    restore() {
      isFrozen = false
      withheld = undefined
      cut()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
