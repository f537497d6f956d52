// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { hasCheckDigit } from '@consilium/contract/experts/account-number.ts'
import { bankOfNumber, isSameBank } from '@consilium/contract/experts/card-prefixes.ts'
import {
  expertRoutes as routes,
  type Expert,
  type ExpertSelfUpdate,
} from '@consilium/contract/experts/experts.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { freshPhone, startApi, type ExpertUser } from '../../../test/harness.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { openWorld } from '../../../test/meeting-world.ts'

const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())
const world = await openWorld(api)
const { manager } = world

const OLD = { bankName: '中国建设银行', bankAccount: '6217000010001234569', bankRegion: '北京市 海淀区' }
const NEW = { bankName: '中国工商银行', bankAccount: '6222020200012345678', bankBranch: '北京朝阳支行' }
const DAY_MS = 86_400_000
const TOMORROW = clock.wire(new Date(clock.now().getTime() + DAY_MS)).slice(0, 10)

async function change(expert: ExpertUser, given: Partial<Omit<ExpertSelfUpdate, 'version'>>) {
  const { version } = await expert.call(routes.me, {})
  return expert.attempt(routes.updateMe, { body: { version, ...given } })
}
const seen = ({ expertId }: ExpertUser): Promise<Expert> => manager.call(routes.get, { params: { expertId } })
async function audit(expert: ExpertUser, auditStatus: 'approved' | 'rejected') {
  const { expertId, version } = await seen(expert)
  return manager.call(routes.update, { body: { expertId, version, auditStatus } })
}
const told = async (expert: ExpertUser) =>
  (await expert.call(messageRoutes.list, { query: { kind: 'accountChanged' } })).rows.map(
    ({ content }) => content,
  )
const stateOf = ({ auditStatus, accountWaits, accountFrom }: Expert) => [
  auditStatus,
  accountWaits,
  accountFrom,
]

/** An approved expert whose account was audited. */
async function settled(): Promise<ExpertUser> {
  const expert = await world.expert({}, null)
  await change(expert, OLD)
  await audit(expert, 'approved')
  return expert
}

describe('accounts of experts', () => {
  it('PAY-3: an account has 12 to 19 digits, whatever blanks and widths it was typed with', async () => {
    const expert = await api.expert()
    const sent = async (bankAccount: string) => (await change(expert, { bankAccount })).status
    assert.deepEqual(
      [
        await sent('1'.repeat(11)),
        await sent('1'.repeat(12)),
        await sent('1'.repeat(19)),
        await sent('1'.repeat(20)),
      ],
      [400, 200, 200, 400],
    )
    assert.equal(await sent('６２２２ ０２０２-０００１ ２３４５ ６７８'), 200)
    assert.equal((await seen(expert)).bankAccount, '6222***********5678')
    const staff = (bankAccount: string) =>
      manager.attempt(routes.create, { body: { phone: freshPhone(), name: '周颖', bankAccount } })
    assert.deepEqual([(await staff('1'.repeat(11))).status, (await staff('1'.repeat(12))).status], [400, 200])
  })

  it('PAY-3: a wrong check digit is a doubt, and the bank is known by the first digits', async () => {
    const expert = await api.expert()
    const { data: doubtful } = await change(expert, { bankAccount: '6217000010001234560' })
    assert.deepEqual([doubtful.isAccountDoubtful, doubtful.bankOfNumber], [true, '中国建设银行'])
    const { data: right } = await change(expert, { bankAccount: '6217000010001234569' })
    assert.deepEqual([right.isAccountDoubtful, right.bankOfNumber], [false, '中国建设银行'])
    const { data: unknown } = await change(expert, { bankAccount: '110060576018' })
    assert.equal(unknown.bankOfNumber, null)
    // The example of ISO/IEC 7812-1.
    assert.deepEqual([hasCheckDigit('49927398716'), hasCheckDigit('49927398717')], [true, false])
    // Of the same digits the length of the number decides, and digits that several banks have say nothing.
    assert.deepEqual(['6222020200012345678', '622202020001234567', '6225170000000000'].map(bankOfNumber), [
      '中国工商银行',
      null,
      null,
    ])
    for (const [typed, bank, isSame] of [
      ['工商银行北京海淀支行', '中国工商银行', true],
      ['中国 建设银行', '中国工商银行', false],
      ['中国工商银行', '中国银行', false],
      ['浦东发展银行', '上海浦东发展银行', true],
    ] as const)
      assert.equal(isSameBank(typed, bank), isSame, typed)
  })

  it('PAY-3: a changed account is audited, is paid to from the next day, and the expert is told', async () => {
    const expert = await api.expert()
    await change(expert, OLD)
    await audit(expert, 'approved')
    // Nobody was paid before the first audit of a profile.
    assert.deepEqual(stateOf(await seen(expert)), ['approved', false, null])
    const { data: mended } = await change(expert, NEW)
    assert.deepEqual(stateOf(mended), ['pending', true, null])
    assert.deepEqual((await seen(expert)).auditDifference, [
      { field: 'bankAccount', approved: '6217***********4569', now: '6222***********5678' },
    ])
    assert.match((await told(expert))[0] ?? '', /审核通过后次日起/)
    await audit(expert, 'rejected')
    assert.deepEqual(stateOf(await seen(expert)), ['rejected', true, null])
    const approved = await audit(expert, 'approved')
    assert.deepEqual(
      [stateOf(approved), approved.bankBranch],
      [['approved', false, TOMORROW], '北京朝阳支行'],
    )
    const messages = await told(expert)
    assert.match(messages[0] ?? '', new RegExp(`自${TOMORROW}起`))
    for (const content of messages) assert.doesNotMatch(content, /\d{6}/)
    // The one that was audited before it changes nothing.
    await change(expert, { unit: '第二医院' })
    assert.equal((await seen(expert)).auditStatus, 'approved')
  })

  it('PAY-3: whoever goes back to the audited account waits no longer, and staff enter what is audited', async () => {
    const expert = await settled()
    await change(expert, NEW)
    const { data: back } = await change(expert, OLD)
    assert.deepEqual([back.accountWaits, back.auditDifference], [false, []])
    await audit(expert, 'approved')
    assert.deepEqual(stateOf(await seen(expert)), ['approved', false, TOMORROW])
    const { expertId, version } = await seen(expert)
    const byStaff = await manager.call(routes.update, { body: { expertId, version, ...NEW } })
    assert.deepEqual(stateOf(byStaff), ['approved', false, TOMORROW])
    const cleared = await manager.call(routes.update, {
      body: { expertId, version: byStaff.version, bankAccount: null },
    })
    assert.deepEqual(
      [cleared.bankAccount, cleared.accountFrom, cleared.isAccountDoubtful],
      [null, null, false],
    )
  })

  it('WEB-46: another bank keeps no account of the one before', async () => {
    const expert = await settled()
    const kept = await change(expert, { bankName: '中国银行' })
    assert.deepEqual([kept.status, kept.error?.details?.map(({ field }) => field)], [400, ['bankAccount']])
    assert.equal((await change(expert, { bankName: '中国 建设银行' })).status, 200)
    assert.equal((await change(expert, { ...NEW, bankName: '中国银行' })).status, 200)
  })

  it('PAY-3: an account that changes while its profile is audited is never taken for audited', async () => {
    const nodes = api.engine.kind === 'embedded' ? [] : [await api.startNode()]
    for (let round = 0; round < 8; round++) {
      const expert = await settled()
      await change(expert, { ...NEW, bankName: OLD.bankName })
      const { expertId, version } = await seen(expert)
      const bankAccount = `62220202000999${String(round).padStart(5, '0')}`
      const [own, decided] = await Promise.all([
        expert.attempt(routes.updateMe, { body: { version, bankAccount } }),
        manager.attempt(routes.update, { body: { expertId, version, auditStatus: 'approved' } }),
      ])
      assert.deepEqual(
        [own.status, decided.status].toSorted((a, b) => a - b),
        [200, 409],
        'one of them was late',
      )
      const { data } = await manager.attempt(routes.identity, { params: { expertId } })
      const { accountWaits } = await seen(expert)
      assert.deepEqual(
        [accountWaits, data.bankAccount === bankAccount],
        own.status === 200 ? [true, true] : [false, false],
      )
    }
    for (const node of nodes) await node.close()
  })
})
