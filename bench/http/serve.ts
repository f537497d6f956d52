// A child of bench/http.ts: one of the servers, in a process of its own, which tells its processor time.
import { startService } from '../scale/service.ts'

interface Started {
  port: number
}

interface Given {
  url: string
  timeZone: string
  statements: { text: string; values: unknown[] }[]
}

const [kind = ''] = process.argv.slice(2)

async function start(given: Given): Promise<Started> {
  if (kind === 'ours') {
    const { app } = await startService(given.url, 'file')
    return { port: Number(new URL(app.url).port) }
  }
  const load = async (name: string): Promise<Record<string, unknown>> => import(`./${name}.mjs`)
  const { openDatabase } = await load('replayed')
  const database = (openDatabase as (given: Given) => unknown)(given)
  const [file, name] = {
    node: ['node-pg', 'start'],
    express: ['nest', 'startExpress'],
    fastify: ['nest', 'startFastify'],
    checked: ['nest', 'startFastifyWithChecks'],
  }[kind] as [string, string]
  return ((await load(file))[name] as (database: unknown) => Promise<Started>)(database)
}

process.on('message', (message: Given | 'cpu') => {
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
    return
  }
  void start(message).then(({ port }) => process.send?.({ port }))
})
process.once('disconnect', () => process.exit())
