// Engine: both
// Slow
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { signedAgreementRoutes } from '@consilium/contract/signing/signed-agreements.ts'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { App } from '../../src/app.ts'
import { verdictOf } from '../../src/modules/agreements/signed-documents/check-verdict.ts'
import { checkDocument } from '../../src/modules/agreements/signed-documents/document-check.ts'
import { testDatabaseUrl } from '../db/test-engine.ts'
import { startApi } from '../harness.ts'
import { commandHere } from './operator.ts'
import { RELEASE_ADMIN_PASSWORD } from './release-format.ts'
import { readShape, releasedVersions, restoreRelease, type Shape } from './releases.ts'

const ID_CARD_NO = /^\d{17}[\dX]$/
const BANK_ACCOUNT = /^\d{12,}$/
/** Tables in which the made-up data of every version has rows. */
const FILLED = [
  'sys_user',
  'organization',
  'person',
  'expert',
  'project',
  'meeting',
  'meeting_attendee',
  'labor_agreement',
  'stored_file',
  'oper_log',
]
/**
 * What migrations take away from a version although its code uses it. The release that does so cannot be rolled out node
 * by node.
 */
const TAKEN_AWAY: Readonly<Record<string, readonly string[]>> = {
  // Names are searched by another column, and who reaches what is a condition in the code instead of a view.
  '0.2.0': [
    'attendee_reach.attendee_id',
    'attendee_reach.user_id',
    'meeting.name_grams',
    'meeting_attendee.name_grams',
    'meeting_reach.meeting_id',
    'meeting_reach.user_id',
    'project_reach.project_id',
    'project_reach.user_id',
  ],
}
const CHANGELOG = new URL('../../../../CHANGELOG.md', import.meta.url)

const api = await startApi()
after(() => api.close())

async function logIn(app: App): Promise<Client> {
  const baseUrl = app.url + BASE_PATH
  const body = { username: 'admin', password: RELEASE_ADMIN_PASSWORD }
  const { token } = await createClient({ baseUrl }).call(accountRoutes.login, { body })
  return createClient({ baseUrl, token })
}

/** Reads the first page of the lists, each of which must have something. */
async function readLists(admin: Client): Promise<void> {
  const query = {}
  const totals = {
    accounts: (await admin.call(accountRoutes.list, { query })).total,
    organizations: (await admin.call(organizationRoutes.list, { query })).total,
    persons: (await admin.call(personRoutes.list, { query })).total,
    projects: (await admin.call(projectRoutes.list, { query })).total,
    meetings: (await admin.call(meetingRoutes.list, { query })).total,
    operations: (await admin.call(operationLogRoutes.list, { query })).total,
  }
  for (const [name, total] of Object.entries(totals)) assert.ok(total > 0, name)
}

/** GATE-4: an older installation keeps its policy, and its administrators are told of the strict one. */
async function toldOfGates(admin: Client): Promise<void> {
  assert.notEqual((await admin.call(gateRoutes.currentPreset, {})).current, 'strict')
  const { total } = await admin.call(messageRoutes.list, { query: { kind: 'gatePolicy' } })
  assert.equal(total, 1, 'told once, however often it starts')
}

/** SPN-2: the rules of an older installation are those of the platform, and ask of its meetings what they asked. */
async function keepsRules(admin: Client): Promise<void> {
  const query = { pageSize: 200 }
  const gates = (await admin.call(gateRoutes.listPolicies, { query })).rows
  const caps = (await admin.call(capRoutes.listPolicies, { query })).rows
  for (const versions of [gates, caps]) {
    assert.ok(versions.length > 0)
    assert.deepEqual([...new Set(versions.map(({ owner }) => owner.kind))], ['platform'])
    assert.equal(versions.filter(({ isInForce }) => isInForce).length, 1)
  }
  const { rules } = gates.find(({ isInForce }) => isInForce)!
  const meetings = (await admin.call(meetingRoutes.list, { query })).rows
  for (const { meetingId } of meetings) {
    const params = { meetingId: String(meetingId) }
    const { stage, checks } = await admin.call(gateRoutes.get, { params })
    assert.deepEqual(
      checks.map(({ id, mode }) => [id, mode]),
      rules
        .filter((rule) => rule.stage === stage && rule.mode !== 'off')
        .map(({ check, mode }) => [check, mode]),
    )
  }
}

/** A signed document is what was signed, byte for byte, and its code says that it is genuine and current. */
async function verifySigned(admin: Client, app: App): Promise<void> {
  const { rows } = await admin.call(attendeeRoutes.list, { query: { signatureStatus: 'signed' } })
  assert.ok(rows.length > 0, 'agreements were signed')
  for (const { attendeeId } of rows) {
    const { bytes } = await admin.call(agreementRoutes.pdf, { params: { attendeeId } })
    const documentHash = createHash('sha256').update(bytes).digest('hex')
    const { code } = await app.db
      .selectFrom('labor_agreement')
      .select('verify_code as code')
      .where('attendee_id', '=', attendeeId)
      .executeTakeFirstOrThrow()
    const verified = await createClient({ baseUrl: app.url + BASE_PATH }).call(
      signedAgreementRoutes.verifyFile,
      { params: { code: code ?? '' }, body: { documentHash } },
    )
    assert.deepEqual(verified, { genuine: true, current: true, latest: true })
    const check = await checkDocument(Buffer.from(bytes))
    assert.deepEqual(
      [check.file.state, verdictOf(check)],
      ['valid', 'unproven'],
      'its signer is for the reader',
    )
    const signers = new Set(check.file.signatures.map(({ certificate }) => certificate.fingerprint))
    const trusting = { signers, timestamps: { roots: [], policy: null }, expected: documentHash }
    assert.equal(verdictOf(await checkDocument(Buffer.from(bytes), trusting)), 'good')
  }
}

async function decryptNumbers(admin: Client): Promise<void> {
  const { rows } = await admin.call(expertRoutes.list, { query: { pageSize: 200 } })
  const numbers = []
  for (const { expertId } of rows)
    numbers.push(await admin.call(expertRoutes.identity, { params: { expertId } }))
  const filled = numbers.filter(({ idCardNo }) => idCardNo)
  assert.ok(filled.length > 0, 'numbers were entered')
  for (const { idCardNo, bankAccount } of filled) {
    assert.match(idCardNo ?? '', ID_CARD_NO)
    assert.match(bankAccount ?? '', BANK_ACCOUNT)
  }
}

/**
 * While nodes are replaced one after the other, the former version reads and writes the migrated database. So what it
 * reads must still be there with its type, and what it does not write must be optional.
 */
function unusableAfter(before: Shape, now: Shape): string[] {
  const gone = [...before.columns].filter(([name, { type }]) => now.columns.get(name)?.type !== type)
  const required = [...now.columns].filter(
    ([name, { isOptional }]) =>
      !isOptional &&
      before.rows.has(name.split('.')[0] ?? '') &&
      before.columns.get(name)?.isOptional !== false,
  )
  return [...gone, ...required].map(([name]) => name).toSorted()
}

const shapeOf = (app: App) => readShape((text) => app.db.executeQuery(CompiledQuery.raw(text)))

const versions = releasedVersions()

for (const version of versions)
  describe(`data made by version ${version}`, async () => {
    const { settings, before } = await restoreRelease(version, api)
    const start = () => api.startNode(settings['DATABASE_URL'] ?? null, settings)

    if (testDatabaseUrl && TAKEN_AWAY[version])
      it('FLT-26: nothing is migrated while a node is connected that cannot run beside this version', async () => {
        const connect = async (application_name: string) => {
          const client = new pg.Client({ connectionString: settings['DATABASE_URL'], application_name })
          await client.connect()
          return client
        }
        // 0.2.0 names no version; its newest migration has the number 28.
        for (const former of ['consilium', 'consilium 0.2.1/28']) {
          const node = await connect(former)
          await assert.rejects(start(), (error: Error) => {
            assert.equal(error.name, 'OlderNodesConnected')
            assert.match(error.message, /Nothing was changed\. Stop all nodes of the former version/)
            assert.ok(error.message.includes(`${former} at `), error.message)
            return true
          })
          assert.deepEqual(await readShape((text) => node.query(text)), before)
          await node.end()
        }
        const others = [await connect('consilium 0.3.0/29'), await connect('psql')]
        await (await start()).close()
        // What is migrated already is not kept from anybody.
        others.push(await connect('consilium'))
        await (await start()).close()
        for (const other of others) await other.end()
      })

    it('OPS-9 TRU-11 GATE-4: is served by this version: accounts, lists, numbers, signed documents, the log; and is written to', async () => {
      const app = await start()
      try {
        const now = await shapeOf(app)
        for (const table of FILLED) {
          const [had, has] = [before.rows.get(table) ?? 0, now.rows.get(table) ?? 0]
          assert.ok(had > 0 && has >= had, `${table}: ${has} of ${had} rows`)
        }
        const admin = await logIn(app)
        await readLists(admin)
        await toldOfGates(admin)
        await keepsRules(admin)
        await decryptNumbers(admin)
        await verifySigned(admin, app)
        const { projectId } = await admin.call(projectRoutes.create, { body: { projectName: '升级之后' } })
        assert.ok(projectId > 0)
      } finally {
        await app.close()
      }
      const { code, output } = await commandHere({ ...api.settings, ...settings }, 'admin', 'check')
      assert.equal(code, 0, output)
      await (await start()).close()
    })

    if (version === versions.at(-1))
      it('OPS-10: keeps what nodes of the former version use, or the changelog says to stop them all', async () => {
        const app = await start()
        const now = await shapeOf(app)
        await app.close()
        const exceptions = TAKEN_AWAY[version] ?? []
        assert.deepEqual(unusableAfter(before, now), exceptions)
        const [since = ''] = readFileSync(CHANGELOG, 'utf8').split(`\n## ${version} `)
        assert.equal(/stop all nodes/i.test(since), exceptions.length > 0)
      })
  })
