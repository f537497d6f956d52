import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@consilium/test-kit/free-port.ts'

const SHIPPED = fileURLToPath(new URL('../deploy/nginx/consilium.conf', import.meta.url))
const START_MS = 10_000
const POLL_MS = 50
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

export interface Nginx {
  url: string
  stop(): Promise<void>
}

/** The shipped configuration with other addresses, and what Debian's own has around it. */
function configuration(
  folder: string,
  port: number,
  nodes: readonly [number, number],
  connections: number,
): string {
  const shipped = readFileSync(SHIPPED, 'utf8')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${nodes[0]}`)
    .replaceAll('127.0.0.1:3010', `127.0.0.1:${nodes[1]}`)
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
  const paths = TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')
  // Workers of another user could not keep larger bodies in a folder that only its owner opens.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `daemon off;
${user}
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'error.log')} warn;
events { worker_connections ${connections}; }
http {
access_log off;
${paths}
${shipped}
}
`
}

/** Starts nginx on a free port of 127.0.0.1 before two nodes. It ends with `stop`, or with this process. */
export async function startNginx(nodes: readonly [number, number], connections = 1024): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-nginx-'))
  for (const name of TEMPORARY) mkdirSync(join(folder, name))
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, port, nodes, connections))
  const nginx = ['nginx', '-p', folder, '-c', file, '-e', join(folder, 'error.log')]
  const server = spawn('setpriv', ['--pdeathsig', 'TERM', '--', ...nginx], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: `${process.env.PATH ?? ''}:/usr/sbin` },
  })
  let said = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + START_MS
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (server.exitCode !== null || performance.now() > deadline)
      throw new Error(`nginx does not start: ${said}`)
    await delay(POLL_MS)
  }
  return {
    url,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGTERM')
        await once(server, 'exit')
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
