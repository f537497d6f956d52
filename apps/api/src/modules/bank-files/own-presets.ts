import type { BankColumn, BankPreset } from '@consilium/contract/bank-files/bank-files.ts'
import {
  OWN_PRESETS_MAX,
  PRESET_VERSIONS_MAX,
  type OwnPreset,
  type OwnPresetCreate,
  type OwnPresetUpdate,
} from '@consilium/contract/bank-files/bank-presets.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { badFields, Refusal, refuseField } from '../../infra/refusal.ts'
import type { Payer } from '../organizations/service.ts'
import { isInGbk } from './gbk.ts'
import { BANK_PRESET, contentOf, type Deciding } from './own-approving.ts'
import * as repository from './own-repository.ts'
import type { VersionRow, Written } from './own-repository.ts'
import { abilitiesOn, isOpen } from './policy.ts'
import { lockOrganization } from '../organizations/service.ts'

const IN_FUTURE = { 'zh-CN': '日期不能晚于今天', en: 'The day cannot be in the future' }
const NOT_IN_GBK = { 'zh-CN': '含有 GBK 编码没有的字', en: 'It has characters that GBK lacks' }
const NEEDS_OF_REGION: readonly BankColumn['field'][] = ['payeeProvince', 'payeeCity']

export interface OwnScope extends Deciding {
  payerOf(actor: Actor, orgId: number | undefined): Promise<Payer>
}

/** What the columns ask of each payee beside the account. */
export function needsOfColumns(
  columns: readonly BankColumn[],
  { needsCode }: { needsCode: boolean },
): BankPreset['needs'] {
  const has = (field: BankColumn['field']) => columns.some((column) => column.field === field)
  return [
    ...(NEEDS_OF_REGION.some(has) ? (['bankRegion'] as const) : []),
    ...(needsCode && has('clearingCode') ? (['clearingCode'] as const) : []),
  ]
}

export const choiceOf = ({ seriesId }: Pick<VersionRow, 'seriesId'>): string => `own-${seriesId}`

/** A version as a batch uses it, like a built-in form. */
export const formOf = (row: VersionRow): BankPreset => ({
  presetId: choiceOf(row),
  presetName: row.presetName,
  format: row.format,
  columns: row.columns,
  needs: needsOfColumns(row.columns, row),
  source: null,
  validFrom: row.validFrom,
  confirmedOn: row.confirmedOn,
})

async function viewOf({ db, decisions }: OwnScope, actor: Actor, row: VersionRow): Promise<OwnPreset> {
  const { orgId: _org, seriesId: _series, authors: _authors, isLatest: _latest, ...shown } = row
  const isAsked = row.state === 'asked'
  const [waits] = isAsked ? await decisions.waiting(db, BANK_PRESET, row.presetId, actor) : []
  const { part: _part, ...waiting } = waits ?? { part: '' }
  return {
    ...shown,
    choiceId: choiceOf(row),
    needs: needsOfColumns(row.columns, row),
    waiting: waits ? (waiting as OwnPreset['waiting']) : null,
    abilities: abilitiesOn(actor, row),
  }
}

const writtenOf = ({
  format,
  columns,
  needsCode,
  validFrom,
}: OwnPresetUpdate | OwnPresetCreate): Written => ({
  format,
  columns: columns.map(({ title, field, value }) => ({ title, field, value: value ?? null })),
  needsCode,
  validFrom,
})

/** Throws VALIDATION_FAILED for titles and texts that a file in GBK could not have. */
function requireEncodable({ format, columns }: Pick<Written, 'format' | 'columns'>): void {
  if (format !== 'csvGbk') return
  const wrong = columns.flatMap(({ title, value }, at) => [
    ...(isInGbk(title) ? [] : [`columns.${at}.title`]),
    ...(isInGbk(value ?? '') ? [] : [`columns.${at}.value`]),
  ])
  if (wrong.length > 0) throw badFields(wrong, NOT_IN_GBK)
}

/** A version of the caller's payer, locked until the transaction ends. Throws NOT_FOUND. */
async function locked(
  scope: OwnScope,
  trx: Db,
  { orgId }: Pick<Payer, 'orgId'>,
  presetId: number,
): Promise<VersionRow> {
  await repository.lockVersion(trx, presetId)
  const row = await repository.findVersion(trx, { orgId, presetId }, scope.clock.today())
  if (!row) throw refuseField('NOT_FOUND', 'presetId')
  return row
}

/** As `locked`, a version that may still be written. Throws BANK_PRESET_STATE, and STALE_RECORD for another version than was read. */
async function lockedOpen(
  scope: OwnScope,
  trx: Db,
  payer: Pick<Payer, 'orgId'>,
  { presetId, version }: { presetId: number; version?: number },
): Promise<VersionRow> {
  const row = await locked(scope, trx, payer, presetId)
  if (!isOpen(row)) throw new Refusal('BANK_PRESET_STATE')
  if (version !== undefined && version !== row.version) throw new Refusal('STALE_RECORD')
  return row
}

/** The approved version that a new one is to follow. */
async function followed(scope: OwnScope, trx: Db, payer: Payer, presetId: number): Promise<VersionRow> {
  const row = await locked(scope, trx, payer, presetId)
  if (row.state !== 'approved') throw new Refusal('BANK_PRESET_STATE')
  if (!row.isLatest) throw new Refusal('BANK_PRESET_OPEN')
  // The number counts the versions before it: one in preparation is the only kind that is ever removed.
  if (row.number >= PRESET_VERSIONS_MAX)
    throw new Refusal('TOO_MANY_PRESET_VERSIONS', { params: { max: PRESET_VERSIONS_MAX } })
  return row
}

/** Prepares a preset, or the next version of one, and returns its id. */
async function create(scope: OwnScope, actor: Actor, body: OwnPresetCreate): Promise<number> {
  const payer = await scope.payerOf(actor, undefined)
  const { orgId } = payer
  const written = writtenOf(body)
  requireEncodable(written)
  const { userId, userName } = actor
  const by = { orgId, userId, userName, time: scope.clock.wire() }
  return inTransaction(scope.db, async (trx) => {
    await lockOrganization(trx, orgId)
    const { replacesId, presetName } = body
    const before = replacesId === undefined ? undefined : await followed(scope, trx, payer, replacesId)
    if (!before && (await repository.countPresets(trx, orgId)) >= OWN_PRESETS_MAX)
      throw new Refusal('TOO_MANY_BANK_PRESETS', { params: { max: OWN_PRESETS_MAX } })
    const name = before?.presetName ?? presetName ?? ''
    return repository.insertVersion(trx, written, { ...by, presetName: name }, before)
  })
}

async function update(scope: OwnScope, actor: Actor, body: OwnPresetUpdate): Promise<void> {
  const payer = await scope.payerOf(actor, undefined)
  const written = writtenOf(body)
  requireEncodable(written)
  await inTransaction(scope.db, async (trx) => {
    const row = await lockedOpen(scope, trx, payer, body)
    // A new version keeps the name under which batches know the preset.
    const presetName = row.number === 1 ? (body.presetName ?? row.presetName) : row.presetName
    await repository.updateVersion(trx, written, { presetId: row.presetId, presetName, userId: actor.userId })
  })
}

async function ask(
  scope: OwnScope,
  actor: Actor,
  { reason, ...read }: { presetId: number; version: number; reason?: string | null | undefined },
): Promise<void> {
  const payer = await scope.payerOf(actor, undefined)
  await inTransaction(scope.db, async (trx) => {
    const row = await lockedOpen(scope, trx, payer, read)
    await scope.decisions.ask(trx, BANK_PRESET, {
      recordId: row.presetId,
      content: contentOf(row),
      askedBy: actor.userId,
      reason: reason ?? null,
      ownerOrgId: payer.orgId,
    })
  })
}

/** Retires a preset with all its versions. What is being decided is decided or withdrawn first. */
async function retire(scope: OwnScope, actor: Actor, presetId: number): Promise<null> {
  const payer = await scope.payerOf(actor, undefined)
  await inTransaction(scope.db, async (trx) => {
    await lockOrganization(trx, payer.orgId)
    const row = await locked(scope, trx, payer, presetId)
    if (row.state !== 'approved') throw new Refusal('BANK_PRESET_STATE')
    if (await repository.lockAsked(trx, row.seriesId)) throw new Refusal('BANK_PRESET_OPEN')
    await repository.retireSeries(trx, row.seriesId, scope.clock.wire())
  })
  return null
}

async function confirm(
  { db, clock, payerOf }: OwnScope,
  actor: Actor,
  { presetId, confirmedOn }: { presetId: number; confirmedOn: string },
): Promise<void> {
  const { orgId } = await payerOf(actor, undefined)
  if (confirmedOn > clock.today()) throw badFields(['confirmedOn'], IN_FUTURE)
  if (!(await repository.findVersion(db, { orgId, presetId }, clock.today())))
    throw refuseField('NOT_FOUND', 'presetId')
  const { userId, userName } = actor
  if (!(await repository.confirmVersion(db, presetId, { confirmedOn, userId, userName })))
    throw new Refusal('BANK_PRESET_STATE')
}

async function remove(scope: OwnScope, actor: Actor, presetId: number): Promise<null> {
  const payer = await scope.payerOf(actor, undefined)
  await inTransaction(scope.db, async (trx) => {
    await lockedOpen(scope, trx, payer, { presetId })
    await repository.removeVersion(trx, presetId)
  })
  return null
}

/** Forms of bank files that a payer maps itself; each version is used once another person has approved it. */
export function createOwnPresets(scope: OwnScope) {
  const { db, clock, payerOf } = scope
  async function find(actor: Actor, presetId: number): Promise<OwnPreset> {
    const { orgId } = await payerOf(actor, undefined)
    const row = await repository.findVersion(db, { orgId, presetId }, clock.today())
    if (!row) throw refuseField('NOT_FOUND', 'presetId')
    return viewOf(scope, actor, row)
  }

  return {
    find,

    async list(actor: Actor): Promise<{ presets: OwnPreset[] }> {
      const { orgId } = await payerOf(actor, undefined)
      const rows = await repository.listVersions(db, orgId, clock.today())
      return { presets: await Promise.all(rows.map((row) => viewOf(scope, actor, row))) }
    },

    create: async (actor: Actor, body: OwnPresetCreate): Promise<OwnPreset> =>
      find(actor, await create(scope, actor, body)),

    async update(actor: Actor, body: OwnPresetUpdate): Promise<OwnPreset> {
      await update(scope, actor, body)
      return find(actor, body.presetId)
    },

    async ask(actor: Actor, body: Parameters<typeof ask>[2]): Promise<OwnPreset> {
      await ask(scope, actor, body)
      return find(actor, body.presetId)
    },

    async confirm(actor: Actor, body: Parameters<typeof confirm>[2]): Promise<OwnPreset> {
      await confirm(scope, actor, body)
      return find(actor, body.presetId)
    },

    retire: (actor: Actor, presetId: number): Promise<null> => retire(scope, actor, presetId),
    remove: (actor: Actor, presetId: number): Promise<null> => remove(scope, actor, presetId),
  }
}

export type OwnPresets = ReturnType<typeof createOwnPresets>
