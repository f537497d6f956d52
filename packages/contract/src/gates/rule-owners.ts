import { z } from 'zod'
import * as f from '../fields.ts'
import { choice } from '../words.ts'

/** Whose rules may hold for a meeting: those of the platform and of every sponsor of its project. */
export const RULE_OWNER_LABELS = {
  platform: { 'zh-CN': '平台', en: 'the platform' },
  sponsor: { 'zh-CN': '申办方', en: 'the sponsor' },
} as const
export const RULE_OWNER_KINDS = ['platform', 'sponsor'] as const
export type RuleOwnerKind = (typeof RULE_OWNER_KINDS)[number]

export const RuleOwner = z
  .object({
    kind: choice(RULE_OWNER_KINDS, RULE_OWNER_LABELS),
    orgId: f.id.nullable().meta({ description: 'Of a sponsor, for its own people and for managers' }),
    orgName: z.string().nullable().meta({ description: 'As orgId' }),
  })
  .meta({ id: 'RuleOwner' })
export type RuleOwner = z.infer<typeof RuleOwner>

/** The day from which the rules that the service ships hold: before every meeting. */
export const SINCE_EVER = '2000-01-01'

/** Who writes rules of its organization, and reads them with those of the platform. */
export const RULE_WRITERS = ['admin', 'sponsor', 'compliance'] as const
export const RULE_READERS = ['admin', 'manager', 'sponsor', 'compliance'] as const
