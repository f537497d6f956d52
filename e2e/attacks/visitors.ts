import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Answered } from './attack.ts'

export interface Visits {
  /** The address that each visitor asks for. */
  url: string
  /** One visitor for each: the address that the proxy names. */
  addresses: readonly string[]
}

type Visit = Pick<Answered, 'status' | 'ms'>

/**
 * Visitors who come again and again, in a process of their own, so that the attacker's computations do not count as
 * delays of theirs. Returns what ends them and tells each visit.
 */
export async function startVisitors(visits: Visits): Promise<() => Promise<Answered[]>> {
  const child = fork(fileURLToPath(new URL('./visitors-process.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const told = () => once(child, 'message')
  child.send(visits)
  await told()
  return async () => {
    const answer = told() as Promise<[Visit[]]>
    child.send('stop')
    const [done] = await answer
    child.kill()
    return done.map((visit) => ({ ...visit, error: null, fields: [], retryAfter: null }))
  }
}
