// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { approvalPolicyRoutes } from '@consilium/contract/approvals/approval-policies.ts'
import { approvalRoutes } from '@consilium/contract/approvals/approvals.ts'
import { bankFileRoutes } from '@consilium/contract/bank-files/bank-files.ts'
import { bankPresetRoutes as routes } from '@consilium/contract/bank-files/bank-presets.ts'
import { batchRoutes } from '@consilium/contract/batches/batches.ts'
import { startApi, type User } from '../../../test/harness.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { NEEDED, openPresetWorld, refused, type MappedColumn } from '../../../test/money/preset-world.ts'

const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())
const world = await openPresetWorld(api, clock)
const {
  manager,
  executor,
  rival,
  sponsor,
  locker,
  releaser,
  person,
  payable,
  draft,
  lock,
  release,
  financeOf,
  dayFrom,
  wish,
  create,
  ask,
  decide,
  found,
  approved,
  fileOf,
  sheetOf,
} = world

const TODAY = clock.today()
const WITH_REFERENCE: readonly MappedColumn[] = [...NEEDED, { title: '备注', field: 'reference' }]

describe('own presets of bank files and their approvals', () => {
  it('PAY-4: a form is used once another person of finance has approved it', async () => {
    const preset = await create({}, WITH_REFERENCE, executor)
    assert.deepEqual([preset.state, preset.confirmedOn, preset.waiting], ['draft', null, null])
    const { batchId } = await draft([await payable(await person(), '5000')])
    const early = await locker.attempt(batchRoutes.lock, { body: { batchId, preset: preset.choiceId } })
    assert.deepEqual(refused(early), [409, 'BANK_PRESET_NOT_VALID'])
    const changed = await locker.call(routes.update, {
      body: { ...wish(), presetId: preset.presetId, version: preset.version },
    })
    const asked = await ask(changed, executor)
    assert.equal(asked.state, 'asked')
    // Whoever wrote a part of it is not asked either.
    assert.deepEqual([asked.waiting?.names.length, asked.waiting?.others], [1, 0])
    const list = (user: User) =>
      user.call(approvalRoutes.list, { query: { tab: 'todo', kind: 'bankPreset', pageSize: 200 } })
    const { rows } = await list(releaser)
    const waiting = rows.find(({ recordId }) => recordId === preset.presetId)!
    const { decisionId, stepId } = waiting
    const act = (user: User) =>
      user.attempt(approvalRoutes.act, { body: { decisionId, stepId: stepId!, action: 'approve' } })
    for (const user of [locker, executor])
      assert.deepEqual(refused(await act(user)), [409, 'BANK_PRESET_AUTHOR'])
    for (const user of [rival, await api.person(rival, 'finance')])
      assert.deepEqual(refused(await act(user)), [404, 'NOT_FOUND'])
    const shown = await releaser.call(approvalRoutes.get, { params: { decisionId } })
    const columns = shown.changes.find(({ field }) => field === 'columns')
    assert.deepEqual([columns?.before, JSON.parse(columns?.after ?? '').length], [null, 3])
    for (const [method, body] of [
      [routes.update, { ...wish(), presetId: preset.presetId, version: asked.version }],
      [routes.ask, { presetId: preset.presetId, version: asked.version }],
    ] as const)
      assert.deepEqual(refused(await locker.attempt(method, { body: body as never })), [
        409,
        'BANK_PRESET_STATE',
      ])
    assert.equal((await act(releaser)).status, 200)
    assert.equal((await found(preset.presetId)).state, 'approved')
    const offered = await locker.call(bankFileRoutes.presets, {})
    assert.ok(offered.some(({ presetId }) => presetId === preset.choiceId))
    const toManager = await manager.call(bankFileRoutes.presets, {})
    assert.ok(toManager.every(({ presetId }) => !presetId.startsWith('own-')))
    assert.equal((await lock(batchId, preset.choiceId)).state, 'locked')
  })

  it('PAY-4: a refused form says why, is changed and asked for again; a withdrawn one is a draft', async () => {
    const preset = await create()
    await ask(preset)
    assert.equal((await decide(releaser, preset.presetId, 'refuse')).status, 200)
    const back = await found(preset.presetId)
    assert.deepEqual([back.state, back.opinion, back.abilities.change], ['refused', '列不对', true])
    const asked = await ask(back)
    const act = { decisionId: asked.waiting!.decisionId, action: 'withdraw' } as const
    await locker.call(approvalRoutes.act, { body: act })
    assert.equal((await found(preset.presetId)).state, 'draft')
    await locker.call(routes.remove, { params: { presetId: preset.presetId } })
    const again = await locker.attempt(routes.remove, { params: { presetId: preset.presetId } })
    assert.deepEqual(refused(again), [404, 'NOT_FOUND'])
  })

  it('PAY-4: an approved form stays as it is; a new version is dated, asks again and leaves the old one valid', async () => {
    const first = await approved({ validFrom: dayFrom(-5) })
    const { presetId, choiceId, version } = first
    const direct = await locker.attempt(routes.update, {
      body: { ...wish(WITH_REFERENCE), presetId, version },
    })
    assert.deepEqual(refused(direct), [409, 'BANK_PRESET_STATE'])
    const { presetName: _name, ...next } = wish([...NEEDED, { title: '备注', field: 'reference' }])
    const body = { ...next, replacesId: presetId, validFrom: dayFrom(-2) }
    const both = await Promise.all([1, 2].map(() => locker.attempt(routes.create, { body })))
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    )
    const second = both.find(({ status }) => status === 200)!.data
    assert.deepEqual([second.number, second.presetName, second.choiceId], [2, first.presetName, choiceId])

    const fees = [await payable(await person(), '5000'), await payable(await person(), '5000')]
    const before = await draft([fees[0]!])
    await lock(before.batchId, choiceId)
    await ask(second)
    assert.equal((await found(presetId)).isInForce, true)
    assert.equal((await decide(releaser, second.presetId)).status, 200)
    assert.equal((await found(second.presetId)).isInForce, true)
    // The batch was locked with the first version and keeps it.
    await release(before.batchId)
    assert.deepEqual((await sheetOf(await fileOf(before.batchId)))[0], ['账号', '户名', '金额'])
    const later = await draft([fees[1]!])
    const tooEarly = await locker.attempt(batchRoutes.lock, {
      body: { batchId: later.batchId, preset: choiceId, paidDate: dayFrom(-6) },
    })
    assert.deepEqual(refused(tooEarly), [409, 'BANK_PRESET_NOT_VALID'])
    await lock(later.batchId, choiceId)
    const exported = await fileOf(before.batchId)
    // Retired, it is not offered any more, but what was locked is exported and what was exported stays.
    await locker.call(routes.retire, { body: { presetId: second.presetId } })
    const offered = await locker.call(bankFileRoutes.presets, {})
    assert.ok(offered.every((each) => each.presetId !== choiceId))
    await release(later.batchId)
    assert.deepEqual((await sheetOf(await fileOf(later.batchId)))[0], ['账号', '户名', '金额', '备注'])
    assert.ok((await fileOf(before.batchId)).equals(exported))
    const third = await draft([await payable(await person(), '5000')])
    const gone = await locker.attempt(batchRoutes.lock, {
      body: { batchId: third.batchId, preset: choiceId },
    })
    assert.deepEqual(refused(gone), [409, 'BANK_PRESET_NOT_VALID'])
  })

  it('PAY-4: of two at once one takes a name, and one decides', async () => {
    const body = wish()
    const named = await Promise.all([1, 2].map(() => locker.attempt(routes.create, { body })))
    assert.deepEqual(
      named.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    )
    const taken = named.find(({ status }) => status === 409)
    assert.deepEqual(refused(taken!), [409, 'BANK_PRESET_NAME_TAKEN'])
    const preset = named.find(({ status }) => status === 200)!.data
    const asked = await Promise.all(
      [1, 2].map(() =>
        locker.attempt(routes.ask, { body: { presetId: preset.presetId, version: preset.version } }),
      ),
    )
    assert.deepEqual(
      asked.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    )
    const decided = await Promise.all([1, 2].map(() => decide(releaser, preset.presetId)))
    assert.deepEqual(
      decided.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    )
    // The same name is free for another payer.
    const other = await api.person(rival, 'finance')
    assert.equal((await other.attempt(routes.create, { body })).status, 200)
  })

  it('PAY-4: forms of another organization are not found, and nobody else reads or writes any', async () => {
    const { presetId, version, choiceId } = await approved()
    const [stranger, second] = await financeOf(rival)
    assert.ok((await stranger.call(routes.list, {})).presets.every((each) => each.presetId !== presetId))
    const tries = [
      stranger.attempt(routes.update, { body: { ...wish(), presetId, version } }),
      stranger.attempt(routes.ask, { body: { presetId, version } }),
      stranger.attempt(routes.retire, { body: { presetId } }),
      second.attempt(routes.confirm, { body: { presetId, confirmedOn: TODAY } }),
      stranger.attempt(routes.remove, { params: { presetId } }),
      stranger.attempt(routes.create, {
        body: { format: 'csv', validFrom: TODAY, columns: [...NEEDED], replacesId: presetId },
      }),
    ]
    for (const reply of await Promise.all(tries)) assert.deepEqual(refused(reply), [404, 'NOT_FOUND'])
    const { batchId } = await draft([await payable(await person(), '5000')])
    const own = await create({}, NEEDED, stranger)
    const foreign = await locker.attempt(batchRoutes.lock, { body: { batchId, preset: own.choiceId } })
    assert.deepEqual(refused(foreign), [404, 'NOT_FOUND'])
    for (const user of [manager, sponsor, await api.person(executor, 'meetingExecutor')]) {
      assert.equal((await user.attempt(routes.list, {})).status, 403)
      assert.equal((await user.attempt(routes.create, { body: wish() })).status, 403)
    }
    assert.match(choiceId, /^own-\d+$/)
  })

  it('PAY-4: it says that no bank took a file until finance says that one did', async () => {
    const preset = await create()
    const confirm = (user: User, confirmedOn: string) =>
      user.attempt(routes.confirm, { body: { presetId: preset.presetId, confirmedOn } })
    assert.deepEqual(refused(await confirm(locker, TODAY)), [409, 'BANK_PRESET_STATE'])
    await ask(preset)
    await decide(releaser, preset.presetId)
    assert.equal((await confirm(executor, TODAY)).status, 403)
    assert.equal((await confirm(locker, dayFrom(1))).status, 400)
    const { data } = await confirm(locker, TODAY)
    assert.deepEqual([data.confirmedOn, data.confirmedByName], [TODAY, '赵敏'])
  })

  it('APR-1: the payer may set up steps of its own; without any, one person of finance decides', async () => {
    const { policies } = await executor.call(approvalPolicyRoutes.current, {})
    const held = policies.filter(({ kind }) => kind === 'bankPreset')
    assert.deepEqual(
      held.map(({ owner, steps }) => [owner.kind, steps.map(({ roles, need }) => [roles, need])]),
      [['executor', [[['finance'], 'any']]]],
    )
    const byPlatform = await manager.attempt(approvalPolicyRoutes.create, {
      body: { kind: 'bankPreset', validFrom: TODAY, steps: [{ roles: ['manager'], need: 'any' }] },
    })
    assert.notEqual(byPlatform.status, 200)
    const payer = await api.executor()
    const finance = await api.person(payer, 'finance')
    // Nobody else of finance is there, so the main account of the payer is asked.
    const alone = await create({}, NEEDED, finance)
    const asked = await ask(alone, finance)
    assert.equal(asked.waiting?.names.length, 1)
    assert.equal((await decide(payer, alone.presetId)).status, 200)
    await payer.call(approvalPolicyRoutes.create, {
      body: {
        kind: 'bankPreset',
        validFrom: TODAY,
        steps: [{ roles: ['executor'], need: 'any' }],
      },
    })
    const next = await create({}, NEEDED, finance)
    const other = await api.person(payer, 'finance')
    await ask(next, finance)
    const { rows } = await other.call(approvalRoutes.list, { query: { tab: 'todo', kind: 'bankPreset' } })
    assert.deepEqual(rows, [])
    assert.equal((await decide(payer, next.presetId)).status, 200)
  })
})
