import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { quantile } from '../quantile.ts'
import { MANAGER, SMALL, SPONSORS } from './population.ts'
import { tokenOf, type Service } from './service.ts'

const TIMES = 15
/** As many rows of each kind as the search of the office shows. */
const HITS = 5
/** As the search of the office asks, which shows no number. */
const PAGE = { pageSize: HITS, exactTotal: false }

const ACCOUNTS = { manager: MANAGER, 'sponsor of all': SPONSORS.first, 'executor of 159': SMALL.userId }

interface Case {
  words: readonly string[]
  /** Whether everybody is measured, and not the manager alone. */
  isForAll?: true
  ask(client: Client, word: string): unknown
}

/** Characters, first letters and syllables; a tenth of all names of meetings begins with 北京. */
const CASES: Readonly<Record<string, Case>> = {
  meetings: {
    words: ['北京', 'bj', 'bjxxg', 'beijing'],
    isForAll: true,
    ask: (client, meetingName) => client.call(meetingRoutes.list, { query: { meetingName, ...PAGE } }),
  },
  attendees: {
    words: ['张伟', 'zw', 'zhangw'],
    isForAll: true,
    ask: (client, name) => client.call(attendeeRoutes.list, { query: { name, ...PAGE } }),
  },
  experts: {
    words: ['张伟', 'zw', 'zhangw'],
    ask: (client, name) => client.call(expertRoutes.list, { query: { name, ...PAGE } }),
  },
  projects: {
    words: ['北京', 'bj', 'beijingxin'],
    ask: (client, projectName) => client.call(projectRoutes.list, { query: { projectName, ...PAGE } }),
  },
}

async function timesOf(work: () => unknown): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < TIMES; n++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times
}

/** What the search of the office asks for while somebody types, in milliseconds. */
export async function measureSearch({
  baseUrl,
}: Service): Promise<{ what: string; p50: number; p95: number }[]> {
  const measured = []
  for (const [role, userId] of Object.entries(ACCOUNTS)) {
    const client = createClient({ baseUrl, token: await tokenOf(baseUrl, userId) })
    for (const [kind, { words, isForAll, ask }] of Object.entries(CASES)) {
      if (userId !== MANAGER && !isForAll) continue
      for (const word of words) {
        const times = await timesOf(() => ask(client, word))
        const what = `search of the ${role}: ${kind}, ${word}`
        measured.push({ what, p50: quantile(times, 0.5), p95: quantile(times, 0.95) })
      }
    }
  }
  return measured
}
