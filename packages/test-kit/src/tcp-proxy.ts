import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy before a service that simulates a network which loses it. */
export interface TcpProxy {
  url: string
  /** Bytes stay where they are, in both directions, also on connections opened from now on. */
  freeze(): void
  /** Loses the present connections without telling either end; new ones work. */
  forget(): void
  /** Resets the present connections, and new ones at once. */
  refuse(): void
  /** Forwards everything again on connections opened from now on. */
  restore(): void
  close(): Promise<void>
}

type State = 'open' | 'frozen' | 'refusing'

export async function startTcpProxy(targetUrl: string): Promise<TcpProxy> {
  const target = new URL(targetUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  let state: State = 'open'

  const server = createServer((client) => {
    if (state === 'refusing') return void client.resetAndDestroy()
    const service = connect(Number(target.port), target.hostname)
    const pair = [client, service] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    const forward = (from: Socket, to: Socket) =>
      from.on('data', (bytes) => {
        if (state === 'open' && pairs.has(pair)) to.write(bytes)
      })
    forward(client, service)
    forward(service, client)
    for (const socket of pair) socket.on('error', end).on('close', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(targetUrl)
  // A socket of the file system would lead past the proxy.
  url.searchParams.delete('host')
  url.port = String((server.address() as AddressInfo).port)

  const lost = new Set<readonly [Socket, Socket]>()
  const cut = () => {
    for (const pair of [...pairs, ...lost]) for (const socket of pair) socket.destroy()
    lost.clear()
  }
  return {
    url: url.href.replace(/\/$/, ''),
    freeze: () => void (state = 'frozen'),
    forget() {
      for (const pair of pairs) lost.add(pair)
      pairs.clear()
    },
    refuse() {
      state = 'refusing'
      cut()
    },
    restore() {
      state = 'open'
      cut()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
