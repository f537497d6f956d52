import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { quantile } from '../quantile.ts'
import { MANAGER } from './population.ts'
import { tokenOf, type Service } from './service.ts'

const TIMES = 15
/** As many rows of each kind as the search of the office shows. */
const HITS = 5

/** Characters, first letters and syllables; a tenth of all names of meetings begins with 北京. */
const CASES: Readonly<
  Record<string, { words: readonly string[]; ask(client: Client, word: string): unknown }>
> = {
  meetings: {
    words: ['北京', 'bj', 'bjxxg', 'beijing'],
    ask: (client, meetingName) => client.call(meetingRoutes.list, { query: { meetingName, pageSize: HITS } }),
  },
  attendees: {
    words: ['张伟', 'zw', 'zhangw'],
    ask: (client, name) => client.call(attendeeRoutes.list, { query: { name, pageSize: HITS } }),
  },
  experts: {
    words: ['张伟', 'zw', 'zhangw'],
    ask: (client, name) => client.call(expertRoutes.list, { query: { name, pageSize: HITS } }),
  },
  projects: {
    words: ['北京', 'bj', 'beijingxin'],
    ask: (client, projectName) => client.call(projectRoutes.list, { query: { projectName, pageSize: HITS } }),
  },
}

/** What the search of the office asks for while a manager types, in milliseconds. */
export async function measureSearch({
  baseUrl,
}: Service): Promise<{ what: string; p50: number; p95: number }[]> {
  const client = createClient({ baseUrl, token: await tokenOf(baseUrl, MANAGER) })
  const measured = []
  for (const [kind, { words, ask }] of Object.entries(CASES))
    for (const word of words) {
      const times: number[] = []
      for (let n = 0; n < TIMES; n++) {
        const started = performance.now()
        await ask(client, word)
        times.push(performance.now() - started)
      }
      measured.push({
        what: `search: ${kind}, ${word}`,
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
      })
    }
  return measured
}
