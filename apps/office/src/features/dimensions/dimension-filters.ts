import { DIMENSION_FIELDS } from '@consilium/contract/dimensions/carried-dimensions.ts'
import { DIMENSION_KINDS, DIMENSION_LABELS } from '@consilium/contract/dimensions/dimension-record.ts'
import { dimensionRoutes, type Dimension } from '@consilium/contract/dimensions/dimensions.ts'
import { keywordOptions } from '../../components/forms/option-source.ts'
import type { Filter } from '../../components/list/list-definition.ts'
import { useLabel } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'

/** Filters of lists of projects and meetings, for those who read dictionaries. */
export function useDimensionFilters(): Filter[] {
  const label = useLabel(DIMENSION_LABELS)
  const may = useMay()
  if (!may(dimensionRoutes.options)) return []
  return DIMENSION_KINDS.map((kind) => ({
    kind: 'record',
    name: DIMENSION_FIELDS[kind].filter,
    label: label(kind),
    source: keywordOptions(dimensionRoutes.options, { kind }),
    get: dimensionRoutes.get,
    param: 'dimensionId',
    title: (entry) => `${(entry as Dimension).code} ${(entry as Dimension).name}`,
  }))
}
