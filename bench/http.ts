// `npm run bench:http -- [--requests 1000] [--rounds 9] [--at postgres://…]`: what one request for a list costs, in processor
// time of the process that answers it, beside node:http with pg and NestJS on the same statements and database.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { installPeers } from './install.ts'
import { quantile } from './quantile.ts'
import { writeSection } from './results.ts'
import { fill } from './scale/fill.ts'
import { SMALL } from './scale/population.ts'
import { startService, tokenOf } from './scale/service.ts'
import { statementsOf, watchStatements, type Statement } from './scale/statements.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '9' },
    at: { type: 'string' },
  },
})

/** Of the service, by default: times without a zone are meant in it. */
const TIME_ZONE = 'Asia/Shanghai'
const MEETINGS = 10_000
const CLIENTS = 8
/** After so many, V8 compiles nothing anew; the larger a server's code, the more it takes. */
const WARM_UP_REQUESTS = 12_000
/** Of each round, before those that are measured: a server that waits for its turn collects garbage, and ends that when it is asked again. */
const SETTLING_REQUESTS = 500
const PATH = '/business/meeting/list?pageSize=20'
const KINDS = {
  ours: 'ours',
  node: 'node:http + pg',
  express: 'NestJS 11, Express, class-validator',
  fastify: 'NestJS 11, Fastify, nestjs-zod',
  checked: 'the same with a log, the hash of the session and a checked answer',
} as const
type Kind = keyof typeof KINDS
/** What tells the statements of the request, in their order, from those that the service runs beside it. */
const PARTS = ['token_hash', 'key_set as materialized', '"meetingId"'] as const
const GOALS = { node: 0.55, fastify: 1.05 } as const

interface Server {
  child: ChildProcess
  address: string
}

async function filled(server: string): Promise<string> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query('drop database if exists bench_http')
  await client.query('create database bench_http')
  await client.end()
  const url = Object.assign(new URL(server), { pathname: '/bench_http' }).toString()
  const service = await startService(url)
  await service.close()
  await fill(url, MEETINGS)
  return url
}

/**
 * The tokens of the executor, one for each client, and what our service asks the database for the request. Of one session it works
 * on four requests at once, and rests while they wait for the database; peers have no such limit.
 */
async function recorded(url: string): Promise<{ tokens: string[]; statements: Statement[] }> {
  watchStatements()
  const service = await startService(url)
  try {
    const tokens: string[] = []
    while (tokens.length < CLIENTS) tokens.push(await tokenOf(service.baseUrl, SMALL.userId))
    const ask = () => fetch(service.baseUrl + PATH, { headers: { authorization: `Bearer ${tokens[0]}` } })
    await ask()
    const statements = await statementsOf(async () => (await ask()).text())
    return { tokens, statements: PARTS.map((part) => statements.find(({ text }) => text.includes(part))!) }
  } finally {
    await service.close()
  }
}

async function startServer(kind: Kind, url: string, statements: Statement[]): Promise<Server> {
  const file = fileURLToPath(new URL('http/serve.ts', import.meta.url))
  const child = fork(file, [kind], { execArgv: process.execArgv, serialization: 'advanced' })
  child.send({ url, statements, timeZone: TIME_ZONE })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const base = kind === 'ours' ? BASE_PATH : ''
  return { child, address: `http://127.0.0.1:${port}${base}${PATH}` }
}

async function processorTime({ child }: Server): Promise<number> {
  child.send('cpu')
  const [micros] = (await once(child, 'message')) as [number]
  return micros
}

async function load({ address }: Server, tokens: readonly string[], count: number): Promise<void> {
  let left = count
  const client = async (token: string) => {
    while (left-- > 0) {
      const reply = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${address}: ${reply.status} ${text}`)
    }
  }
  await Promise.all(tokens.map(client))
}

/** Processor time of a request in microseconds, in each round. */
async function measureAll(
  servers: Map<Kind, Server>,
  tokens: readonly string[],
): Promise<Map<Kind, number[]>> {
  const [requests, rounds] = [Number(values.requests), Number(values.rounds)]
  const times = new Map<Kind, number[]>([...servers.keys()].map((kind) => [kind, []]))
  for (const server of servers.values()) await load(server, tokens, WARM_UP_REQUESTS)
  for (let round = 0; round < rounds; round++)
    for (const [kind, server] of servers) {
      await load(server, tokens, SETTLING_REQUESTS)
      const before = await processorTime(server)
      await load(server, tokens, requests)
      times.get(kind)?.push(((await processorTime(server)) - before) / requests)
    }
  return times
}

function reportOf(times: Map<Kind, number[]>): string {
  const of = (kind: Kind) => quantile(times.get(kind) ?? [], 0.5)
  const lines = [...times].map(
    ([kind, each]) =>
      `| ${KINDS[kind]} | ${Math.min(...each).toFixed(0)}–${Math.max(...each).toFixed(0)} | ${(of(kind) / of('ours')).toFixed(2)} |`,
  )
  const goal = (kind: keyof typeof GOALS) => {
    const ratio = of(kind) / of('ours')
    return `- ${KINDS[kind]}: ${ratio.toFixed(2)}, goal ${GOALS[kind]}: ${ratio >= GOALS[kind] ? 'met' : 'missed'}`
  }
  return [
    `List of the meetings of one executor, 20 rows, ${CLIENTS} clients, ${values.requests} requests a round, rounds interleaved.`,
    '',
    '| server | µs of processor a request | times ours |',
    '|---|---|---|',
    ...lines,
    '',
    goal('node'),
    goal('fastify'),
  ].join('\n')
}

installPeers()
const own = values.at === undefined ? await startPostgres() : null
const servers = new Map<Kind, Server>()
try {
  const url = await filled(values.at ?? own!.url)
  const { tokens, statements } = await recorded(url)
  for (const kind of Object.keys(KINDS) as Kind[]) servers.set(kind, await startServer(kind, url, statements))
  const report = reportOf(await measureAll(servers, tokens))
  console.log(report)
  writeSection('One request (`npm run bench:http`)', report)
} finally {
  for (const { child } of servers.values()) child.kill()
  await own?.stop()
}
