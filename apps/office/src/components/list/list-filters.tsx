import { ActionIcon, Button, Collapse, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { IconFilter, IconFilterOff, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ListState } from '../../lib/list-state.ts'
import { useTexts } from '../../lib/texts.ts'
import { usePhone, useTablet } from '../forms/use-phone.ts'
import { RecordFilter } from './filters/record-filter.tsx'
import { RangeFilter } from './filters/range-filter.tsx'
import { listTexts } from './texts.ts'
import { beginOf, endOf, type Filter } from './list-definition.ts'
import classes from './list.module.css'

const TYPING_PAUSE_MS = 300

const mark = (isSet: boolean) => (isSet ? { 'data-set': true } : {})

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
      aria-label={label}
      placeholder={label}
      title={label}
      name={name}
      value={draft}
      // Browsers keep a history of their own of what was typed.
      autoComplete="off"
      className={classes.chip}
      {...mark(current !== '')}
      leftSection={<IconSearch size={16} aria-hidden />}
      onChange={({ currentTarget: { value } }) => {
        setDraft(value)
        send(value)
      }}
    />
  )
}

/** A choice. Closed, it says also of what. */
function SelectFilter({ filter, state }: { filter: Extract<Filter, { kind: 'select' }>; state: ListState }) {
  const t = useTexts(listTexts)
  const { name, label, options } = filter
  const current = state.filters[name] ?? ''
  const named = (value: string) => t('labelled', { label, value })
  return (
    <NativeSelect
      aria-label={label}
      title={label}
      className={classes.chip}
      {...mark(current !== '')}
      data={[
        { value: '', label: current === '' ? named(t('all')) : t('all') },
        ...options.map((option) =>
          option.value === current ? { ...option, label: named(option.label) } : option,
        ),
      ]}
      value={current}
      onChange={({ currentTarget: { value } }) => state.set({ [name]: value }, { replace: true })}
    />
  )
}

function OneFilter({ filter, state }: { filter: Filter; state: ListState }) {
  if (filter.kind === 'text') return <TextFilter name={filter.name} label={filter.label} state={state} />
  if (filter.kind === 'range') return <RangeFilter filter={filter} state={state} />
  if (filter.kind === 'record') return <RecordFilter filter={filter} state={state} />
  return <SelectFilter filter={filter} state={state} />
}

const isSet = (filter: Filter, { filters }: ListState) =>
  (filter.kind === 'range' ? [beginOf(filter.of), endOf(filter.of)] : [filter.name]).some(
    (name) => (filters[name] ?? '') !== '',
  )

const ON_TABLET = 2
const ON_LAPTOP = 3
const ON_DESKTOP = 4
/** From here on four stand beside the tools of a list. */
const WIDE = '(min-width: 88em)'

/** The number of filters that stand in one row beside the tools of the list. */
function useCountInRow(): number {
  const isTablet = useTablet()
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false })
  if (isTablet) return ON_TABLET
  return isWide ? ON_DESKTOP : ON_LAPTOP
}

/** The filters of a list: one row, the others behind a button; on a phone all are behind it. */
export function ListFilters({ filters, state }: { filters: readonly Filter[]; state: ListState }) {
  const t = useTexts(listTexts)
  const isPhone = usePhone()
  const inRow = useCountInRow()
  const count = Object.keys(state.filters).length
  const [isOpen, setOpen] = useState(false)
  if (filters.length === 0) return null
  // A button that hides one filter is as wide as the filter.
  const others = filters.length > inRow + 1 ? filters.slice(inRow) : []
  const setCount = others.filter((filter) => isSet(filter, state)).length
  const shown = isOpen || isPhone ? filters : filters.slice(0, filters.length - others.length)
  const more = setCount > 0 ? t('moreFiltersSet', { count: setCount }) : t('moreFilters')
  const inputs = (
    <div className={classes.filters} {...(isOpen || isPhone ? { 'data-open': true } : {})}>
      {shown.map((filter) => (
        <OneFilter key={filter.kind === 'range' ? filter.of : filter.name} filter={filter} state={state} />
      ))}
      {!isPhone && others.length > 0 && (
        <Button
          variant="subtle"
          px="xs"
          aria-expanded={isOpen}
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('fewerFilters') : more}
        </Button>
      )}
      {count > 0 && (
        <ActionIcon aria-label={t('clearFilters')} title={t('clearFilters')} onClick={state.clearFilters}>
          <IconFilterOff size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
  if (!isPhone) return inputs
  return (
    <>
      <Button
        variant="default"
        aria-expanded={isOpen}
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? t('filtersSet', { count }) : t('filters')}
      </Button>
      <Collapse expanded={isOpen} keepMounted={false} w="100%" style={{ order: 1 }}>
        {inputs}
      </Collapse>
    </>
  )
}
