// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { sealRoutes as routes } from '@consilium/contract/signing/seals.ts'
import type { User } from '../../../../test/harness.ts'
import { sharedApi } from '../../../../test/shared-api.ts'
import { drawnSignature, openWorld, pdfText, seasonClock } from '../../../../test/meeting-world.ts'
import { checkDocument } from './document-check.ts'

const api = await sharedApi({ after }, seasonClock)
const world = await openWorld(api)
const { executor } = world
const { orgId, orgName } = executor
const { meetingId } = await world.meeting()

const change = async (given: object) => {
  const { version } = await executor.call(routes.get, { params: { orgId } })
  return executor.attempt(routes.change, { body: { orgId, version, ...given } })
}
const outcomeOf = async (by: User, attendeeId: number) => {
  const answer = await by.attempt(routes.seal, { body: { attendeeIds: [attendeeId] } })
  return answer.error?.error ?? answer.data[0]?.outcome
}
const pdfOf = async (attendeeId: number) =>
  Buffer.from((await executor.call(agreementRoutes.pdf, { params: { attendeeId } })).bytes)
const told = async () =>
  (await executor.call(messageRoutes.list, { query: { kind: 'sealKeeperMissing' } })).rows

async function signed() {
  const expert = await world.expert()
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  await world.sign(expert, attendeeId)
  return attendeeId
}

/** As a seal that was set before there were keepers. */
const forgetKeeper = () =>
  api.engine.pool.query('update organization_seal set keeper_name = null where org_id = $1', [orgId])

describe('COR-27: the person of a seal', () => {
  it('COR-27: is asked for once, and the organization itself is none', async () => {
    for (const given of [{}, { keeperName: orgName }]) {
      const { status, error } = await change({ picture: drawnSignature(), ...given })
      assert.deepEqual(
        [status, error?.error, error?.details?.[0]?.field],
        [400, 'SEAL_KEEPER_NEEDED', 'keeperName'],
      )
    }
    const set = await change({ picture: drawnSignature(), keeperName: '孙洁' })
    assert.deepEqual([set.status, set.data.keeperName], [200, '孙洁'])
    const kept = await change({ personsMaySeal: true })
    assert.deepEqual([kept.status, kept.data.keeperName], [200, '孙洁'])
  })

  it('COR-27: is named by the certificate page, the signature and the answers, and not the organization', async () => {
    const attendeeId = await signed()
    assert.ok(pdfText(await pdfOf(attendeeId)).includes('甲方印章责任人孙洁'))
    assert.equal(await outcomeOf(executor, attendeeId), 'sealed')
    const { file } = await checkDocument(await pdfOf(attendeeId))
    assert.equal(file.signatures.find(({ role }) => role === 'seal')?.reason, '甲方盖章（印章责任人：孙洁）')
    const { seal } = await executor.call(agreementRoutes.get, { params: { attendeeId } })
    assert.equal(seal?.sealedByName, '孙洁')
    const person = await api.person(executor, 'meetingExecutor')
    const other = await signed()
    assert.equal(await outcomeOf(person, other), 'sealed')
    const { seal: by } = await executor.call(agreementRoutes.get, { params: { attendeeId: other } })
    const again = await checkDocument(await pdfOf(other))
    assert.equal(
      again.file.signatures.find(({ role }) => role === 'seal')?.reason,
      `甲方盖章（印章责任人：孙洁；经办人：${by?.sealedByName}）`,
    )
    assert.notEqual(by?.sealedByName, orgName)
  })

  it('COR-27: a seal that names nobody is not put, and its main account is told once', async () => {
    await forgetKeeper()
    assert.equal((await executor.call(routes.get, { params: { orgId } })).keeperName, null)
    const attendeeId = await signed()
    await signed()
    assert.deepEqual(
      (await told()).map(({ link }) => link),
      [{ resource: 'organization', id: orgId }],
    )
    const person = await api.person(executor, 'meetingExecutor')
    assert.equal(await outcomeOf(person, attendeeId), 'SEAL_KEEPER_MISSING')
    assert.equal(await outcomeOf(executor, attendeeId), 'SEAL_KEEPER_MISSING')
    assert.equal((await told()).length, 1)
    const { seal } = await executor.call(agreementRoutes.get, { params: { attendeeId } })
    assert.equal(seal?.status, 'awaiting')
    assert.equal((await change({ keeperName: '钱进' })).status, 200)
    assert.equal(await outcomeOf(person, attendeeId), 'sealed')
  })

  it('COR-27: an organization without a unified social credit code seals nothing', async () => {
    const attendeeId = await signed()
    const read = () => executor.call(organizationRoutes.get, { params: { orgId } })
    const { creditCode, version } = await read()
    const set = (body: object, at: number) =>
      executor.call(organizationRoutes.update, { body: { orgId, version: at, ...body } })
    await set({ creditCode: null }, version)
    assert.equal(await outcomeOf(executor, attendeeId), 'SEAL_CREDIT_CODE_MISSING')
    await set({ creditCode }, version + 1)
    assert.equal(await outcomeOf(executor, attendeeId), 'sealed')
  })
})
