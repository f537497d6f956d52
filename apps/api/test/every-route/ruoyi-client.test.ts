// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { operations, routeTables } from '@consilium/contract/routes.ts'
import type { Route } from '@consilium/contract/route.ts'
import { XLSX } from '@consilium/contract/spreadsheet.ts'
import { z } from 'zod'
import { readSheetText } from '@consilium/sheets/workbook-reader.ts'
import { openStream } from '../event-reader.ts'
import { freshName, freshPhone, startApi, type User } from '../harness.ts'
import { SAMPLES } from '../material-kinds.ts'
import { openWorld } from '../meeting-world.ts'

const api = await startApi()
const lenient = await startApi({ env: { WARNINGS_AS_200: 'true' } })
after(async () => {
  await api.close()
  await lenient.close()
})
const admin = await api.admin()
const world = await openWorld(api)
const { manager, sponsor, executor, project } = world

interface Body {
  code: number
  msg: string
  warning?: boolean
  data?: Record<string, unknown>
  rows?: Record<string, unknown>[]
  total?: number
  details?: { field: string; message: string }[]
}
type Fields = Record<string, unknown>

/** Writes `{a: [1], params: {beginTime}}` as RuoYi's pages do: `a[0]=1&params[beginTime]=…`. */
function asForm(fields: Fields): string {
  const pairs = Object.entries(fields).flatMap(([key, value]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([inner, one]) => [`${key}[${inner}]`, String(one)])
      : [[key, String(value)]],
  )
  return new URLSearchParams(pairs).toString()
}

/** Sends a request and returns only the body of the answer, as those pages do. */
async function send(user: User, method: string, path: string, body?: unknown): Promise<Body> {
  const response = await api.raw(path, {
    method,
    token: user.token,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (await response.json()) as Body
}
const list = (user: User, path: string, query: Fields) => send(user, 'GET', `${path}?${asForm(query)}`)
const created = async (user: User, path: string, body: Fields) => {
  const answer = await send(user, 'POST', path, body)
  assert.equal(answer.code, 200, JSON.stringify(answer))
  return answer.data!
}

const meeting = await world.meeting({ scheduleStartTime: '2026-11-20 09:00:00' })
const attendee = await world.attendee(meeting.meetingId)
const expert = await api.expert()
await created(manager, '/business/project', { projectName: '公示', isPublished: true })
const { projectId: openProject } = await created(manager, '/business/project', {
  projectName: '开放',
  isPublished: true,
})
const COLUMNS = [
  { title: '账号', field: 'payeeAccount' },
  { title: '户名', field: 'payeeName' },
  { title: '金额', field: 'amount' },
]
const publicIntent = { projectId: openProject, name: '访客' }

/** A record of each kind that can be changed, with the user who changes it and its addresses. */
const records: Readonly<Record<string, { user: User; read: string; write: string }>> = {
  'account.update': {
    user: admin,
    read: `/system/user/${manager.userId}`,
    write: '/system/user',
  },
  'organization.update': { user: manager, read: `/business/org/${sponsor.orgId}`, write: '/business/org' },
  'person.update': {
    user: executor,
    read: `/business/person/${(await api.person(executor, 'supervisor')).personId}`,
    write: '/business/person',
  },
  'expert.update': { user: manager, read: `/business/expert/${expert.expertId}`, write: '/business/expert' },
  'hospital.update': {
    user: manager,
    read: `/business/hospital/${String((await created(manager, '/business/hospital', { name: '安贞医院' }))['hospitalId'])}`,
    write: '/business/hospital',
  },
  'dimension.update': {
    user: sponsor,
    read: `/business/dimension/${String((await created(sponsor, '/business/dimension', { kind: 'product', code: 'P-1', name: '产品' }))['dimensionId'])}`,
    write: '/business/dimension',
  },
  'bankPreset.update': {
    user: executor,
    read: `/business/bankPreset/${String((await created(executor, '/business/bankPreset', { presetName: '代发', format: 'csv', validFrom: '2026-11-01', columns: COLUMNS }))['presetId'])}`,
    write: '/business/bankPreset',
  },
  'expert.updateMe': { user: expert, read: '/business/expert/me', write: '/business/expert/me' },
  'project.update': {
    user: manager,
    read: `/business/project/${project.projectId}`,
    write: '/business/project',
  },
  'plan.update': {
    user: expert,
    read: `/business/projectPlan/${String((await created(expert, '/business/projectPlan', { planName: '方案' }))['planId'])}`,
    write: '/business/projectPlan',
  },
  'specialPlan.update': {
    user: manager,
    read: `/business/specialPlan/${String((await created(manager, '/business/specialPlan', { planName: '专项', budget: 12.5 }))['specialPlanId'])}`,
    write: '/business/specialPlan',
  },
  'supportIntent.update': {
    user: sponsor,
    read: `/business/supportIntent/${String((await created(sponsor, '/business/supportIntent', { projectId: openProject, amount: '100' }))['intentId'])}`,
    write: '/business/supportIntent',
  },
  'executionIntent.update': {
    user: expert,
    read: `/business/executionIntent/${String((await created(expert, '/business/executionIntent', { projectId: openProject }))['intentId'])}`,
    write: '/business/executionIntent',
  },
  'publicitySupport.update': {
    user: manager,
    read: `/business/publicity/supportIntent/${String((await created(manager, '/business/publicity/supportIntent', { ...publicIntent, phone: freshPhone() }))['intentId'])}`,
    write: '/business/publicity/supportIntent',
  },
  'publicityExecution.update': {
    user: manager,
    read: `/business/publicity/executionIntent/${String((await created(manager, '/business/publicity/executionIntent', { ...publicIntent, phone: freshPhone() }))['intentId'])}`,
    write: '/business/publicity/executionIntent',
  },
  'meeting.update': {
    user: manager,
    read: `/business/meeting/${meeting.meetingId}`,
    write: '/business/meeting',
  },
  'attendee.update': {
    user: executor,
    read: `/business/meetingAttendee/${attendee.attendeeId}`,
    write: '/business/meetingAttendee',
  },
  'agreement.updateTemplate': {
    user: manager,
    read: `/business/laborTemplate/${String((await created(manager, '/business/laborTemplate', { templateName: '模板', content: '甲方{{orgName}}' }))['templateId'])}`,
    write: '/business/laborTemplate',
  },
  'dictionary.updateType': { user: admin, read: '/system/dict/type/1', write: '/system/dict/type' },
  'dictionary.updateData': { user: admin, read: '/system/dict/data/1', write: '/system/dict/data' },
  ...Object.fromEntries(
    await Promise.all(
      Object.entries(SAMPLES).map(async ([kind, { full }]) => {
        const { recordId } = await created(manager, `/business/${kind}`, {
          meetingId: meeting.meetingId,
          ...full,
        })
        return [
          `${kind}.update`,
          { user: manager, read: `/business/${kind}/${String(recordId)}`, write: `/business/${kind}` },
        ] as const
      }),
    ),
  ),
}

const bodyProperties = (route: Route) =>
  z.toJSONSchema(route.body!, { io: 'input', unrepresentable: 'any' }).properties ?? {}
const bodyFields = (route: Route) => Object.keys(bodyProperties(route))
const changing = operations.filter(
  ({ name, route }) =>
    route.method === 'PUT' && route.body && /\.update/.test(name) && bodyFields(route).includes('version'),
)

describe("a client of RuoYi's ecosystem", () => {
  it('logs in, and reads lists with its own parameters for order, lists and days', async () => {
    const login = await api.raw('/login', {
      method: 'POST',
      body: JSON.stringify({ username: manager.userName, password: manager.password }),
      headers: { 'content-type': 'application/json;charset=utf-8' },
    })
    assert.equal(((await login.json()) as Body).code, 200)
    const day = (await send(manager, 'GET', `/business/project/${project.projectId}`)).data![
      'createTime'
    ] as string
    const query = {
      pageNum: 1,
      pageSize: 10,
      orderByColumn: 'createTime',
      isAsc: 'ascending',
      projectName: '',
      execAdminUserIds: [executor.userId, executor.userId + 1_000_000],
      params: { beginTime: day.slice(0, 10), endTime: day.slice(0, 10) },
    }
    const found = await list(manager, '/business/project/list', query)
    assert.deepEqual([found.code, found.total, found.rows?.[0]?.['projectId']], [200, 1, project.projectId])
    const brackets = `execAdminUserIds[]=${executor.userId}&isAsc=descending`
    assert.equal((await send(manager, 'GET', `/business/project/list?${brackets}`)).total, 1)
    const before = { params: { endTime: '2020-01-01' } }
    assert.equal((await list(manager, '/business/project/list', before)).total, 0)
    const bad = await list(manager, '/business/project/list', { isAsc: 'up', 'pageNum[0]': 1 })
    assert.deepEqual(bad.details?.map(({ field }) => field).toSorted(), ['isAsc', 'pageNum'])
  })

  it('every kind of record is covered here', () => {
    assert.deepEqual(Object.keys(records).toSorted(), changing.map(({ name }) => name).toSorted())
  })

  for (const [name, { user, read, write }] of Object.entries(records))
    it(`${name}: sends a record back as it was read, and learns which field it cannot change`, async () => {
      const { data: record } = await send(user, 'GET', read)
      const put = await send(user, 'PUT', write, record)
      assert.equal(put.code, 200, JSON.stringify([record, put]))
      const { data: now } = await send(user, 'GET', read)
      const kept = ({ version: _version, ...rest }: Fields) =>
        JSON.stringify(rest).replaceAll(/\?expires=[^"]*/g, '')
      assert.equal(kept(now!), kept(record!))
      const changed = await send(user, 'PUT', write, { ...now, createTime: '1999-01-01 00:00:00' })
      assert.deepEqual(
        [changed.code, changed.details?.map(({ field }) => field)],
        [400, ['createTime']],
        JSON.stringify(changed),
      )
      assert.match(changed.details![0]!.message, /不能/)
      const foreign = await send(user, 'PUT', write, { ...now, passwordHash: 'x' })
      assert.deepEqual([foreign.code, foreign.details?.map(({ field }) => field)], [400, ['passwordHash']])
    })

  it('a record that somebody else has changed is stale, whatever is sent', async () => {
    const path = `/business/project/${project.projectId}`
    const { data: read } = await send(manager, 'GET', path)
    await send(manager, 'PUT', '/business/project', {
      projectId: project.projectId,
      version: read!['version'],
      description: '改',
    })
    const stale = await send(manager, 'PUT', '/business/project', { ...read, createUserName: '别人' })
    assert.equal(stale.code, 409)
  })

  it('sends numbers and flags as text, where their type is unambiguous', async () => {
    const { data } = await send(manager, 'GET', `/business/project/${project.projectId}`)
    const { projectId, version } = data!
    const put = await send(manager, 'PUT', '/business/project', {
      projectId: String(projectId),
      version: String(version),
      isBidProject: 'true',
      orgId: String(executor.orgId),
    })
    assert.deepEqual([put.code, put.data?.['isBidProject'], put.data?.['orgId']], [200, true, executor.orgId])
    const unclear = await send(manager, 'PUT', '/business/project', {
      projectId: `${String(projectId)}x`,
      version: '1e1',
      isBidProject: 'yes',
    })
    assert.deepEqual(unclear.details?.map(({ field }) => field).toSorted(), [
      'isBidProject',
      'projectId',
      'version',
    ])
  })

  /** What a page of RuoYi sends of its list, and with every export of it. */
  const queryParams = (params: object) => ({
    pageNum: 1,
    pageSize: 10,
    orderByColumn: 'createTime',
    isAsc: 'ascending',
    params,
  })
  /** What a page adds to name the record whose list it shows. */
  const needed: Readonly<Record<string, Fields>> = {
    'budget.listChanges': { projectId: project.projectId },
    'attendance.ofMeeting': { meetingId: meeting.meetingId },
    'conference.rows': { meetingId: meeting.meetingId },
    'paymentBatch.lines': { batchId: 1 },
    'recognition.list': { meetingId: meeting.meetingId },
    'laborPayment.withholdingFile': { period: '2026-01' },
    'laborPayment.nonResidentFile': { period: '2026-01' },
    'laborPayment.personnelFile': { period: '2026-01' },
    'laborPayment.foreignPersonnelFile': { period: '2026-01' },
    'laborPayment.vatFile': { period: '2026-01' },
  }
  const long = { beginTime: '2020-01-01', endTime: '2099-12-31' }
  const lists = operations.filter(
    ({ route }) => route.method === 'GET' && route.answer.kind === 'page' && route.query,
  )
  /** What is no list: one kept file, and the answer to a provider of text messages. */
  const KEPT_FILES = ['taxFiling.file', 'delivery.receipt', 'paymentBatch.download']
  const files = operations.filter(
    ({ name, route }) =>
      route.method === 'POST' && route.answer.kind === 'file' && !KEPT_FILES.includes(name),
  )

  for (const { name, route } of lists)
    it(`COR-25: ${name} takes the order and the range of days that every page sends`, async () => {
      const found = await list(admin, route.path, { ...queryParams(long), ...needed[name] })
      assert.equal(found.code, 200, JSON.stringify(found))
      const all = await list(admin, route.path, { ...needed[name] })
      assert.equal(found.total, all.total, 'all records are of these days')
      const before = queryParams({ beginTime: '', endTime: '2019-12-31' })
      const none = await list(admin, route.path, { ...before, ...needed[name] })
      assert.deepEqual([none.code, none.total], [200, 0])
      const times = found.rows!.flatMap(({ createTime }) =>
        typeof createTime === 'string' ? [createTime] : [],
      )
      assert.deepEqual(times, times.toSorted())
    })

  for (const { name, route } of files)
    it(`COR-25: ${name} answers a download with everything that its page sends`, async () => {
      const takesOrder = Object.hasOwn(bodyProperties(route), 'orderByColumn')
      const { pageNum, pageSize, ...order } = queryParams(long)
      const fields = { pageNum, pageSize, ...(takesOrder ? order : {}), ...needed[name] }
      const downloaded = await api.raw(route.path, {
        method: 'POST',
        token: executor.token,
        ...(route.access.includes('executor') ? {} : { token: admin.token }),
        body: `${asForm(fields)}&`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      const body = await downloaded.arrayBuffer()
      assert.equal(downloaded.status, 200, Buffer.from(body).toString().slice(0, 300))
      assert.equal(downloaded.headers.get('content-type'), XLSX)
    })

  it('COR-25: the login page sends a code and its id, and the profile has a list of roles', async () => {
    const { userName: username, password } = manager
    for (const picture of [
      { code: '', uuid: '' },
      { code: '8', uuid: 'x'.repeat(100) },
    ]) {
      const login = await api.raw('/login', {
        method: 'POST',
        body: JSON.stringify({ username, password, ...picture }),
        headers: {
          'content-type': 'application/json;charset=utf-8',
          istoken: 'false',
          repeatsubmit: 'false',
        },
      })
      assert.equal(((await login.json()) as Body).code, 200)
    }
    const tooLong = await api.raw('/login', {
      method: 'POST',
      body: JSON.stringify({ username, password, uuid: 'x'.repeat(101) }),
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(tooLong.status, 400)
    const { data } = await send(manager, 'GET', '/getInfo')
    assert.deepEqual(data!['roles'], ['manager'])
  })

  it('COR-25: a type of content without content is a request without a body', async () => {
    const headers = { 'content-type': 'application/json;charset=utf-8' }
    const empty = (method: string, path: string) => api.raw(path, { method, token: manager.token, headers })
    assert.equal((await empty('PUT', '/business/message/readAll')).status, 200)
    assert.equal((await empty('POST', '/business/project/export')).status, 200)
    const refused = await empty('POST', '/business/project')
    const { error } = (await refused.json()) as { error: string }
    assert.deepEqual([refused.status, error], [400, 'VALIDATION_FAILED'])
  })

  it('requests files by forms', async () => {
    const form = (path: string, fields: Fields) =>
      api.raw(path, {
        method: 'POST',
        token: manager.token,
        body: asForm(fields),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const { createTime } = (await send(manager, 'GET', `/business/project/${project.projectId}`)).data!
    const file = await form('/business/project/export', {
      orderByColumn: 'createTime',
      isAsc: 'descending',
      projectName: '',
      execAdminUserIds: [executor.userId],
      params: { beginTime: String(createTime).slice(0, 10) },
    })
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, XLSX])
    const rows = await readSheetText(Buffer.from(await file.arrayBuffer()))
    assert.equal(rows.length, 2)
    const bad = await form('/business/project/export', { surprise: 1 })
    assert.equal(bad.status, 400)
    const elsewhere = await form('/business/project', { projectName: '表单' })
    assert.equal(elsewhere.status, 415)
  })

  it('uploads a file, and receives the event stream', async () => {
    const body = new FormData()
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    body.append('file', new File([png], 'dot.png', { type: 'image/png' }))
    const uploaded = await api.raw('/common/upload', { method: 'POST', token: manager.token, body })
    const { data } = (await uploaded.json()) as Body
    assert.ok(Number.isSafeInteger(data?.['fileId']))
    const stream = await openStream(api, expert.token)
    assert.equal((await stream.next())?.event, 'new_message')
    stream.close()
  })

  it('recognizes warnings by their code, their flag, or with a setting by status 200', async () => {
    const twice = async (service: typeof api) => {
      const main = await service.executor()
      const person = {
        name: '王',
        phone: freshPhone(),
        userName: freshName('p-'),
        password: 'initial-1',
        role: 'supervisor' as const,
      }
      await main.call(routeTables.person.create, { body: person })
      const response = await service.raw('/business/person', {
        method: 'POST',
        token: main.token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...person, userName: freshName('p-') }),
      })
      const { code, warning } = (await response.json()) as Body
      const typed = await main.attempt(routeTables.person.create, {
        body: { ...person, userName: freshName('p-') },
      })
      return { status: response.status, code, warning, error: typed.error?.error }
    }
    const expected = { code: 601, warning: true, error: 'PHONE_TAKEN' }
    assert.deepEqual(await twice(api), { status: 409, ...expected })
    assert.deepEqual(await twice(lenient), { status: 200, ...expected })
  })
})
