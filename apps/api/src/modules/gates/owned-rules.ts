import { GATE_MODES, type GateMode, type MeetingCheck } from '@consilium/contract/gates/gates.ts'
import type { Evidence } from '@consilium/contract/gates/gate-routes.ts'
import type { Sponsor } from '../../domain/rule-owners.ts'

/** What one owner asks of a check. */
export interface Ruled {
  check: MeetingCheck
  mode: GateMode
  limit: number | null
  /** Null for the platform. */
  owner: Sponsor | null
}

interface Found {
  open: readonly Evidence[]
  count: number | null
}

interface Held extends Found {
  mode: GateMode
  threshold: number | null
  owners: (Sponsor | null)[]
}

/** `block` before `warn` before `off`. */
const strictest = (modes: readonly GateMode[]): GateMode =>
  GATE_MODES.find((mode) => modes.includes(mode)) ?? 'off'

/**
 * A check for which several owners have rules. Each rule is looked at by itself, since a warning at a low limit and a refusal at a
 * high one are not a refusal at the low one. What is open is that of the strictest rules that are not met, and their owners are named.
 */
export function heldTogether(rules: readonly Ruled[], look: (limit: number | null) => Found): Held {
  const looked = rules.map((rule) => ({ ...rule, ...look(rule.limit) }))
  const broken = looked.filter(({ open }) => open.length > 0)
  const counted = broken.length > 0 ? broken : looked
  const mode = strictest(counted.map((each) => each.mode))
  const decisive = counted.filter((each) => each.mode === mode)
  const [first] = decisive
  return {
    mode,
    threshold: first?.limit ?? null,
    count: first?.count ?? null,
    open: [...new Map(decisive.flatMap(({ open }) => open).map((each) => [each.key, each])).values()],
    owners: decisive.map(({ owner }) => owner),
  }
}
