import assert from 'node:assert/strict'
import { after } from 'node:test'
import { approvalRoutes } from '@consilium/contract/approvals/approvals.ts'
import type { BankField } from '@consilium/contract/bank-files/bank-files.ts'
import { bankPresetRoutes as routes, type OwnPreset } from '@consilium/contract/bank-files/bank-presets.ts'
import { batchRoutes } from '@consilium/contract/batches/batches.ts'
import type { Clock } from '../../src/infra/clock.ts'
import { createSheetReader } from '../../src/infra/spreadsheet/sheet-reader.ts'
import { openBatchWorld } from '../batch-world.ts'
import type { Api, User } from '../harness.ts'

const DAY_MS = 86_400_000

export interface MappedColumn {
  title: string
  field: BankField
  value?: string
}

/** The columns without which no bank could pay. */
export const NEEDED: readonly MappedColumn[] = [
  { title: '账号', field: 'payeeAccount' },
  { title: '户名', field: 'payeeName' },
  { title: '金额', field: 'amount' },
]

/** What a call was refused with. */
export const refused = (reply: { status: number; error: { error: string } | null }) => [
  reply.status,
  reply.error?.error,
]

/** A world of batches whose payer maps forms of bank files. */
export async function openPresetWorld(api: Api, clock: Clock) {
  const world = await openBatchWorld(api, clock)
  const { locker, releaser } = world
  const today = clock.today()
  let made = 0

  const dayFrom = (days: number) => new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10)

  const wish = (columns: readonly MappedColumn[] = NEEDED, given: object = {}) => ({
    presetName: `自定义${++made}`,
    format: 'xlsx' as const,
    validFrom: today,
    columns: [...columns],
    ...given,
  })

  const create = (given: object = {}, columns = NEEDED, user: User = locker) =>
    user.call(routes.create, { body: wish(columns, given) })

  const ask = ({ presetId, version }: OwnPreset, user: User = locker) =>
    user.call(routes.ask, { body: { presetId, version } })

  async function decide(user: User, presetId: number, action: 'approve' | 'refuse' = 'approve') {
    const { rows } = await user.call(approvalRoutes.list, {
      query: { tab: 'todo', kind: 'bankPreset', pageSize: 200 },
    })
    const waiting = rows.find(({ recordId }) => recordId === presetId)
    assert.ok(waiting?.stepId, 'it waits in what is to do')
    const { decisionId, stepId } = waiting
    const opinion = action === 'refuse' ? { opinion: '列不对' } : {}
    return user.attempt(approvalRoutes.act, { body: { decisionId, stepId, action, ...opinion } })
  }

  async function found(presetId: number, user: User = locker): Promise<OwnPreset> {
    const { presets } = await user.call(routes.list, {})
    const preset = presets.find((each) => each.presetId === presetId)
    assert.ok(preset)
    return preset
  }

  /** A preset of the payer that is approved. */
  async function approved(given: object = {}, columns = NEEDED): Promise<OwnPreset> {
    const preset = await create(given, columns)
    await ask(preset)
    assert.equal((await decide(releaser, preset.presetId)).status, 200)
    return found(preset.presetId)
  }

  async function fileOf(batchId: number): Promise<Buffer> {
    const { data } = await releaser.attempt(batchRoutes.download, { body: { batchId, purpose: '上传网银' } })
    return Buffer.from(data.bytes)
  }

  const reader = createSheetReader({ threads: 1 })
  after(() => reader.close())
  /** The cells of a bank file, row by row. */
  const sheetOf = async (bytes: Buffer) => (await reader.read(bytes)).map(({ cells }) => [...cells])

  return { ...world, sheetOf, dayFrom, wish, create, ask, decide, found, approved, fileOf }
}
