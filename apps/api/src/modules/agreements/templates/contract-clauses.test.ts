// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { agreementRoutes as routes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { DEFAULT_TAX_TERMS, taxSettingsRoutes } from '@consilium/contract/organizations/tax-settings.ts'
import { freshName, type ExpertUser } from '../../../../test/harness.ts'
import { sharedApi } from '../../../../test/shared-api.ts'
import {
  BANK_ACCOUNT,
  ID_CARD_NO,
  IDENTITY,
  openWorld,
  pdfText,
  SCHEDULED,
  seasonClock,
} from '../../../../test/meeting-world.ts'

const api = await sharedApi({ after }, seasonClock)
const world = await openWorld(api)
const { executor, manager } = world
const { orgId } = executor
const MASKED = '6222***********5678'
const TODAY = '2026-11-20'

/** Lets the payer be taxed like this from a day on. */
async function tax(given: object, validFrom = TODAY): Promise<void> {
  const { version } = await manager.call(taxSettingsRoutes.get, { params: { orgId } })
  const body = { ...DEFAULT_TAX_TERMS, ...given, orgId, version, validFrom }
  await manager.call(taxSettingsRoutes.change, { body })
}

async function invited(given: Parameters<typeof world.meeting>[0] = {}) {
  const { meetingId, version } = await world.meeting({ ...SCHEDULED, ...given })
  const expert = await world.expert()
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  return { meetingId, version, expert, attendeeId }
}

const read = async (user: { call: ExpertUser['call'] }, attendeeId: number) =>
  (await user.call(routes.get, { params: { attendeeId } })).laborProtocol ?? ''

/** The contract as its expert reads it. */
async function drawn(given: Parameters<typeof world.meeting>[0] = {}): Promise<string> {
  const { expert, attendeeId } = await invited(given)
  await world.readContract(expert, attendeeId)
  return read(expert, attendeeId)
}

async function documentOf(expert: ExpertUser, attendeeId: number): Promise<string> {
  return pdfText((await expert.call(routes.pdf, { params: { attendeeId } })).bytes)
}

const times = (text: string, part: string) => text.split(part).length - 1

async function change(given: object): Promise<void> {
  const { version } = await executor.call(organizationRoutes.get, { params: { orgId } })
  await executor.call(organizationRoutes.update, { body: { orgId, version, ...given } })
}

describe('TAX-19: the relation and the tax of a contract', () => {
  it('TAX-19: a payer that settles the month calls nothing a single occasion, and names what earlier fees do', async () => {
    const { expert, attendeeId } = await invited()
    await world.sign(expert, attendeeId)
    const text = await documentOf(expert, attendeeId)
    // The parts are short, since a page may end in the middle of a sentence.
    for (const part of ['平等主体之间', '连续性收入', '一个月内从甲方', '高于本协议载明'])
      assert.equal(times(text, part), 1, part)
    assert.equal(times(text, '一次性劳务'), 0)
    const contract = await read(manager, attendeeId)
    assert.match(contract, /^1\.4 本协议建立的是平等主体之间的劳务关系，.*其收入属于连续性收入。$/m)
    const earlier = /乙方当月此前已从甲方取得同一项目劳务费的，合并计算后本次扣缴的税款可能高于/g
    assert.equal(contract.match(earlier)?.length, 1)
    assert.equal(times(contract, '补充约定'), 0, 'the template places its parts itself')
  })

  it('TAX-19: a payer that taxes by the payment, or by the year as a platform, has clauses of its own', async () => {
    await tax({ isContinuous: false })
    const single = await drawn()
    assert.match(single, /1\.4 本协议建立的是一次性劳务关系，/)
    assert.match(single, /以取得该项收入为一次计税/)
    assert.doesNotMatch(single, /连续性收入|此前已从甲方取得/)
    await tax({ isContinuous: false, vatBasis: 'month' })
    const declared = await drawn()
    assert.match(
      declared,
      /一次性劳务关系.*以取得该项收入为一次计税.*合并计算后本次扣缴的增值税及附加税费可能高于/s,
    )
    await tax({ isPlatform: true })
    const platform = await drawn()
    assert.match(platform, /按累计预扣法扣缴税款.*本年度此前已从甲方取得劳务费/s)
    assert.doesNotMatch(platform, /一次性劳务关系/)
    await tax({})
    assert.match(await drawn(), /连续性收入/)
  })

  it('TAX-19: the settings are those of the day for which the tax is estimated, and what was read stays', async () => {
    const before = await invited({ scheduleStartTime: '2026-12-05 09:00:00' })
    await world.readContract(before.expert, before.attendeeId)
    const text = await read(before.expert, before.attendeeId)
    await tax({ isContinuous: false }, '2026-12-10')
    assert.match(await drawn({ scheduleStartTime: '2026-12-09 09:00:00' }), /连续性收入/)
    assert.match(await drawn({ scheduleStartTime: '2026-12-10 09:00:00' }), /一次性劳务关系/)
    await tax({ isContinuous: false })
    assert.equal(await read(before.expert, before.attendeeId), text)
    await world.requestCode(before.expert, before.attendeeId)
    await world.signDrawnUp(before.expert, before.attendeeId)
    assert.match(await documentOf(before.expert, before.attendeeId), /连续性收入/)
    await tax({})
  })

  it('TAX-19: a template without the clause gets it at its end, and one that places it gets it there alone', async () => {
    const template = async (content: string) => {
      const body = { templateName: freshName('模板'), content }
      return (await manager.call(routes.createTemplate, { body })).templateId
    }
    const bare = await drawn({ laborTemplateId: await template('甲方{{orgName}}请{{expertName}}讲课。') })
    const [first, heading, clause] = bare.split('\n')
    assert.equal(first, `甲方${executor.orgName}请李文博讲课。`)
    assert.equal(heading, '补充约定')
    assert.match(clause ?? '', /^乙方的劳务报酬以一个月内.*与此不一致的，以此为准。$/)
    const placed = await drawn({ laborTemplateId: await template('{{ taxClause }}\n{{relationClause}}') })
    assert.equal(times(placed, '此前已从甲方取得'), 1)
    assert.doesNotMatch(placed, /补充约定/)
  })
})

describe('TAX-19: what a contract names', () => {
  it('TAX-19: the bank account stands once in full in the document, and masked for everybody but its expert', async () => {
    const { expert, attendeeId, meetingId } = await invited()
    await world.drawUp(expert, attendeeId)
    const own = await read(expert, attendeeId)
    assert.ok(own.includes(`账号${BANK_ACCOUNT}。`))
    const attendee = { params: { attendeeId } }
    for (const user of [manager, executor]) {
      const text = await read(user, attendeeId)
      assert.ok(text.includes(`账号${MASKED}。`))
      for (const answer of [
        await user.call(routes.get, attendee),
        await user.call(attendeeRoutes.get, attendee),
        await user.call(attendeeRoutes.list, { query: { meetingId } }),
      ])
        assert.ok(!JSON.stringify(answer).includes(BANK_ACCOUNT))
    }
    const supervisor = await api.person(executor, 'supervisor')
    assert.equal((await supervisor.attempt(routes.pdf, attendee)).status, 403)
    await world.signDrawnUp(expert, attendeeId)
    const document = await documentOf(expert, attendeeId)
    assert.equal(times(document, BANK_ACCOUNT), 1)
    assert.ok(document.includes(`账号${BANK_ACCOUNT}`))
    assert.equal(times(document, MASKED), 0)
    assert.equal(times(document, ID_CARD_NO), 1)
    assert.ok(!(await read(expert, attendeeId)).includes(BANK_ACCOUNT), 'once signed, the document shows it')
  })

  it('TAX-19: an account that the template does not place stands at the head, and a mask in another value stays', async () => {
    const content = '账户名{{expertName}}，{{bankName}}{{bankAccount}}，再次{{bankAccount}}'
    for (const [given, count] of [
      [content, 1],
      ['甲方{{orgName}}', 1],
    ] as const) {
      const body = { templateName: freshName('模板'), content: given }
      const { templateId } = await manager.call(routes.createTemplate, { body })
      const { expert, attendeeId } = await invited({ laborTemplateId: templateId })
      await expert.call(routes.fill, { body: { attendeeId, ...IDENTITY, bankName: MASKED } })
      const { laborProtocol } = await expert.call(routes.contract, { body: { attendeeId } })
      if (given === content)
        assert.equal(
          laborProtocol?.split('\n')[0],
          `账户名李文博，${MASKED}${BANK_ACCOUNT}，再次${MASKED}`,
          'the first place of the account alone',
        )
      await world.requestCode(expert, attendeeId)
      await world.signDrawnUp(expert, attendeeId)
      assert.equal(times(await documentOf(expert, attendeeId), BANK_ACCOUNT), count)
    }
  })

  it('TAX-19: address, legal representative and place of signing are printed when they are known', async () => {
    assert.doesNotMatch(await drawn(), /甲方住所：|法定代表人|签订地点/)
    await change({ legalRepresentative: '赵敏' })
    const named = await drawn()
    assert.match(named, /^甲方法定代表人：赵敏。$/m)
    assert.doesNotMatch(named, /签订地点/)
    await change({ registeredAddress: '北京市朝阳区\n第九条　另付一万元' })
    assert.match(
      await drawn(),
      /^甲方住所：北京市朝阳区 第九条 另付一万元；甲方法定代表人：赵敏。双方约定以甲方住所地为本协议的签订地点。$/m,
    )
    await change({ registeredAddress: null, legalRepresentative: '' })
    const { registeredAddress, legalRepresentative } = await executor.call(organizationRoutes.get, {
      params: { orgId },
    })
    assert.deepEqual([registeredAddress, legalRepresentative], [null, null])
  })
})

describe('TAX-19: time and place', () => {
  it('TAX-19: nothing is filled in, drawn up or signed without them, and the answer says which is missing', async () => {
    const { meetingId, expert, attendeeId } = await invited({
      scheduleStartTime: null,
      scheduleLocation: ' ',
    })
    const steps = async (language: 'zh-CN' | 'en' = 'zh-CN') => {
      const as = api.as(expert.token, language)
      const body = { attendeeId }
      return [
        await as.attempt(routes.fill, { body: { attendeeId, ...IDENTITY } }),
        await as.attempt(routes.contract, { body }),
        await as.attempt(routes.signCode, { body }),
      ].map(({ status, error }) => `${status} ${error?.error} ${error?.msg}`)
    }
    const obstacles = async () => (await expert.call(routes.get, { params: { attendeeId } })).obstacles
    const set = async (given: object) => {
      const { version } = await manager.call(meetingRoutes.get, { params: { meetingId } })
      await manager.call(meetingRoutes.update, { body: { meetingId, version, ...given } })
    }
    assert.deepEqual(await obstacles(), ['timeMissing', 'placeMissing'])
    assert.deepEqual(
      [...new Set(await steps())],
      ['409 AGREEMENT_TIME_MISSING 会议尚未确定时间，确定后方可签署协议'],
    )
    await set({ scheduleStartTime: '2026-12-05 09:00:00' })
    assert.deepEqual(await obstacles(), ['placeMissing'])
    assert.deepEqual(
      [...new Set(await steps('en'))],
      [
        '409 AGREEMENT_PLACE_MISSING The meeting has no place yet (“online” counts as one); the agreement can be signed once it has',
      ],
    )
    await set({ scheduleLocation: '线上' })
    assert.deepEqual(await obstacles(), [])
    await world.drawUp(expert, attendeeId)
    assert.match(await read(expert, attendeeId), /时间：2026-12-05 09:00；地点：线上。/)
    await set({ scheduleLocation: null })
    assert.deepEqual(await obstacles(), ['placeMissing'], 'what was drawn up before is not signed either')
    assert.match((await steps())[2] ?? '', /^409 AGREEMENT_PLACE_MISSING/)
  })
})

describe('COR-27: who pays', () => {
  it('COR-27: nothing is signed while the payer has no unified social credit code', async () => {
    const { expert, attendeeId } = await invited()
    await world.drawUp(expert, attendeeId)
    const { creditCode } = await executor.call(organizationRoutes.get, { params: { orgId } })
    await change({ creditCode: null })
    // Drawn up with the code, this contract still names it.
    assert.deepEqual((await expert.call(routes.get, { params: { attendeeId } })).obstacles, [])
    const other = await invited()
    const { obstacles } = await other.expert.call(routes.get, { params: { attendeeId: other.attendeeId } })
    assert.deepEqual(obstacles, ['payerCodeMissing'])
    const body = { attendeeId: other.attendeeId, ...IDENTITY }
    const refused = await other.expert.attempt(routes.fill, { body })
    assert.deepEqual([refused.status, refused.error?.error], [409, 'AGREEMENT_PAYER_CODE_MISSING'])
    await change({ creditCode })
    await world.sign(other.expert, other.attendeeId)
    assert.ok((await documentOf(other.expert, other.attendeeId)).includes(creditCode ?? '—'))
  })
})
