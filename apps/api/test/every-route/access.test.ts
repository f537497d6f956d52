// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, it } from 'node:test'
import { ROLE_TYPES, type RoleType } from '@consilium/contract/accounts/roles.ts'
import { operations, type Operation } from '@consilium/contract/routes.ts'
import { startApi, type User } from '../harness.ts'
import { machineOf } from '../machine-accounts.ts'

/** The one table of who may call what; docs/access.md is written for people and read here. */
const TABLE = new URL('../../../../docs/access.md', import.meta.url)
const CALLERS = ['anonymous', ...ROLE_TYPES, 'key'] as const
type Caller = (typeof CALLERS)[number]

const ALLOWED = 'yes'
/** Of a role that organizations of both types have, those of one type may call. */
const ORG_TYPES = ['sponsor', 'executor'] as const
/** A manager may call, unless it is limited to a portfolio. */
const UNLIMITED = 'unlimited'
const REFUSED = '-'
const UNKNOWN_ID = '8999999999999999'

const api = await startApi()
after(() => api.close())

type Token = Pick<User, 'token'>
type OfBothTypes = Record<(typeof ORG_TYPES)[number], Token>
type OfBothReaches = Record<'all' | 'limited', Token>

async function callers(): Promise<
  Record<Exclude<RoleType | 'key', 'finance' | 'manager'>, Token> & {
    finance: OfBothTypes
    manager: OfBothReaches
  }
> {
  const executor = await api.executor()
  const sponsor = await api.sponsor()
  return {
    admin: await api.admin(),
    manager: { all: await api.manager(), limited: await api.limited([sponsor]) },
    leader: await api.leader(),
    sponsor,
    executor,
    meetingExecutor: await api.person(executor, 'meetingExecutor'),
    supervisor: await api.person(executor, 'supervisor'),
    compliance: await api.person(sponsor, 'compliance'),
    finance: {
      sponsor: await api.person(sponsor, 'finance'),
      executor: await api.person(executor, 'finance'),
    },
    doctor: await api.expert(),
    key: { token: (await machineOf(api, executor)).key },
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
  if (route.caller === 'person' && token?.startsWith('csk_')) {
    const { error } = (await response.json()) as { error: string }
    assert.deepEqual([status, error], [403, 'PERSON_REQUIRED'], `HSE-27: ${route.method} ${route.path}`)
  }
  hangUp.abort()
  assert.ok(status < 500, `${route.method} ${route.path} answered ${status}`)
  assert.ok(
    token || status !== 403,
    'an anonymous caller is asked to log in, never told that it is forbidden',
  )
  return status !== 401 && status !== 403
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

async function cellOf(operation: Operation, holders: OfBothTypes): Promise<string> {
  const allowed = []
  for (const orgType of ORG_TYPES) if (await mayCall(operation, holders[orgType].token)) allowed.push(orgType)
  if (allowed.length === ORG_TYPES.length) return ALLOWED
  return allowed[0] ?? REFUSED
}

async function cellOfManagers(operation: Operation, { all, limited }: OfBothReaches): Promise<string> {
  if (!(await mayCall(operation, all.token))) return REFUSED
  return (await mayCall(operation, limited.token)) ? ALLOWED : UNLIMITED
}

async function measured(): Promise<string[]> {
  const users = await callers()
  const lines: string[] = []
  // Logging out comes last, since it ends the session that the other calls use.
  const ordered = operations.toSorted(
    (a, b) => Number(a.name === 'account.logout') - Number(b.name === 'account.logout'),
  )
  for (const operation of ordered) {
    const cells = await Promise.all(
      CALLERS.map(async (caller: Caller) => {
        if (caller === 'manager') return cellOfManagers(operation, users.manager)
        if (caller === 'finance') return cellOf(operation, users.finance)
        return (await mayCall(operation, caller === 'anonymous' ? undefined : users[caller].token))
          ? ALLOWED
          : REFUSED
      }),
    )
    lines.push(row([`${operation.route.method} ${operation.route.path}`, ...cells]))
  }
  return lines
}

it('AUT-4 AUT-5 HSE-27 OPS-14: every route answers every role, and a key of an executor, as docs/access.md says', async () => {
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
