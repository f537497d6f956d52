// Brings up the product as several nodes on this machine, of Debian's packages: npm run cluster. Two nodes of the API with
// a recognition service each, behind nginx, on PostgreSQL and Swift's S3 interface; Ctrl-C ends all of it.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@consilium/test-kit/free-port.ts'
import { PACKAGES } from '../scripts/packages.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { recognitionCommand } from '../scripts/recognition-command.ts'
import { requirePackages } from '../scripts/system-packages.ts'
import { startSwift } from '../scripts/swift.ts'
import { startNginx } from './nginx.ts'
import { newDataDir, startService, type Service } from './service.ts'

export interface Cluster {
  /** The address of nginx. */
  url: string
  adminPassword: string
  /** The folder that both nodes have. */
  dataDir: string
  nodes: readonly Service[]
  /** Stops a node by SIGTERM and starts it again at the same address. Resolves with its exit code. */
  restart(index: 0 | 1): Promise<number | null>
  stop(): Promise<void>
}

type Stop = () => Promise<unknown>

export interface ClusterOptions {
  recognition?: boolean
  /** A database that is there; one of a server of its own by default. */
  databaseUrl?: string
}

/** Starts everything, one thing after the other; what was started ends when the next one fails. */
export async function startCluster({
  recognition = true,
  databaseUrl,
}: ClusterOptions = {}): Promise<Cluster> {
  const stops: Stop[] = []
  const stop = async () => {
    for (const each of stops.splice(0).toReversed()) await each()
  }
  try {
    const postgres = databaseUrl === undefined ? await startPostgres() : undefined
    if (postgres) stops.push(() => postgres.stop())
    const swift = await startSwift()
    stops.push(() => swift.stop())
    const dataDir = newDataDir()
    stops.push(async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    const adminPassword = randomBytes(9).toString('base64url')
    const shared = {
      ADMIN_PASSWORD: adminPassword,
      DATABASE_URL: databaseUrl ?? postgres?.url ?? '',
      MASTER_KEY: randomBytes(32).toString('base64'),
      S3_ENDPOINT: swift.endpoint,
      S3_BUCKET: swift.bucket,
      S3_REGION: swift.region,
      S3_ACCESS_KEY_ID: swift.accessKeyId,
      S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
      TRUST_PROXY: '1',
      ...(recognition ? { OCR_URL: '', OCR_COMMAND: recognitionCommand(), OCR_WORKERS: '1' } : {}),
    }
    const ports = [await freePort(), await freePort()] as const
    const ocrPorts = [await freePort(), await freePort()] as const
    const startNode = (index: 0 | 1): Promise<Service> => {
      const own = {
        PORT: String(ports[index]),
        OCR_PORT: String(ocrPorts[index]),
        LOG_FILE: join(dataDir, `node-${index + 1}.log`),
        OCR_LOG_FILE: join(dataDir, `recognition-${index + 1}.log`),
      }
      return startService({ dataDir, env: { ...shared, ...own } })
    }
    const nodes: [Service, Service] = [await startNode(0), await startNode(1)]
    stops.push(() => Promise.all(nodes.map((node) => node.stop())))
    const nginx = await startNginx(ports)
    stops.push(() => nginx.stop())
    const restart = async (index: 0 | 1) => {
      const code = await nodes[index].stop()
      nodes[index] = await startNode(index)
      return code
    }
    return { url: nginx.url, adminPassword, dataDir, nodes, restart, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function main(): Promise<void> {
  requirePackages(PACKAGES.cluster)
  const cluster = await startCluster()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void cluster.stop().finally(() => process.exit()))
  console.log(`Web        ${cluster.url}
API        ${cluster.url}/api
Log in as  admin / ${cluster.adminPassword}
Nodes      ${cluster.nodes.map(({ baseUrl }) => baseUrl).join(' ')}

Next:      BASE_URL=${cluster.url}/api ADMIN_PASSWORD=${cluster.adminPassword} DATA_DIR=${cluster.dataDir} npm run walkthrough`)
}

if (import.meta.main) await main()
