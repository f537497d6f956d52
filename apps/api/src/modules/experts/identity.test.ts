// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import { expertRoutes as routes, idCardCheck } from '@consilium/contract/experts/experts.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { freshPhone, startApi, type User } from '../../../test/harness.ts'
import { dataOf } from '../../../test/outcomes.ts'

const api = await startApi({ env: { METRICS_PORT: '0' } })
after(() => api.close())
const admin = await api.admin()
const manager = await api.manager()

const ID_CARD = '11010519491231002X'
const BANK_ACCOUNT = '6222020200012345678'
const NUMBERS = { idCardNo: ID_CARD, bankAccount: BANK_ACCOUNT }
const NOT_STATED = { auditedIdCardNo: null, nationality: null, sex: null, birthDate: null }

const create = (change: object = {}) =>
  manager.attempt(routes.create, { body: { phone: freshPhone(), name: '周颖', ...NUMBERS, ...change } })
const authorized = ({ token }: User) => ({ headers: { authorization: `Bearer ${token}` } })
const identity = (expertId: number, user: User = manager) =>
  user.attempt(routes.identity, { params: { expertId } })

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const upload = async (user: User) =>
  (await user.call(fileRoutes.upload, { file: new File([PNG], 'card.png') })).fileId

describe('identity and bank numbers', () => {
  it('PII: are stored only encrypted', async () => {
    const { expertId } = (await create()).data
    const row = await api.db
      .selectFrom('expert')
      .selectAll()
      .where('expert_id', '=', expertId)
      .executeTakeFirstOrThrow()
    for (const cipher of [row.id_card_cipher, row.bank_account_cipher]) {
      assert.ok(cipher && cipher.length > ID_CARD.length)
      for (const number of Object.values(NUMBERS)) assert.ok(!cipher.includes(number))
    }
    const everything = JSON.stringify(row)
    for (const number of Object.values(NUMBERS)) assert.ok(!everything.includes(number))
  })

  it('PII: equal numbers have different ciphertexts', async () => {
    const ids = [(await create()).data.expertId, (await create()).data.expertId]
    const rows = await api.db
      .selectFrom('expert')
      .select(['id_card_cipher', 'bank_account_cipher'])
      .where('expert_id', 'in', ids)
      .execute()
    assert.ok(!rows[0]!.id_card_cipher!.equals(rows[1]!.id_card_cipher!))
    assert.ok(!rows[0]!.bank_account_cipher!.equals(rows[1]!.bank_account_cipher!))
  })

  it('PII: are masked in every answer', async () => {
    const expert = await api.expert()
    const own = await expert.call(routes.updateMe, { body: { version: 1, ...NUMBERS } })
    const { expertId, version, phone } = own
    const answers = [
      own,
      await expert.call(routes.me, {}),
      (await expert.call(profileRoutes.getInfo, {})).expert,
      await manager.call(routes.get, { params: { expertId } }),
      (await manager.call(routes.list, { query: { phone } })).rows[0],
      await manager.call(routes.update, { body: { expertId, version, unit: '院' } }),
      (await create()).data,
    ]
    for (const answer of answers) {
      assert.deepEqual([answer?.idCardNo, answer?.bankAccount], ['110105********002X', '6222***********5678'])
      for (const number of Object.values(NUMBERS)) assert.ok(!JSON.stringify(answer).includes(number))
    }
  })

  it('PII: managers read them in full, and each reading is in the operation log', async () => {
    const { expertId } = (await create()).data
    assert.deepEqual((await identity(expertId)).data, { expertId, ...NOT_STATED, ...NUMBERS })
    assert.deepEqual((await identity(expertId, admin)).data, { expertId, ...NOT_STATED, ...NUMBERS })
    const { rows } = await admin.call(operationLogRoutes.list, { query: { operation: 'expert.identity' } })
    const readings = rows.filter(({ target }) => target?.includes(`expertId=${expertId}`))
    assert.deepEqual(
      readings.map(({ userId, httpStatus }) => [userId, httpStatus]),
      [
        [admin.userId, 200],
        [manager.userId, 200],
      ],
    )
  })

  it('SEC-12 SEC-39: can be decrypted only in their own row and column; what was changed is refused by name and counted', async () => {
    const broken = async () => {
      const text = await (await fetch(api.app.metricsUrl ?? '')).text()
      return Number(/^sealed_values_invalid_total (\d+)$/m.exec(text)?.[1])
    }
    assert.equal(await broken(), 0)
    const [victim, thief] = [(await create()).data, (await create({ bankAccount: '6217000012345678' })).data]
    const rowOf = (expertId: number) =>
      api.db.selectFrom('expert').selectAll().where('expert_id', '=', expertId).executeTakeFirstOrThrow()
    const change = (values: { bank_account_cipher?: Buffer | null; id_card_cipher?: Buffer | null }) =>
      api.db.updateTable('expert').set(values).where('expert_id', '=', thief.expertId).execute()
    const { bank_account_cipher, id_card_cipher } = await rowOf(thief.expertId)
    const stolen = (await rowOf(victim.expertId)).bank_account_cipher
    const changed = Buffer.from(bank_account_cipher ?? [])
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    for (const attack of [
      { bank_account_cipher: stolen },
      { id_card_cipher: bank_account_cipher },
      { bank_account_cipher: changed },
    ]) {
      await change(attack)
      const refused = await identity(thief.expertId)
      assert.deepEqual([refused.status, refused.error?.error], [500, 'SEALED_VALUE_INVALID'])
      const data = await manager.call(routes.get, { params: { expertId: thief.expertId } })
      assert.deepEqual([data.idCardNo, data.bankAccount], ['****', '****'], 'lists go on without it')
      await change({ bank_account_cipher, id_card_cipher })
    }
    assert.equal((await identity(thief.expertId)).data.bankAccount, '6217000012345678')
    assert.ok((await broken()) >= 3)
  })

  it('PII: are in no entry of the operation log', async () => {
    await dataOf(create())
    const rows = await api.db.selectFrom('oper_log').selectAll().execute()
    for (const number of Object.values(NUMBERS)) assert.ok(!JSON.stringify(rows).includes(number))
  })

  it('are unchanged if omitted, changed if sent, and cleared by null', async () => {
    const { expertId } = (await create()).data
    const update = (version: number, change: object) =>
      manager.call(routes.update, { body: { expertId, version, ...change } })
    await update(1, { name: '周颖颖' })
    assert.deepEqual((await identity(expertId)).data, { expertId, ...NOT_STATED, ...NUMBERS })
    await update(2, { bankAccount: '6217 0000-1234 5678' })
    assert.equal((await identity(expertId)).data.bankAccount, '6217000012345678')
    const cleared = await update(3, { idCardNo: null, bankAccount: null })
    assert.deepEqual([cleared.idCardNo, cleared.bankAccount], [null, null])
    assert.deepEqual((await identity(expertId)).data, {
      expertId,
      idCardNo: null,
      ...NOT_STATED,
      bankAccount: null,
    })
  })

  it('are validated, and refused by field name without repeating the value', async () => {
    const wrongCheck = `${ID_CARD.slice(0, 17)}1`
    assert.notEqual(idCardCheck(ID_CARD), '1')
    const cases: [string, object][] = [
      ['idCardNo', { idCardNo: wrongCheck }],
      ['idCardNo', { idCardNo: '123' }],
      ['bankAccount', { bankAccount: '1234567' }],
      ['bankAccount', { bankAccount: '62220202000123456781234567890123' }],
    ]
    for (const [field, change] of cases) {
      const { status, error } = await create(change)
      assert.deepEqual([status, error?.details?.map((detail) => detail.field)], [400, [field]])
      for (const number of Object.values(change)) assert.ok(!JSON.stringify(error).includes(number))
    }
    assert.equal((await create({ idCardNo: ID_CARD.toLowerCase() })).status, 200)
  })
})

describe('attachments', () => {
  it('EXP-2: one list of distinct file ids, with addresses to read them; bank_region is one value', async () => {
    const fileIds = [await upload(manager), await upload(manager)]
    const { data } = await create({
      idCardAttachments: [...fileIds, fileIds[0]].join(','),
      bankRegion: '浙江省杭州市',
    })
    assert.deepEqual([data.idCardAttachments, data.bankRegion], [fileIds.join(','), '浙江省杭州市'])
    assert.equal(data.idCardAttachmentUrls.length, 2)
    for (const url of data.idCardAttachmentUrls) {
      const response = await fetch(new URL(url, api.baseUrl), authorized(manager))
      assert.deepEqual(new Uint8Array(await response.arrayBuffer()), PNG)
    }
    const { expertId, version } = data
    const cleared = await manager.call(routes.update, {
      body: { expertId, version, idCardAttachments: '' },
    })
    assert.deepEqual([cleared.idCardAttachments, cleared.idCardAttachmentUrls], ['', []])
  })

  it('EXP-2: refuses anything but a list of ids', async () => {
    for (const idCardAttachments of ['a,b', '1,', ',1', '1;2', '0', Array(11).fill('1').join(',')]) {
      const { status, error } = await create({ idCardAttachments })
      assert.deepEqual([status, error?.details?.[0]?.field], [400, 'idCardAttachments'], idCardAttachments)
    }
  })

  it('EXP-2: refuses files that do not exist, naming them, and stores nothing', async () => {
    const phone = freshPhone()
    const { status, error } = await create({ phone, idCardAttachments: `${await upload(manager)},77` })
    assert.deepEqual(
      [status, error?.error, error?.details?.[0]?.field],
      [400, 'FILE_UNKNOWN', 'idCardAttachments'],
    )
    assert.match(error?.msg ?? '', /：77$/)
    assert.equal((await manager.call(routes.list, { query: { phone } })).total, 0)
  })

  it('EXP-2: experts may refer to their own files and those already in the record, never to those of others', async () => {
    const [expert, stranger] = [await api.expert(), await api.expert()]
    const change = (version: number, ...fileIds: number[]) =>
      expert.attempt(routes.updateMe, { body: { version, idCardAttachments: fileIds.join(',') } })
    const [own, foreign, given] = [await upload(expert), await upload(stranger), await upload(manager)]
    for (const fileId of [foreign, given]) {
      const { error } = await change(1, own, fileId)
      assert.equal(error?.error, 'FILE_UNKNOWN')
      assert.ok(error?.msg.endsWith(String(fileId)))
    }
    const body = { expertId: expert.expertId, version: 1, idCardAttachments: String(given) }
    assert.equal((await manager.attempt(routes.update, { body })).status, 200)
    assert.equal((await change(2, given, own)).data.idCardAttachments, `${given},${own}`)
  })
})
