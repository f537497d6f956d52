// Asks two addresses again and again, and tells the slowest answer of each when it is asked. A process of its own, so
// that what the attacker computes does not count as the service's delay.
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, get } from 'node:http'
import type { ProbeCommand, Slowest } from './health.ts'

const PAUSE_MS = 5
const MS_PER_SECOND = 1000
/** Of an answer that never comes. */
const GIVE_UP_MS = 60 * MS_PER_SECOND

const agent = new Agent({ keepAlive: true })
let measuring = new AbortController()
let slowest: Slowest = { service: 0, machine: 0, answers: 0 }

const ask = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(address, { agent, timeout: GIVE_UP_MS }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200))
    })
    request.once('timeout', () => request.destroy()).once('error', () => resolve(false))
  })

/** A request under way when the measuring ends is waited for: it may be the slowest. */
async function follow(
  address: string,
  which: 'service' | 'machine',
  { signal }: AbortController,
): Promise<void> {
  while (!signal.aborted) {
    const started = performance.now()
    const answered = await ask(address)
    const ms = answered ? performance.now() - started : GIVE_UP_MS
    slowest[which] = Math.max(slowest[which], ms)
    if (which === 'service') slowest.answers += 1
    await pause(PAUSE_MS)
  }
}

let following: Promise<unknown> = Promise.resolve()

process.on('message', (command: ProbeCommand) => {
  if (command.kind === 'start') {
    measuring = new AbortController()
    slowest = { service: 0, machine: 0, answers: 0 }
    following = Promise.all([
      follow(command.service, 'service', measuring),
      follow(command.machine, 'machine', measuring),
    ])
    return
  }
  measuring.abort()
  void following.then(() => process.send?.(slowest))
})
process.on('disconnect', () => process.exit())
