import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** What PostgreSQL says when it has committed (CommandComplete, message formats of the protocol). */
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1')

/** Stands between the product and PostgreSQL, and loses what a network or a dying process would lose. */
export interface DatabaseProxy {
  url: string
  /** Keeps back the answers to the next commits, and all that follows them. Resolves when so many were kept back. */
  withholdCommits(count: number): Promise<void>
  /** Nothing comes through in either direction. */
  freeze(): void
  /** Everything comes through again, on the connections that are made from now on. */
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
