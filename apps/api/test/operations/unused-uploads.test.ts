// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { specialPlanRoutes } from '@consilium/contract/plans/special-plans.ts'
import { sql } from 'kysely'
import { freshName, freshPhone, startApi } from '../harness.ts'

const UNUSED_DAYS = 30
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

const api = await startApi()
after(() => api.close())
const { db } = api
const manager = await api.manager()

async function upload(): Promise<{ fileId: number; url: string }> {
  return manager.call(fileRoutes.upload, { file: new File([PNG], '附件.png') })
}

const withCard = (fileId: number) =>
  manager.attempt(expertRoutes.create, {
    body: { name: '李医生', phone: freshPhone(), idCardAttachments: String(fileId) },
  })

/** As if everything had been uploaded so many days ago. */
const age = (days: number) =>
  sql`update stored_file set unused_since = unused_since - make_interval(days => ${days})`.execute(db)

async function statusOf(url: string): Promise<number> {
  const { status, body } = await fetch(new URL(url, api.baseUrl), { headers: { connection: 'close' } })
  await body?.cancel()
  return status
}

const storageKeysOf = async (fileId: number) =>
  (await db.selectFrom('staged_file').select('storage_key').where('file_id', '=', fileId).execute()).map(
    (row) => row.storage_key,
  )

it('OPS-11: uploads that no record came to refer to are deleted by schedule, used ones stay', async () => {
  const [unused, ofPlan, ofCard, refused] = [await upload(), await upload(), await upload(), await upload()]
  await manager.call(specialPlanRoutes.create, {
    body: { planName: freshName('方案'), attachments: [ofPlan.fileId] },
  })
  const made = await withCard(ofCard.fileId)
  assert.equal(made.status, 200)
  // A record that is refused after its files were looked at refers to nothing.
  const taken = await manager.attempt(expertRoutes.create, {
    body: { name: '李医生', phone: manager.phone, idCardAttachments: String(refused.fileId) },
  })
  assert.equal(taken.status, 409)

  await age(UNUSED_DAYS - 1)
  await api.app.purge()
  assert.equal(await statusOf(unused.url), 200, 'a younger upload stays')

  await age(1)
  await api.app.purge()
  assert.equal(await statusOf(unused.url), 404)
  assert.equal(await statusOf(refused.url), 404)
  assert.equal(await statusOf(ofPlan.url), 200)
  const [cardUrl] = made.data?.idCardAttachmentUrls ?? []
  const card = await fetch(new URL(cardUrl ?? '', api.baseUrl), {
    headers: { authorization: `Bearer ${manager.token}` },
  })
  assert.deepEqual(new Uint8Array(await card.arrayBuffer()), PNG)

  const [key = ''] = await storageKeysOf(unused.fileId)
  assert.notEqual(key, '', 'the bytes stay for a day, as a backup may be reading them')
  await api.app.collectFiles(0)
  assert.deepEqual(await storageKeysOf(unused.fileId), [])
})

it('OPS-11: a record that comes to refer to an upload races its deletion, and one of them wins', async () => {
  for (let round = 0; round < 12; round++) {
    const { fileId, url } = await upload()
    await age(UNUSED_DAYS)
    const purge = () => api.app.purge()
    const first = round % 2 ? undefined : purge()
    const [answer] = await Promise.all([withCard(fileId), first ?? purge()])
    const row = await db
      .selectFrom('stored_file')
      .select('unused_since')
      .where('file_id', '=', fileId)
      .executeTakeFirst()
    if (answer.status === 200) assert.deepEqual(row, { unused_since: null })
    else {
      assert.equal(answer.error?.error, 'FILE_UNKNOWN')
      assert.equal(row, undefined)
      assert.equal(await statusOf(url), 404)
    }
  }
})
