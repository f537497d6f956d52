// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import { dictionaryRoutes } from '@consilium/contract/dictionaries/dictionaries.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import {
  AuditResult,
  InvoiceSource,
  InvoiceType,
  MaterialType,
  SupervisionConclusion,
} from '@consilium/contract/materials/materials.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { callsOn, MATERIAL_NAMES, SAMPLES } from '../../../test/material-kinds.ts'
import { freshName, startApi, type User } from '../../../test/harness.ts'
import { openWorld } from '../../../test/meeting-world.ts'

const ATTACHMENTS_MAX = 20

const AT_ONCE = 50
const READING = new Set(['list', 'export', 'get'])
const UNKNOWN_ID = 8_999_999_999_999_999
const IMAGE = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(64)])

const api = await startApi()
after(() => api.close())
const world = await openWorld(api)
const { manager, sponsor, executor, rival } = world
const admin = await api.admin()
const leader = await api.leader()
const supervisor = await api.person(executor, 'supervisor')
const colleague = await api.person(executor, 'supervisor')
const meetingExecutor = await api.person(executor, 'meetingExecutor')
const sponsorSupervisor = await api.person(sponsor, 'supervisor')
const doctor = await api.expert()
const users: User[] = [admin, manager, leader, sponsor, executor, meetingExecutor, supervisor, doctor]
const readers = users.filter(({ roleType }) => roleType !== 'doctor')
const strangers = [rival, await api.leader(), await api.sponsor(), await api.person(rival, 'supervisor')]
const leading = { params: world.project, body: { leadUserId: leader.userId } }
await manager.call(projectRoutes.setLead, leading)
const { meetingId, meetingName } = await world.meeting()

const upload = (user: User, name = '附件.png') =>
  user.call(fileRoutes.upload, { file: new File([IMAGE], name) })
const close = (id: number) =>
  api.engine.pool.query("update meeting set current_stage = 'closed' where meeting_id = $1", [id])

/** The order of other texts depends on the database's collation. */
const isOrderedAnywhere = (value: unknown) =>
  typeof value === 'number' || /^[\x20-\x7e]*$/.test(String(value))
const DECIMAL = /^-?\d+\.\d\d$/
const ordinal = (value: unknown) => (DECIMAL.test(String(value)) ? Number(value) : (value as number | string))
const ascendingly = (a: unknown, b: unknown) =>
  ordinal(a) < ordinal(b) ? -1 : Number(ordinal(a) > ordinal(b))

for (const name of MATERIAL_NAMES) {
  const sample = SAMPLES[name]
  const on = callsOn(name)
  const may = (roleType: RoleType) => sample.writers.includes(roleType)
  const writers = users.filter(({ roleType }) => may(roleType))
  /** A role that writes within its reach but is not a manager. */
  const writer = may('executor') ? executor : supervisor
  const create = async (user: User = writer, body: object = {}, of = meetingId) =>
    (await on.create(user, of, { ...sample.full, ...body })).data
  const fileBody = (...fileIds: number[]) => ({
    [sample.fileField]: sample.fileField === 'fileId' ? (fileIds[0] ?? null) : fileIds,
  })

  describe(`${name}: who may call`, () => {
    for (const [action, route] of Object.entries(on.routes)) {
      it(`SVC-7 AUT-4: ${action} asks for a login and refuses other roles`, async () => {
        const path = route.path.replace('{recordId}', String(UNKNOWN_ID))
        const call = async (token?: string) =>
          (await api.raw(path, { method: route.method, ...(token ? { token } : {}) })).status
        assert.equal(await call(), 401)
        const allowed = READING.has(action) ? readers : writers
        for (const user of users)
          assert.equal((await call(user.token)) === 403, !allowed.includes(user), user.roleType)
      })
    }

    it('SVC-7 AUT-5: every writing role creates, changes and deletes, and its abilities say so', async () => {
      for (const user of writers) {
        const record = await create(user)
        assert.deepEqual(record.abilities, { update: true, remove: true }, user.roleType)
        const changed = await on.update(user, record, sample.change)
        assert.equal(changed.status, 200, user.roleType)
        assert.equal((await on.remove(user, record.recordId)).status, 200, user.roleType)
      }
    })

    it('SVC-7 AUT-5: all other roles only read, and their abilities say so', async () => {
      const record = await create()
      for (const user of [...readers, sponsorSupervisor]) {
        const { data } = await on.get(user, record.recordId)
        assert.deepEqual({ ...data, abilities: null }, { ...record, abilities: null }, user.roleType)
        if (!may(user.roleType)) assert.deepEqual(data.abilities, { update: false, remove: false })
        const { rows } = await on.list(user, { meetingId })
        assert.ok(rows.some(({ recordId }) => recordId === record.recordId))
      }
    })

    it(`SVC-7 AUT-4: ${sample.keptByCreator ? 'only its creator and managers change' : 'whoever runs the meeting changes'} a record`, async () => {
      const other = sample.keptByCreator ? colleague : meetingExecutor
      for (const user of [other, leader]) {
        const record = await create()
        const { abilities } = (await on.get(user, record.recordId)).data
        const expected = !sample.keptByCreator
        assert.deepEqual(abilities, { update: expected, remove: expected }, user.roleType)
        const changed = await on.update(user, record, sample.change)
        const removed = await on.remove(user, record.recordId)
        assert.deepEqual([changed.status, removed.status], expected ? [200, 200] : [403, 403], user.roleType)
      }
      for (const user of [manager, admin]) {
        const record = await create()
        assert.equal((await on.update(user, record, sample.change)).status, 200)
        assert.equal((await on.remove(user, record.recordId)).status, 200)
      }
    })
  })

  describe(`${name}: create, read, update, delete`, () => {
    it('SVC-7: stores a written workbook and changed, until it is deleted', async () => {
      const made = await create()
      const { recordId } = made
      assert.deepEqual({ ...made, ...sample.full }, made)
      assert.deepEqual(
        [made.meetingId, made.meetingName, made.currentStage],
        [meetingId, meetingName, 'approved'],
      )
      assert.deepEqual([made.createUserId, made.files, made.version], [writer.userId, [], 1])
      assert.equal(made.createUserName, writer === executor ? executor.orgName : '赵敏')
      assert.deepEqual((await on.get(writer, recordId)).data, made)
      const changed = (await on.update(writer, made, sample.change)).data
      const kept = Object.fromEntries(
        Object.entries(sample.change).map(([field, value]) => [field, value || null]),
      )
      // A record of another test may have the same number, and other values are missing for a verification.
      const marks =
        'duplicateOf' in made
          ? { duplicateOf: changed['duplicateOf'], verification: changed['verification'] }
          : {}
      assert.deepEqual(changed, { ...made, ...kept, ...marks, version: 2 })
      assert.deepEqual((await on.get(writer, recordId)).data, changed)
      assert.equal((await on.remove(writer, recordId)).status, 200)
      assert.equal((await on.get(writer, recordId)).status, 404)
      assert.equal((await on.update(writer, changed, sample.change)).status, 404)
      assert.equal((await on.remove(writer, recordId)).status, 404)
    })

    it('SVC-7: can be created with the required fields only', async () => {
      const { data } = await on.create(writer, meetingId, sample.least)
      assert.deepEqual({ ...data, ...sample.least }, data)
      const again = (await on.update(writer, data, {})).data
      assert.deepEqual(again, { ...data, version: 2 }, 'fields left out stay')
    })

    it('SVC-7: names the invalid fields, and stores nothing', async () => {
      const record = await create()
      const before = (await on.list(manager)).total
      for (const [field, value] of Object.entries({
        ...sample.bad,
        surprise: 1,
        [sample.fileField]: ['x'],
      })) {
        for (const reply of [
          await on.create(writer, meetingId, { ...sample.full, [field]: value }),
          await on.update(writer, record, { [field]: value }),
        ]) {
          assert.deepEqual([reply.status, reply.error], [400, 'VALIDATION_FAILED'], field)
          assert.ok(
            reply.fields?.every((named) => named.split('.')[0] === field),
            `${field}: ${reply.fields?.join()}`,
          )
        }
      }
      const moved = await on.update(writer, record, { meetingId: (await world.meeting()).meetingId })
      assert.deepEqual([moved.status, moved.fields], [400, ['meetingId']], 'a record stays with its meeting')
      const missing = await writer.attempt(on.routes.create, { body: {} } as never)
      const required = ['meetingId', ...Object.keys(sample.least)].toSorted()
      assert.deepEqual(missing.error?.details?.map(({ field }) => field).toSorted(), required)
      const unsorted = await writer.attempt(on.routes.list, {
        query: { orderByColumn: 'passwordHash' },
      } as never)
      assert.deepEqual(
        unsorted.error?.details?.map(({ field }) => field),
        ['orderByColumn'],
      )
      assert.equal(
        (await api.raw(on.routes.get.path.replace('{recordId}', 'x'), { token: writer.token })).status,
        400,
      )
      assert.equal((await on.list(manager)).total, before)
      assert.equal((await on.get(writer, record.recordId)).data.version, 1)
    })

    it('SVC-7: a repeated request with the same key adds one', async () => {
      const headers = { 'idempotency-key': freshName('key-') }
      const [first, second] = [
        await on.create(writer, meetingId, sample.full, headers),
        await on.create(writer, meetingId, sample.full, headers),
      ]
      assert.equal(first.data.recordId, second.data.recordId)
    })

    it('SVC-7: deletes several, all or none', async () => {
      const [one, two] = [await create(), await create()]
      assert.equal((await on.remove(writer, one.recordId, UNKNOWN_ID)).status, 404)
      assert.equal((await on.get(writer, one.recordId)).status, 200)
      if (sample.keptByCreator) {
        const foreign = await create(manager)
        assert.equal((await on.remove(writer, one.recordId, foreign.recordId)).status, 403)
        assert.equal((await on.get(writer, one.recordId)).status, 200)
      }
      assert.equal((await on.remove(writer, one.recordId, two.recordId)).status, 200)
      assert.equal((await on.get(writer, two.recordId)).status, 404)
    })
  })

  describe(`${name}: scope`, () => {
    it('SVC-7 AUT-4: callers outside the project find neither the meeting nor the record', async () => {
      const record = await create(manager)
      for (const user of strangers) {
        assert.deepEqual((await on.list(user)).rows, [], user.roleType)
        assert.equal((await on.get(user, record.recordId)).status, 404)
        if (!may(user.roleType)) continue
        const created = await on.create(user, meetingId, sample.full)
        assert.deepEqual([created.status, created.error, created.fields], [404, 'NOT_FOUND', ['meetingId']])
        assert.equal((await on.update(user, record, sample.change)).status, 404)
        assert.equal((await on.remove(user, record.recordId)).status, 404)
      }
      assert.equal((await on.get(manager, record.recordId)).data.version, 1)
      assert.equal((await on.create(manager, UNKNOWN_ID, sample.full)).status, 404)
    })
  })

  describe(`${name}: list`, () => {
    it('SVC-7: finds by its fields, by the meeting and by the time of creation', async () => {
      const of = await world.meeting()
      const { recordId, createTime } = await create(manager, {}, of.meetingId)
      const common = [{}, { meetingName }, { 'params[beginTime]': createTime, 'params[endTime]': createTime }]
      for (const query of [...common, ...sample.found]) {
        const { rows, total } = await on.list(writer, { meetingId: of.meetingId, ...query })
        assert.deepEqual([rows.map((row) => row.recordId), total], [[recordId], 1], JSON.stringify(query))
      }
      const never = { 'params[beginTime]': '2199-01-01 00:00:00' }
      for (const query of [{ meetingName: '别的会议' }, never, ...sample.missed]) {
        const { total } = await on.list(writer, { meetingId: of.meetingId, ...query })
        assert.equal(total, 0, JSON.stringify(query))
      }
    })

    it('SVC-7: sorts by each of its columns, and pages', async () => {
      const of = await world.meeting()
      const ids: number[] = []
      for (const body of [sample.full, { ...sample.full, ...sample.change }, sample.least])
        ids.push((await on.create(manager, of.meetingId, body)).data.recordId)
      const { total, rows } = await on.list(writer, { meetingId: of.meetingId, pageNum: 2, pageSize: 2 })
      assert.deepEqual([total, rows.map(({ recordId }) => recordId)], [3, [ids[0]]])
      const query = on.routes.list.query as unknown as {
        shape: Record<string, { unwrap(): { options: string[] } }>
      }
      for (const orderByColumn of query.shape['orderByColumn']!.unwrap().options) {
        const sorted = async (isAsc: string) =>
          (await on.list(writer, { meetingId: of.meetingId, orderByColumn, isAsc })).rows
        const ascending = await sorted('asc')
        const filled = ascending.filter((row) => row[orderByColumn] !== null)
        const empty = ascending.filter((row) => row[orderByColumn] === null)
        const descending = [...filled.toReversed(), ...empty.toReversed()]
        assert.deepEqual(await sorted('desc'), descending, orderByColumn)
        const values = ascending.map((row) => row[orderByColumn]).filter((value) => value !== null)
        if (values.every(isOrderedAnywhere))
          assert.deepEqual(values, values.toSorted(ascendingly), orderByColumn)
      }
    })
  })

  describe(`${name}: files`, () => {
    it("SVC-7: refers to the writer's own files, shown with their names and signed addresses", async () => {
      const [one, two] = [await upload(writer, '现场.png'), await upload(writer)]
      const record = await create(writer, fileBody(one.fileId))
      assert.deepEqual(
        record.files.map(({ fileId, fileName, mediaType }) => [fileId, fileName, mediaType]),
        [[one.fileId, '现场.png', 'image/png']],
      )
      const { url } = (await on.get(sponsor, record.recordId)).data.files[0]!
      const answered = await fetch(new URL(url, api.baseUrl))
      assert.deepEqual(Buffer.from(await answered.arrayBuffer()), IMAGE)
      const changed = (await on.update(writer, record, fileBody(two.fileId))).data
      assert.deepEqual(
        changed.files.map(({ fileId }) => fileId),
        [two.fileId],
      )
      const untouched = (await on.update(writer, changed, sample.change)).data
      assert.deepEqual(untouched[sample.fileField], changed[sample.fileField])
      assert.deepEqual((await on.update(writer, untouched, fileBody())).data.files, [])
    })

    it('SVC-7: refuses files that do not exist or belong to others, but keeps those it already has', async () => {
      const foreign = await upload(doctor)
      const record = await create(writer)
      for (const fileId of [UNKNOWN_ID, foreign.fileId]) {
        for (const reply of [
          await on.create(writer, meetingId, { ...sample.full, ...fileBody(fileId) }),
          await on.update(writer, record, fileBody(fileId)),
        ])
          assert.deepEqual(
            [reply.status, reply.error, reply.fields],
            [400, 'FILE_UNKNOWN', [sample.fileField]],
          )
      }
      const given = (await on.update(manager, record, fileBody(foreign.fileId))).data
      assert.equal((await on.update(writer, given, fileBody(foreign.fileId))).status, 200)
    })

    if (sample.fileField === 'attachments')
      it('SVC-7: takes twenty files in their order, each once', async () => {
        const fileIds: number[] = []
        for (let count = 0; count <= ATTACHMENTS_MAX; count++) fileIds.unshift((await upload(writer)).fileId)
        const tooMany = await on.create(writer, meetingId, { ...sample.full, attachments: fileIds })
        assert.deepEqual([tooMany.status, tooMany.fields], [400, ['attachments']])
        const most = fileIds.slice(1)
        const record = await create(writer, { attachments: most })
        assert.deepEqual(
          record.files.map(({ fileId }) => fileId),
          most,
        )
        const repeated = await create(writer, { attachments: [most[0], most[1], most[0]] })
        assert.deepEqual(repeated['attachments'], most.slice(0, 2))
      })
  })

  describe(`${name}: dependencies`, () => {
    it('SVC-7: only an administrator writes records of a closed meeting', async () => {
      const of = (await world.meeting()).meetingId
      const record = await create(writer, {}, of)
      await close(of)
      for (const user of writers.filter(({ roleType }) => roleType !== 'admin')) {
        assert.equal((await on.create(user, of, sample.full)).error, 'MEETING_CLOSED', user.roleType)
        if (sample.keptByCreator && user === leader) continue
        assert.equal((await on.update(user, record, sample.change)).error, 'MEETING_CLOSED', user.roleType)
        assert.equal((await on.remove(user, record.recordId)).error, 'MEETING_CLOSED', user.roleType)
        const { data } = await on.get(user, record.recordId)
        assert.deepEqual([data.currentStage, data.abilities], ['closed', { update: false, remove: false }])
      }
      const changed = (await on.update(admin, record, sample.change)).data
      assert.deepEqual([changed.version, changed.abilities], [2, { update: true, remove: true }])
      assert.equal((await on.create(admin, of, sample.full)).status, 200)
      assert.equal((await on.remove(admin, record.recordId)).status, 200)
    })

    it('SVC-7: an account that created records cannot be deleted while they exist', async () => {
      const person = await api.person(executor, may('executor') ? 'meetingExecutor' : 'supervisor')
      const { recordId } = await create(person)
      const params = { personId: String(person.personId) }
      assert.equal((await executor.attempt(personRoutes.remove, { params })).error?.error, 'RECORD_IN_USE')
      assert.equal((await on.remove(person, recordId)).status, 200)
      assert.equal((await executor.attempt(personRoutes.remove, { params })).status, 200)
    })

    it('SVC-7: the records are deleted with their meeting', async () => {
      const of = (await world.meeting()).meetingId
      const { recordId } = await create(writer, {}, of)
      const params = { meetingId: String(of) }
      await manager.call(meetingRoutes.remove, { params })
      assert.equal((await on.get(manager, recordId)).status, 404)
    })
  })

  describe(`${name}: at once`, () => {
    it('SVC-7: a change to an older version is refused as stale', async () => {
      const record = await create()
      assert.equal((await on.update(writer, record, sample.change)).status, 200)
      const field = Object.keys(sample.full).find((key) => /Item|Name|title/.test(key))!
      const { status, error } = await on.update(writer, record, { ...sample.change, [field]: '另一处' })
      assert.deepEqual([status, error], [409, 'STALE_RECORD'])
    })

    it('SVC-7: of fifty concurrent changes to one version, one succeeds and the others are stale', async () => {
      const record = await create()
      const field = Object.keys(sample.full).find((key) => /Item|Name|title/.test(key))!
      const replies = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => on.update(writer, record, { [field]: `第${index}次` })),
      )
      const [made, ...more] = replies.filter(({ status }) => status === 200)
      assert.equal(more.length, 0)
      const refused = replies
        .filter((reply) => reply !== made)
        .map(({ status, error }) => `${status} ${error}`)
      assert.deepEqual([...new Set(refused)], ['409 STALE_RECORD'])
      const { data } = await on.get(writer, record.recordId)
      assert.deepEqual([data.version, data[field]], [2, made?.data[field]])
    })

    it('SVC-7: of fifty concurrent deletions one succeeds', async () => {
      const { recordId } = await create()
      const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => on.remove(writer, recordId)))
      const statuses = replies.map(({ status }) => String(status)).toSorted()
      assert.deepEqual(statuses, ['200', ...Array.from({ length: AT_ONCE - 1 }, () => '404')])
    })
  })
}

describe('dictionaries of the materials', () => {
  const values = {
    audit_result: AuditResult,
    invoice_type: InvoiceType,
    invoice_source: InvoiceSource,
    material_type: MaterialType,
    supervision_conclusion: SupervisionConclusion,
  }
  for (const [dictType, { options }] of Object.entries(values))
    it(`SVC-7: ${dictType} names every value in both languages`, async () => {
      const data = await executor.call(dictionaryRoutes.dataOfType, { params: { dictType } })
      assert.deepEqual(new Set(data.map(({ dictValue }) => dictValue)), new Set<string>(options))
      assert.ok(data.every((value) => value.builtIn && value.dictLabel && value.dictLabelEn))
    })
})
