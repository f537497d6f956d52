import { useQuery } from '@tanstack/react-query'
import { recordQuery } from '../../../lib/record-query.ts'
import { RemoteSelect } from '../../forms/remote-select.tsx'
import type { RecordFilterProps } from '../list-definition.ts'

export default function RecordSelect({ filter, state, isOpened }: RecordFilterProps & { isOpened: boolean }) {
  const { name, label, source, get, param, title } = filter
  const current = Number(state.filters[name] ?? '') || null
  const { data } = useQuery({ ...recordQuery(get, { [param]: current }), enabled: current !== null })
  const known = current !== null && data ? [{ value: String(current), label: title(data) }] : []
  return (
    <RemoteSelect
      aria-label={label}
      placeholder={label}
      source={source}
      value={current}
      known={known}
      autoFocus={isOpened}
      onChange={(value) => state.set({ [name]: value === null ? '' : String(value) }, { replace: true })}
    />
  )
}
