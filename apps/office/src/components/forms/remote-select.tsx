import type { AnsweredPage } from '@consilium/contract/client.ts'
import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callLoosely } from '../../lib/requests/api.ts'
import type { Option } from '../../lib/dictionary.ts'
import { useTexts } from '../../lib/texts.ts'
import { useErrorText } from '../dialogs/request-error.tsx'
import { frameTexts } from '../texts.ts'
import type { OptionSource } from './option-source.ts'

const TYPING_PAUSE_MS = 200

/** The options; until they are there the list says what is the matter, and opening it asks once more. */
function useOptions(source: OptionSource, search: string) {
  const t = useTexts(frameTexts)
  const say = useErrorText()
  const [keyword] = useDebouncedValue(search.trim(), TYPING_PAUSE_MS)
  const { data, error, refetch } = useQuery({
    queryKey: [source.route.path, 'options', source.params ?? null, source.query(keyword)],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { params, route } = source
      const isPage = route.answer.kind === 'page'
      // Choices show no number of records.
      const query = { ...source.query(keyword), ...(isPage ? { exactTotal: 'false' } : {}) }
      const input = { query, signal, ...(params ? { params } : {}) }
      return source.options(
        isPage
          ? (await callLoosely<AnsweredPage<unknown>>(route, input)).rows
          : await callLoosely<unknown[]>(route, input),
      )
    },
  })
  const nothing = error === null ? t(data === undefined ? 'loading' : 'nobodyFound') : say(error)
  return {
    options: data ?? [],
    shown: {
      nothingFoundMessage: nothing,
      onDropdownOpen: () => {
        if (error !== null) void refetch()
      },
    },
  }
}

const withKnown = (options: readonly Option[], known: readonly Option[]) => [
  ...options,
  ...known.filter(({ value }) => !options.some((option) => option.value === value)),
]

interface RemoteSelectProps {
  source: OptionSource
  label?: string
  /** Used if the label is outside, as in a CustomField. */
  'aria-labelledby'?: string
  'aria-label'?: string
  autoFocus?: boolean
  value: number | null
  /** Options that the record already refers to, which may be missing from the first results. */
  known?: readonly Option[]
  required?: boolean
  placeholder?: string
  description?: React.ReactNode
  error?: React.ReactNode
  disabled?: boolean
  /** Field name, by which the form finds the input. */
  'data-path'?: string
  onChange: (value: number | null) => void
}

export function RemoteSelect({ source, known = [], value, onChange, ...props }: RemoteSelectProps) {
  const [search, setSearch] = useState('')
  const { options, shown } = useOptions(source, search)
  return (
    <Select
      {...props}
      data={withKnown(options, known)}
      value={value === null ? null : String(value)}
      searchable
      clearable={!props.required}
      {...shown}
      filter={({ options: all }) => all}
      onSearchChange={setSearch}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  )
}

interface RemoteMultiSelectProps extends Omit<RemoteSelectProps, 'value' | 'onChange'> {
  value: readonly number[]
  /** Called with the selected ids and their options. */
  onChange: (value: number[], chosen: readonly Option[]) => void
}

export function RemoteMultiSelect({ source, known = [], value, onChange, ...props }: RemoteMultiSelectProps) {
  const [search, setSearch] = useState('')
  const [seen, setSeen] = useState<readonly Option[]>(known)
  const { options, shown } = useOptions(source, search)
  const all = withKnown(options, seen)
  return (
    <MultiSelect
      {...props}
      data={all}
      value={value.map(String)}
      searchable
      {...shown}
      filter={({ options: every }) => every}
      onSearchChange={setSearch}
      onChange={(next) => {
        const chosen = all.filter((option) => next.includes(option.value))
        setSeen(chosen)
        onChange(next.map(Number), chosen)
      }}
    />
  )
}
