import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A relay to the service at `url` that can be cut like a network, and restored. */
export async function startRelay(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false

  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    socket.pipe(other)
  }
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }

  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(port), hostname)
    keep(near, far)
    keep(far, near)
  }).listen(0, hostname)
  await once(server, 'listening')

  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    /** Closes open connections and forwards nothing until it is restored. */
    cut(): void {
      isCut = true
      dropAll()
    },
    mend(): void {
      isCut = false
    },
    close(): void {
      dropAll()
      server.close()
    },
  }
}
