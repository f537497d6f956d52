import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { often } from '@consilium/test-kit/often.ts'
import type { Answered, Attack } from './attack.ts'
import { orderly } from './expectations.ts'

const SOCKETS = 5000
/** Connections that are opened together; a longer queue of the system would refuse some. */
const AT_ONCE = 250
const HELD_MS = often(500, 2000)
const CALLS = 20

/** A connection that says nothing, or begins a request that it never ends. */
function openSocket({ hostname, port }: URL, index: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      if (index % 2 === 0) socket.write('GET /api/business/project/list HTTP/1.1\r\nhost: a\r\nx-slow: ')
      resolve(socket)
    })
    socket.once('error', reject)
  })
}

async function openAll(address: URL): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let first = 0; first < SOCKETS; first += AT_ONCE)
    sockets.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => openSocket(address, first + n)))),
    )
  return sockets
}

/** Connections that cost a client nothing and a server memory and handles. */
export const SOCKET_ATTACKS: readonly Attack[] = [
  {
    id: 'SEC-40',
    title: `${SOCKETS} connections that say nothing or never end their headers`,
    async attack({ baseUrl, send }) {
      const sockets = await openAll(new URL(baseUrl))
      for (const socket of sockets) socket.on('error', () => {})
      try {
        const answers: Answered[] = []
        for (let call = 0; call < CALLS; call++)
          answers.push(await send({ method: 'GET', path: `${projectRoutes.list.path}?pageSize=1` }))
        await pause(HELD_MS)
        return answers
      } finally {
        for (const socket of sockets) socket.destroy()
      }
    },
    expect(answers) {
      orderly(answers)
      for (const { status } of answers) assert.equal(status, 200)
    },
  },
]
