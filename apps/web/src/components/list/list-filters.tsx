import { Button, Collapse, Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFilter, IconFilterOff, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ListState } from '../../lib/list-state.ts'
import { useTexts } from '../../lib/texts.ts'
import { DateInput } from '../dates/date-input.tsx'
import { valueOf } from '../dates/date-text.ts'
import { usePhone, useTablet } from '../use-phone.ts'
import { listTexts } from './texts.ts'
import { beginOf, endOf, type Filter } from './list-definition.ts'

const TYPING_PAUSE_MS = 300
const WIDTH = '10.5rem'

/** A text filter. Its value is kept in the address: it is written after a pause in typing and read again when the address changes. */
function TextFilter({ name, label, state }: { name: string; label: string; state: ListState }) {
  const current = state.filters[name] ?? ''
  const [draft, setDraft] = useState(current)
  const send = useDebouncedCallback(
    (value: string) => state.set({ [name]: value.trim() }, { replace: true }),
    TYPING_PAUSE_MS,
  )
  useEffect(() => setDraft(current), [current])
  return (
    <TextInput
      label={label}
      name={name}
      value={draft}
      // Browsers keep a history of their own of what was typed.
      autoComplete="off"
      w={{ base: '100%', xs: WIDTH }}
      leftSection={<IconSearch size={16} aria-hidden />}
      onChange={({ currentTarget: { value } }) => {
        setDraft(value)
        send(value)
      }}
    />
  )
}

function RangeFilter({ filter, state }: { filter: Extract<Filter, { kind: 'range' }>; state: ListState }) {
  const t = useTexts(listTexts)
  const { of, label, unit } = filter
  const dayOf = (name: string) => (state.filters[name] ?? '').slice(0, 10)
  const edge = (name: string, clock: string, text: string, limits: { min?: string; max?: string }) => (
    <DateInput
      key={name}
      kind="day"
      label={text}
      w={{ base: '50%', xs: '10.5rem' }}
      value={dayOf(name)}
      {...limits}
      onChange={(value) => {
        // What is still being typed filters nothing.
        if (valueOf('day', value) !== value) return
        state.set(
          { [name]: value === '' || unit === 'date' ? value : `${value} ${clock}` },
          { replace: true },
        )
      }}
    />
  )
  return (
    <Group gap="sm" wrap="nowrap" align="flex-end" w={{ base: '100%', xs: 'auto' }}>
      {edge(beginOf(of), '00:00:00', t('rangeFrom', { label }), { max: dayOf(endOf(of)) })}
      {edge(endOf(of), '23:59:59', t('rangeTo', { label }), { min: dayOf(beginOf(of)) })}
    </Group>
  )
}

function OneFilter({ filter, state }: { filter: Filter; state: ListState }) {
  const t = useTexts(listTexts)
  if (filter.kind === 'text') return <TextFilter name={filter.name} label={filter.label} state={state} />
  if (filter.kind === 'range') return <RangeFilter filter={filter} state={state} />
  return (
    <NativeSelect
      label={filter.label}
      data={[{ value: '', label: t('all') }, ...filter.options]}
      value={state.filters[filter.name] ?? ''}
      w={{ base: '100%', xs: WIDTH }}
      onChange={({ currentTarget: { value } }) => state.set({ [filter.name]: value }, { replace: true })}
    />
  )
}

/** As many fields as stand in one row of a tablet beside the menu and the button for the others. */
const FIELDS_IN_ROW = 2
const fieldsOf = ({ kind }: Filter) => (kind === 'range' ? 2 : 1)
const isSet = (filter: Filter, { filters }: ListState) =>
  (filter.kind === 'range' ? [beginOf(filter.of), endOf(filter.of)] : [filter.name]).some(
    (name) => (filters[name] ?? '') !== '',
  )

/** The number of filters at the beginning that stand in one row of a tablet. */
function countInRow(filters: readonly Filter[]): number {
  let [count, fields] = [0, 0]
  for (const filter of filters) {
    fields += fieldsOf(filter)
    if (fields > FIELDS_IN_ROW) break
    count += 1
  }
  return count
}

/** The filters of a list; on a phone all are behind a button, on a tablet those that do not fit into one row. */
export function ListFilters({ filters, state }: { filters: readonly Filter[]; state: ListState }) {
  const t = useTexts(listTexts)
  const isPhone = usePhone()
  const isTablet = useTablet() && !isPhone
  const count = Object.keys(state.filters).length
  const [isOpen, setOpen] = useState(false)
  if (filters.length === 0) return null
  const others = isTablet ? filters.slice(countInRow(filters)) : []
  const setCount = others.filter((filter) => isSet(filter, state)).length
  const shown = isOpen ? filters : filters.slice(0, filters.length - others.length)
  const more = setCount > 0 ? t('moreFiltersSet', { count: setCount }) : t('moreFilters')
  const inputs = (
    <Group gap="sm" align="flex-end" mb="sm">
      {(isPhone ? filters : shown).map((filter) => (
        <OneFilter key={filter.kind === 'range' ? filter.of : filter.name} filter={filter} state={state} />
      ))}
      {others.length > 0 && (
        <Button
          variant="default"
          aria-expanded={isOpen}
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('fewerFilters') : more}
        </Button>
      )}
      {count > 0 && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={state.clearFilters}
        >
          {t('clearFilters')}
        </Button>
      )}
    </Group>
  )
  if (!isPhone) return inputs
  return (
    <>
      <Button
        variant="default"
        mb="sm"
        aria-expanded={isOpen}
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? t('filtersSet', { count }) : t('filters')}
      </Button>
      <Collapse expanded={isOpen}>{inputs}</Collapse>
    </>
  )
}
