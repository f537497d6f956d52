import {
  DIMENSION_FIELDS,
  dimensionsText,
  type DimensionFields,
} from '@consilium/contract/dimensions/carried-dimensions.ts'
import { DIMENSION_KINDS, DIMENSION_LABELS } from '@consilium/contract/dimensions/dimension-record.ts'
import type { ReactNode } from 'react'
import type { Column } from '../../components/list/list-definition.ts'
import { orNothing, useLabel } from '../../lib/format.ts'

const namesOf = (entries: DimensionFields['products']) => orNothing(dimensionsText(entries) || null)

/** What a project or a meeting carries, for its page: each kind that it has entries of. */
export function useDimensionFacts() {
  const label = useLabel(DIMENSION_LABELS)
  return (carried: DimensionFields) =>
    DIMENSION_KINDS.filter((kind) => carried[DIMENSION_FIELDS[kind].shown].length > 0).map(
      (kind): readonly [string, ReactNode] => [label(kind), namesOf(carried[DIMENSION_FIELDS[kind].shown])],
    )
}

/** Columns for lists, which users choose. */
export function useDimensionColumns<Row extends DimensionFields>(): Column<Row>[] {
  const label = useLabel(DIMENSION_LABELS)
  return DIMENSION_KINDS.map((kind) => ({
    key: DIMENSION_FIELDS[kind].shown,
    label: label(kind),
    optional: true,
    render: (row) => namesOf(row[DIMENSION_FIELDS[kind].shown]),
  }))
}
