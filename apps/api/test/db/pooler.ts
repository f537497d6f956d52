import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@consilium/test-kit/free-port.ts'
import { until } from '../sms-gateway.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
/** PgBouncer refuses to run as root. */
const UNPRIVILEGED = 'postgres'

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
  const folder = mkdtempSync('/tmp/consilium-pooler-')
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
  const isRoot = userInfo().uid === 0
  const id = (what: string) => Number(execFileSync('id', [what, UNPRIVILEGED], { encoding: 'utf8' }))
  if (isRoot) for (const path of [folder, file]) chownSync(path, id('-u'), id('-g'))
  const child = spawn('setpriv', [
    '--pdeathsig',
    'INT',
    ...(isRoot ? [`--reuid=${UNPRIVILEGED}`, `--regid=${UNPRIVILEGED}`, '--clear-groups'] : []),
    '--',
    PROGRAM,
    file,
  ])
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
