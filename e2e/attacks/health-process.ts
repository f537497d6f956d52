// Sends requests to two addresses continuously and reports the slowest answer of each. It is a separate process, so
// that the attacker's own computations do not count as delays of the service.
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, get } from 'node:http'
import type { ProbeCommand, Slowest } from './health.ts'
import { watchProcessor } from './processor.ts'

/** A measured stall may seem so much shorter than it was; asking more often takes processor time from the service. */
const PAUSE_MS = 15
const MS_PER_SECOND = 1000
/** The time recorded for a missing answer. */
const GIVE_UP_MS = 60 * MS_PER_SECOND

const agent = new Agent({ keepAlive: true })
let measuring = new AbortController()
const nothingYet = (): Slowest => ({ service: 0, seen: 0, machine: 0, answers: 0 })
let slowest = nothingYet()

const ask = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(address, { agent, timeout: GIVE_UP_MS }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200))
    })
    request.once('timeout', () => request.destroy()).once('error', () => resolve(false))
  })

/** Waits for requests in progress when the measurement ends, because one of them may be the slowest. */
async function follow(
  address: string,
  { signal }: AbortController,
  measured: (ms: number, withheld: number) => void,
  pid?: number,
): Promise<void> {
  while (!signal.aborted) {
    const withheld = pid === undefined ? () => 0 : watchProcessor(pid)
    const started = performance.now()
    const answered = await ask(address)
    const ms = performance.now() - started
    if (answered) measured(ms, withheld())
    else measured(GIVE_UP_MS, 0)
    await pause(PAUSE_MS)
  }
}

function measureService(ms: number, withheld: number): void {
  slowest.answers += 1
  slowest.service = Math.max(slowest.service, ms - withheld)
  slowest.seen = Math.max(slowest.seen, ms)
}

function measureMachine(ms: number): void {
  slowest.machine = Math.max(slowest.machine, ms)
}

let following: Promise<unknown> = Promise.resolve()

process.on('message', (command: ProbeCommand) => {
  if (command.kind === 'start') {
    measuring = new AbortController()
    slowest = nothingYet()
    following = Promise.all([
      follow(command.service, measuring, measureService, command.pid),
      follow(command.machine, measuring, measureMachine),
    ])
    return
  }
  measuring.abort()
  void following.then(() => process.send?.(slowest))
})
process.on('disconnect', () => process.exit())
