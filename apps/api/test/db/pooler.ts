import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { freePort } from '@consilium/test-kit/free-port.ts'
import { asUser, makeFolder, unprivileged } from '@consilium/test-kit/unprivileged.ts'
import { until } from '../sms-gateway.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** PgBouncer before a database, which gives a client one of two sessions for each transaction. */
export async function startPooler(databaseUrl: string, connectQuery: string | null) {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const own = await freePort()
  // PgBouncer refuses to run as root.
  const identity = unprivileged()
  const folder = makeFolder('consilium-pooler-', identity)
  const server = [
    `host=${hostname} port=${port} dbname=${name}`,
    `user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`,
    ...(connectQuery === null ? [] : [`connect_query='${connectQuery}'`]),
  ].join(' ')
  const settings = [
    '[databases]',
    `${name} = ${server}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 2',
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings.join('\n'))
  if (identity) chownSync(file, identity.uid, identity.gid)
  // The program that becomes another user would lose the wish to end with its parent (PR_SET_PDEATHSIG).
  const command = ['setpriv', '--pdeathsig', 'INT', '--', PROGRAM, file]
  const child = spawn('setpriv', [...asUser(identity, dirname(PROGRAM)), ...command])
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  await until(() => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}: ${said}`)
    return isOpen(own)
  }, 'the pooler listens')
  return {
    url: `postgres://anyone@127.0.0.1:${own}/${name}`,
    async close() {
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
