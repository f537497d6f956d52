import { ID_TYPE_LABELS, TAX_RESIDENCE_LABELS } from '@consilium/contract/labels.ts'
import type { Option } from '../../lib/dictionary.ts'
import { useLabel } from '../../lib/format.ts'

const optionsOf = <Value extends string>(
  labels: Readonly<Record<Value, unknown>>,
  labelOf: (value: Value) => string,
): Option[] => (Object.keys(labels) as Value[]).map((value) => ({ value, label: labelOf(value) }))

/** The kinds of identity documents as choices. */
export const useIdTypes = (): Option[] => optionsOf(ID_TYPE_LABELS, useLabel(ID_TYPE_LABELS))

/** The residences for income tax as choices. */
export const useTaxResidences = (): Option[] =>
  optionsOf(TAX_RESIDENCE_LABELS, useLabel(TAX_RESIDENCE_LABELS))
