// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, it } from 'node:test'
import { ROLE_TYPES, type RoleType } from '@consilium/contract/roles.ts'
import { operations, type Operation } from '@consilium/contract/routes.ts'
import { startApi, type User } from './harness.ts'

/** The one table of who may call what; docs/access.md is written for people and read here. */
const TABLE = new URL('../../../docs/access.md', import.meta.url)
const CALLERS = ['anonymous', ...ROLE_TYPES] as const
type Caller = (typeof CALLERS)[number]

const ALLOWED = 'yes'
const REFUSED = '-'
const UNKNOWN_ID = '8999999999999999'

const api = await startApi()
after(() => api.close())

async function callers(): Promise<Record<RoleType, User>> {
  const executor = await api.executor()
  return {
    admin: await api.admin(),
    manager: await api.manager(),
    leader: await api.leader(),
    sponsor: await api.sponsor(),
    executor,
    meetingExecutor: await api.person(executor, 'meetingExecutor'),
    supervisor: await api.person(executor, 'supervisor'),
    doctor: await api.expert(),
  }
}

/** Calls a route with an empty body and ids that do not exist: allowed callers get past 401 and 403. */
async function mayCall({ route }: Operation, token: string | undefined): Promise<boolean> {
  const hangUp = new AbortController()
  const path = route.path.replace(/\{dictType\}/, 'meeting_stage').replace(/\{\w+\}/g, UNKNOWN_ID)
  const response = await api.raw(path, {
    method: route.method,
    signal: hangUp.signal,
    ...(token ? { token } : {}),
    ...(route.body ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
  })
  const { status } = response
  hangUp.abort()
  assert.ok(status < 500, `${route.method} ${route.path} answered ${status}`)
  assert.ok(
    token || status !== 403,
    'an anonymous caller is asked to log in, never told that it is forbidden',
  )
  return status !== 401 && status !== 403
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

async function measured(): Promise<string[]> {
  const users = await callers()
  const lines: string[] = []
  // Logging out comes last, since it ends the session that the other calls use.
  const ordered = operations.toSorted(
    (a, b) => Number(a.name === 'account.logout') - Number(b.name === 'account.logout'),
  )
  for (const operation of ordered) {
    const cells = await Promise.all(
      CALLERS.map(async (caller: Caller) =>
        (await mayCall(operation, caller === 'anonymous' ? undefined : users[caller].token))
          ? ALLOWED
          : REFUSED,
      ),
    )
    lines.push(row([`${operation.route.method} ${operation.route.path}`, ...cells]))
  }
  return lines
}

it('AUT-4 AUT-5: every route answers every role as docs/access.md says', async () => {
  const wanted = readFileSync(TABLE, 'utf8')
    .split('\n')
    .filter((line) => /^\| (GET|POST|PUT|DELETE) /.test(line))
    .map((line) =>
      row(
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
    )
  const lines = await measured()
  assert.deepEqual(lines.toSorted(), wanted.toSorted())
})
