import { DIMENSION_KINDS, DIMENSION_LABELS } from '@consilium/contract/dimensions/dimension-record.ts'
import { useLabel } from '../../lib/format.ts'

/** The kinds as choices. */
export function useKinds() {
  const label = useLabel(DIMENSION_LABELS)
  return DIMENSION_KINDS.map((value) => ({ value, label: label(value) }))
}
