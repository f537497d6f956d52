import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { defineTexts, textOf } from '@consilium/web-kit/texts.ts'
import { call } from '../call.ts'
import { make } from '../elements.ts'
import { language } from '../words.ts'

const texts = defineTexts('combobox', {
  nothingFound: ['没有匹配项', 'Nothing found'],
  found_one: ['{{count}} 项可选', '{{count}} choice'],
  found_other: ['{{count}} 项可选', '{{count}} choices'],
})

/** More than all cities; a few characters find any other. */
const SHOWN = 400
const TYPING_PAUSE_MS = 200

/** Value and text, or a text that is its value. */
type Choice = readonly [value: string, label?: string]
const textIn = ([value, label = value]: Choice): string => label

/** What `parts/combobox.tsx` says of the choices. */
interface Source {
  options?: readonly Choice[]
  route?: CalledRoute
  keyword: string
  query?: Readonly<Record<string, string>>
  fields?: Readonly<Record<string, string>>
  rows?: string
  value: string
  label: string
}

type Row = Readonly<Record<string, unknown>>

const plain = (text: string) => text.normalize('NFKC').toLowerCase().trim()

/** Those whose names begin with what is typed come first, in the order that they have. */
function matching(options: readonly Choice[], typed: string): Choice[] {
  const wanted = plain(typed)
  const found = options.filter((choice) => plain(textIn(choice)).includes(wanted))
  const isFirst = (choice: Choice) => plain(textIn(choice)).startsWith(wanted)
  return [...found.filter(isFirst), ...found.filter((choice) => !isFirst(choice))].slice(0, SHOWN)
}

/** Asks the route of the source; null if it gives no answer, or other fields have to be filled in first. */
async function asked(source: Source, form: HTMLFormElement | null, typed: string): Promise<Choice[] | null> {
  const query: Record<string, string> = { ...source.query }
  if (typed !== '') query[source.keyword] = typed
  for (const [name, field] of Object.entries(source.fields ?? {})) {
    const { value = '' } = (form?.elements.namedItem(field) ?? {}) as { value?: string }
    if (value.trim() === '') return null
    query[name] = value.trim()
  }
  const reply = await call<unknown>(source.route!, { query })
  if (!reply.ok) return null
  const { data } = reply
  const rows = Array.isArray(data) ? data : (data as Readonly<Record<string, unknown>>)[source.rows ?? 'rows']
  return (rows as Row[]).map((row): Choice => [String(row[source.value]), String(row[source.label])])
}

interface Combobox {
  source: Source
  input: HTMLInputElement
  list: HTMLElement
  status: HTMLElement
  /** Holds the value if that is not the text itself. */
  holder: HTMLInputElement | null
  choices: readonly Choice[]
  /** Place of the choice that the arrows have reached; -1 for none. */
  active: number
  /** The text of the present choice. */
  label: string
  /** Number of the last search: the answer to an earlier one is too late. */
  searches: number
}

const isOpen = ({ list }: Combobox) => !list.hidden

/** Whether there is a text that has been typed and is no choice. */
const isUnsettled = ({ holder, input, label }: Combobox) => holder !== null && input.value !== label

function tellChange(control: HTMLInputElement): void {
  for (const kind of ['input', 'change']) control.dispatchEvent(new Event(kind, { bubbles: true }))
}

function mark(box: Combobox, index: number): void {
  const { list, input } = box
  list.children[box.active]?.setAttribute('aria-selected', 'false')
  box.active = index
  const option = list.children[index]
  if (!option) return input.removeAttribute('aria-activedescendant')
  option.setAttribute('aria-selected', 'true')
  option.scrollIntoView({ block: 'nearest' })
  return input.setAttribute('aria-activedescendant', option.id)
}

function say(box: Combobox, text: string, isSeen = false): void {
  box.status.textContent = text
  box.status.classList.toggle('unseen', !isSeen)
}

function close(box: Combobox): void {
  box.searches += 1
  box.list.hidden = true
  box.input.setAttribute('aria-expanded', 'false')
  mark(box, -1)
  say(box, '')
}

/** What stays free of the list: the bar of pages at the bottom of a phone. */
const MARGIN = 72

/** Opens above the field where there is more room; the keyboard of a phone takes its part of the screen. */
function place({ input, list }: Combobox): void {
  const { top, bottom } = input.getBoundingClientRect()
  const below = (window.visualViewport?.height ?? innerHeight) - MARGIN - bottom
  list.classList.toggle('up', below < list.offsetHeight && top - MARGIN > below)
}

function show(box: Combobox, choices: readonly Choice[]): void {
  const { list, input, holder } = box
  const count = choices.length
  box.choices = choices
  mark(box, -1)
  list.replaceChildren(
    ...choices.map((choice, index) =>
      make('li', { id: `${list.id}-${index}`, role: 'option', 'aria-selected': 'false' }, textIn(choice)),
    ),
  )
  list.hidden = count === 0
  input.setAttribute('aria-expanded', String(count > 0))
  place(box)
  if (count > 0) return say(box, textOf(texts, 'found', language(), { count }))
  // A text that may be any is not wrong without a choice.
  return say(box, holder ? textOf(texts, 'nothingFound', language()) : '', true)
}

/** Shows what fits; everything while the text is that of the present choice, so that another one can be seen. */
async function search(box: Combobox): Promise<void> {
  const { source, input, holder } = box
  const mine = (box.searches += 1)
  const typed = holder && !isUnsettled(box) ? '' : input.value.trim()
  const found = source.options ? matching(source.options, typed) : await asked(source, input.form, typed)
  if (mine !== box.searches || document.activeElement !== input) return
  show(box, found ?? [])
  // The present choice is where the arrows begin.
  if (holder && typed === '' && box.label !== '')
    mark(
      box,
      box.choices.findIndex((choice) => textIn(choice) === box.label),
    )
}

function choose(box: Combobox, index: number): void {
  const choice = box.choices[index]
  if (!choice) return
  const { input, holder } = box
  input.value = box.label = textIn(choice)
  if (holder) holder.value = choice[0]
  close(box)
  tellChange(holder ?? input)
}

/** A text that is no choice gives way to the present one; an emptied field has none. */
function settle(box: Combobox): void {
  const { input, holder, choices, label } = box
  if (!holder || !isUnsettled(box)) return close(box)
  const typed = plain(input.value)
  const meant = choices.findIndex((choice) => plain(textIn(choice)) === typed)
  if (meant >= 0) return choose(box, meant)
  close(box)
  if (typed !== '') {
    input.value = label
    return undefined
  }
  holder.value = box.label = ''
  return tellChange(holder)
}

async function step(box: Combobox, by: number): Promise<void> {
  if (!isOpen(box)) await search(box)
  const { length } = box.choices
  if (!isOpen(box)) return
  const first = by > 0 ? 0 : length - 1
  mark(box, box.active < 0 ? first : (box.active + by + length) % length)
}

/** What a key does; true if that is all that it does. */
const KEYS: Readonly<Record<string, (box: Combobox, event: KeyboardEvent) => boolean>> = {
  ArrowDown: (box, { altKey }) => {
    void (altKey ? search(box) : step(box, 1))
    return true
  },
  ArrowUp: (box, { altKey }) => {
    if (altKey) close(box)
    else void step(box, -1)
    return true
  },
  Enter: (box) => {
    if (isOpen(box) && box.active >= 0) {
      choose(box, box.active)
      return true
    }
    const wasUnsettled = isUnsettled(box)
    settle(box)
    return wasUnsettled
  },
  Escape: (box) => {
    const wasOpen = isOpen(box)
    close(box)
    return wasOpen
  },
  Tab: (box) => {
    if (isOpen(box) && box.active >= 0) choose(box, box.active)
    return false
  },
}

function listen(box: Combobox): void {
  const { source, input, list, holder } = box
  let timer = 0
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || !KEYS[event.key]?.(box, event)) return
    event.preventDefault()
    event.stopPropagation()
  })
  input.addEventListener('input', () => {
    // A choice, or what another script of the page puts in, is not typed.
    if (document.activeElement !== input) box.label = input.value
    if (document.activeElement !== input || (!holder && input.value === box.label)) return
    clearTimeout(timer)
    if (source.options) void search(box)
    else timer = window.setTimeout(() => void search(box), TYPING_PAUSE_MS)
  })
  input.addEventListener('click', () => {
    if (!isOpen(box)) void search(box)
  })
  input.addEventListener('blur', () => {
    clearTimeout(timer)
    settle(box)
  })
  // The field keeps the focus while a choice is touched.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) =>
    choose(box, [...list.children].indexOf((target as Element).closest('[role=option]')!)),
  )
}

/** Follows a combobox: arrows, Enter, Escape, Tab, Alt with an arrow, typing, and touch. */
export function follow(element: HTMLElement): void {
  const input = element.querySelector<HTMLInputElement>('[role=combobox]')!
  const box: Combobox = {
    source: JSON.parse(element.dataset['source']!) as Source,
    input,
    list: element.querySelector<HTMLElement>('[role=listbox]')!,
    status: element.querySelector<HTMLElement>('[role=status]')!,
    holder: element.querySelector<HTMLInputElement>('[data-shown]'),
    choices: [],
    active: -1,
    label: input.defaultValue,
    searches: 0,
  }
  listen(box)
  // It may have been typed in before this script was there.
  if (input.value === input.defaultValue) return
  if (document.activeElement === input) void search(box)
  else settle(box)
}
