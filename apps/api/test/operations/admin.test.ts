// Engine: both
import assert from 'node:assert/strict'
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { recognitionRoutes } from '@consilium/contract/recognition/invoice-recognition.ts'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { sql } from 'kysely'
import { startApi } from '../harness.ts'
import { openWorld, seasonClock } from '../meeting-world.ts'
import { fileOf, invoicePicture } from '../ocr-server.ts'
import { commandHere, runCommand } from './operator.ts'

const api = await startApi({ clock: seasonClock, env: { OCR_URL: 'http://127.0.0.1:9' } })
after(() => api.close())
const admin = (...args: string[]) => commandHere(api.settings, 'admin', ...args)

describe('the commands of an operator', () => {
  it('OPS-4: end-sessions logs an account out, and names one that there is not', async () => {
    const manager = await api.manager()
    const { code, output } = await runCommand(api.settings, 'admin', 'end-sessions', manager.userName)
    assert.equal(code, 0, output)
    assert.equal((await manager.attempt(projectRoutes.list, { query: {} })).status, 401)
    const unknown = await admin('end-sessions', 'nobody-at-all')
    assert.equal(unknown.code, 1)
    assert.match(unknown.output, /There is no account nobody-at-all/)
    assert.match((await admin('what')).output, /usage: npm run admin/)
  })

  it('OPS-4: requeue queues a waiting invoice whose job was lost, once', async () => {
    const { executor, meeting } = await openWorld(api)
    const { meetingId } = await meeting()
    const bytes = invoicePicture({ invoice_number: '26427000000375586818' })
    await executor.call(recognitionRoutes.submit, { body: { meetingId }, files: [fileOf(bytes)] })
    const deferred = () =>
      api.db
        .selectFrom('recognition_file')
        .select('file_no')
        .where('next_attempt_time', 'is not', null)
        .execute()
    while ((await deferred()).length === 0) await delay(50)
    // The service may be trying the job at that moment, and then puts a new one in the queue.
    for (let queued = ''; !queued.startsWith('1 invoices queued again');) {
      await sql`delete from pgboss.job where name = 'recognize-file'`.execute(api.db)
      queued = (await admin('requeue')).output
    }
    assert.match((await admin('requeue')).output, /^0 invoices queued again/m)
  })

  if (api.engine.kind === 'postgres')
    it('OPS-4: an invoice that gets a new job while requeue looks is not queued a second time', async () => {
      const { executor, meeting } = await openWorld(api)
      const { meetingId } = await meeting()
      const bytes = invoicePicture({ invoice_number: '26427000000375586819' })
      await executor.call(recognitionRoutes.submit, { body: { meetingId }, files: [fileOf(bytes)] })
      const { asked } = await api.db.transaction().execute(async (trx) => {
        await sql`lock table recognition_file in access exclusive mode`.execute(trx)
        const answer = admin('requeue')
        const waiting = sql`select from pg_locks
          where relation = 'recognition_file'::regclass and mode = 'AccessShareLock' and not granted`
        while ((await waiting.execute(trx)).rows.length === 0) await delay(20)
        // What the service does when it tries a file again later.
        await sql`update recognition_file set run = run + 1000`.execute(trx)
        await sql`insert into pgboss.job (name, data, start_after)
          select 'recognize-file', jsonb_build_object('batchId', batch_id, 'fileNo', file_no, 'run', run), now() + interval '1 hour'
          from recognition_file`.execute(trx)
        // As a part of a record it is not waited for before the commit.
        return { asked: answer }
      })
      assert.match((await asked).output, /^0 invoices queued again/m)
    })

  it('OPS-5: check finds missing bytes, a ledger and amounts that do not fit, and nothing in a sound installation', async () => {
    const manager = await api.manager()
    await manager.call(fileRoutes.upload, { file: fileOf(invoicePicture({})) })
    const sound = await admin('check')
    assert.equal(sound.code, 0, sound.output)
    assert.match(sound.output, /Everything is in order/)

    const folder = join(api.dataDir, 'files')
    const some = readdirSync(folder, { recursive: true, withFileTypes: true }).find(
      (entry) => entry.isFile() && !entry.parentPath.endsWith('anchors'),
    )
    const path = join(some!.parentPath, some!.name)
    renameSync(path, join(api.dataDir, 'away'))
    const { executor, meeting } = await openWorld(api)
    const { meetingId } = await meeting()
    const invoice = await executor.call(materialRoutes.meetingInvoice.create, {
      body: { meetingId, invoiceNumber: '12345678' },
    })
    await sql`delete from invoice_ledger`.execute(api.db)
    const broken = await admin('check')
    renameSync(join(api.dataDir, 'away'), path)
    assert.equal(broken.code, 1)
    assert.match(broken.output, /Files without bytes: 1 \(file ids \d+\)/)
    assert.match(
      broken.output,
      new RegExp(`1 invoices that the ledger of duplicates .*ids ${invoice.recordId}`),
    )
  })

  // Last, as the other tests log in as the administrator.
  it('OPS-4: reset-admin gives a new password that must be changed, and ends sessions', async () => {
    const before = await api.admin()
    const { code, output } = await admin('reset-admin')
    assert.equal(code, 0, output)
    const [, userName, password] = /Log in as {2}(\S+) \/ (\S+)/.exec(output) ?? []
    assert.equal((await before.attempt(accountRoutes.list, { query: {} })).status, 401)
    const fresh = await api.firstLogin(userName!, password!)
    const { rows } = await fresh.call(operationLogRoutes.list, { query: { operation: 'operator.' } })
    assert.equal(rows[0]?.operation, 'operator.resetAdmin')
    const again = await admin('reset-factors', userName!)
    assert.equal(again.code, 0, again.output)
    assert.equal((await fresh.attempt(accountRoutes.list, { query: {} })).status, 401)
  })
})
