// Visits a page from several addresses at once, round after round, until it is told to stop (see visitors.ts).
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Visits } from './visitors.ts'

const PAUSE_MS = 10

const [{ url, addresses }] = (await once(process, 'message')) as [Visits]

async function visit(address: string): Promise<{ status: number; ms: number }> {
  const started = performance.now()
  const response = await fetch(url, { headers: { 'x-forwarded-for': address } })
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - started }
}

const visitAll = () => Promise.all(addresses.map(visit))

const stopped = new AbortController()
process.once('message', () => stopped.abort())
process.once('disconnect', () => process.exit())
// The first round opens the connections and is not counted.
await visitAll()
process.send?.('ready')
const visits: { status: number; ms: number }[] = []
while (!stopped.signal.aborted) {
  visits.push(...(await visitAll()))
  await pause(PAUSE_MS)
}
process.send?.(visits)
