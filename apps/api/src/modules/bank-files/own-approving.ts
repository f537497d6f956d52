import { BANK_PRESET_FIELDS } from '@consilium/contract/approvals/approval-kinds.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { DecisionKind, Decisions, Served } from '../decisions/service.ts'
import type { Organizations } from '../organizations/service.ts'
import * as repository from './own-repository.ts'
import type { VersionRow } from './own-repository.ts'
import { recordOf } from '../decisions/service.ts'

/** A form of bank file that a payer mapped itself: it says where money goes, so it keeps who asked and who decided. */
export const BANK_PRESET: DecisionKind = {
  name: 'bankPreset',
  edges: { pending: ['approved', 'refused', 'withdrawn', 'stale'] },
  whilePending: 'APPROVAL_PENDING',
  keepsPeople: true,
}

export interface Deciding extends Pick<Context, 'db' | 'clock'> {
  decisions: Decisions
  organizations: Pick<Organizations, 'payerOn'>
}

/** What is decided on. */
export const contentOf = ({
  presetName,
  number,
  format,
  columns,
  needsCode,
  validFrom,
}: Pick<VersionRow, 'presetName' | 'number' | 'format' | 'columns' | 'needsCode' | 'validFrom'>) => ({
  presetName,
  number,
  format,
  columns,
  needsCode,
  validFrom,
})

async function required(db: Db, presetId: number, today: string): Promise<VersionRow> {
  const row = await repository.versionOf(db, presetId, today)
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

const shown = (row: VersionRow | undefined, field: (typeof BANK_PRESET_FIELDS)[number]): string | null => {
  if (!row) return null
  const value = row[field]
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** How own presets are decided step by step: nobody who wrote a version decides it. */
export const presetsServedBy = ({ db, clock, decisions, organizations }: Deciding): Served => ({
  name: BANK_PRESET.name,
  async about(trx, { recordId }) {
    const today = clock.today()
    const row = await required(trx, recordId, today)
    const before = await repository.approvedBefore(trx, row, today)
    const payer = await organizations.payerOn(trx, { orgId: row.orgId }, today)
    return {
      kind: 'bankPreset',
      projectId: null,
      amount: null,
      category: null,
      execUserId: payer?.mainUserId ?? null,
      barred: row.authors,
      changes: BANK_PRESET_FIELDS.map((field) => ({
        field,
        before: shown(before, field),
        after: shown(row, field),
      })),
    }
  },
  titles: repository.titlesOf,
  describe: () => Promise.resolve({ changes: [], money: null, openChecks: [], meetingId: null }),
  async before(actor, decisionId) {
    const presetId = await recordOf(db, decisionId)
    const { authors } = await required(db, presetId, clock.today())
    if (authors.includes(actor.userId)) throw new Refusal('BANK_PRESET_AUTHOR')
  },
  async settle(trx, actor, decisionId, verdict) {
    const presetId = await recordOf(trx, decisionId)
    await repository.lockVersion(trx, presetId)
    const content = contentOf(await required(trx, presetId, clock.today()))
    const given = { ...verdict, by: actor.userId, content }
    const state = await decisions.decide(trx, BANK_PRESET, decisionId, given)
    if (state === 'approved') await repository.approveVersion(trx, presetId, clock.wire())
    return state
  },
})
