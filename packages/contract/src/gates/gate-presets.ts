import type { Words } from '../errors.ts'
import type { GateMode, MeetingCheck } from './gates.ts'
import type { MeetingStage } from '../meetings/meetings.ts'

export const GATE_PRESETS = ['strict', 'advisory'] as const
export type GatePreset = (typeof GATE_PRESETS)[number]

export const GATE_PRESET_LABELS = {
  strict: {
    'zh-CN': '严格：关键检查未满足时不能进入下一阶段',
    en: 'Strict: the checks that matter are required',
  },
  advisory: { 'zh-CN': '宽松：所有检查仅作提醒', en: 'Advisory: every check only warns' },
} as const satisfies Record<GatePreset, Words>

export interface PresetRule {
  stage: Exclude<MeetingStage, 'draft'>
  check: MeetingCheck
  mode: GateMode
  threshold: null
}

type Rules = Partial<Record<MeetingStage, Partial<Record<'block' | 'warn', readonly MeetingCheck[]>>>>

/** What is signed, reviewed and paid for is required; what can be made good at a later stage warns until then. */
const FORMER_STRICT: Rules = {
  approved: { block: ['executor', 'budget'] },
  inviting: { warn: ['invitation'] },
  scheduled: { block: ['attendees', 'schedule'] },
  agreements: { block: ['attendees', 'schedule'] },
  ready: { warn: ['signatures'] },
  inSession: { warn: ['supervision'] },
  materials: { warn: ['signInSheet', 'photos'] },
  settlement: { block: ['signatures', 'signInSheet', 'photos'], warn: ['supervisionRecord', 'invoices'] },
  closed: {
    block: [
      'signatures',
      'materialReview',
      'duplicateInvoices',
      'invoiceDifferences',
      'titles',
      'tiers',
      'caps',
      'budgetHeld',
    ],
  },
}

/**
 * As strict was until invoices were checked by these rules. They warn: an installation decides which of them it requires.
 * `invoicesVerified` belongs to no preset, since nothing meets it without a verifier.
 */
const STRICT: Rules = {
  ...FORMER_STRICT,
  closed: {
    ...FORMER_STRICT.closed,
    warn: [
      'invoiceBuyers',
      'invoiceBuyerCodes',
      'invoiceDates',
      'invoiceSellers',
      'invoiceCategories',
      'invoiceAllocations',
      'invoiceSeries',
      'invoiceOriginals',
    ],
  },
}

/** The checks of the first releases, all of them as warnings. */
const ADVISORY: Rules = {
  approved: { warn: ['executor', 'budget'] },
  inviting: { warn: ['invitation'] },
  scheduled: { warn: ['attendees', 'schedule'] },
  agreements: { warn: ['attendees', 'schedule'] },
  ready: { warn: ['signatures'] },
  inSession: { warn: ['supervision'] },
  materials: { warn: ['signInSheet', 'photos'] },
  settlement: { warn: ['signInSheet', 'photos', 'supervisionRecord', 'invoices'] },
  closed: { warn: ['signatures', 'duplicateInvoices', 'materialReview'] },
}

const rulesOf = (rules: Rules): PresetRule[] =>
  Object.entries(rules).flatMap(([stage, modes]) =>
    (['block', 'warn'] as const).flatMap((mode) =>
      (modes[mode] ?? []).map((check) => ({
        stage: stage as PresetRule['stage'],
        check,
        mode,
        threshold: null,
      })),
    ),
  )

export const PRESET_RULES: Readonly<Record<GatePreset, readonly PresetRule[]>> = {
  strict: rulesOf(STRICT),
  advisory: rulesOf(ADVISORY),
}

type Ruled = Pick<PresetRule, 'check' | 'mode'> & { stage: MeetingStage; threshold: number | null }

const asText = (rules: readonly Ruled[]) =>
  rules
    .filter(({ mode }) => mode !== 'off')
    .map(({ stage, check, mode, threshold }) => `${stage} ${check} ${mode} ${threshold}`)
    .toSorted()
    .join('\n')

/** The preset that the rules are, in its present or its former form; null if they are rules of the installation's own. */
export function presetOf(rules: readonly Ruled[]): GatePreset | null {
  const text = asText(rules)
  if (text === asText(rulesOf(FORMER_STRICT))) return 'strict'
  return GATE_PRESETS.find((preset) => asText(PRESET_RULES[preset]) === text) ?? null
}
