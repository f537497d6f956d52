import { minute } from '@consilium/web-kit/format.ts'
import { staleTexts } from '@consilium/web-kit/words/stale-texts.ts'
import { textOf } from '@consilium/web-kit/texts.ts'
import type { Reply } from './call.ts'
import { closeDialog, openDialog } from './dialogs.ts'
import { make } from './elements.ts'
import { initialOf, isChanged, namedIn, shownOf, tellAbove, type Control } from './forms.ts'
import { readPage } from './page.ts'
import { language } from './words.ts'

const say = (key: keyof (typeof staleTexts)['pairs'], options: Record<string, string> = {}) =>
  textOf(staleTexts, key, language(), options)

/** A field here and in the page as somebody else has left it. */
interface Pair {
  mine: Control
  theirs: Control
}

const labelOf = ({ id }: Control) =>
  document.querySelector(`label[for="${id}"]`)?.firstChild?.textContent ?? id

/** Like `shownOf`, in the page that the control belongs to. */
const shownIn = (control: Control): Control =>
  (control.ownerDocument.getElementById(control.dataset['shown'] ?? '') as Control | null) ?? control

/** A value as people see it. */
function wordsOf(control: Control): string {
  const shown = shownIn(control)
  return shown instanceof HTMLSelectElement ? (shown.selectedOptions[0]?.textContent ?? '') : shown.value
}

/** Whether somebody else has changed it since this page was shown. */
const isChangedThere = ({ mine, theirs }: Pair): boolean => initialOf(mine) !== theirs.value

/** Makes a value that which the page was shown with, and shows another one. */
function setBoth(control: Control, initial: string, value: string): void {
  if (control instanceof HTMLSelectElement)
    for (const option of control.options) option.defaultSelected = option.value === initial
  else control.defaultValue = initial
  control.value = value
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

interface Comparison {
  form: HTMLFormElement
  newest: HTMLFormElement
  pairs: readonly Pair[]
  said: string
}

/** Takes over what somebody else has changed; of what both have changed, it keeps what was typed in the `kept` fields. */
function loadNewest({ form, newest, pairs }: Comparison, kept: readonly string[]): void {
  for (const pair of pairs) {
    const { mine, theirs } = pair
    const isKept = isChanged(mine) && (!isChangedThere(pair) || kept.includes(mine.name))
    const [shown, theirShown] = [shownOf(mine), shownIn(theirs)]
    const typed = isKept ? [mine.value, shown.value] : [theirs.value, theirShown.value]
    setBoth(mine, theirs.value, typed[0]!)
    if (shown !== mine) setBoth(shown, theirShown.value, typed[1]!)
  }
  form.dataset['body'] = newest.dataset['body']!
  tellAbove(form, 'info', make('p', {}, say('loadedNewest')))
}

/** One of two values, as a radio button with what it says. */
function sideOf(name: string, side: 'theirs' | 'mine', text: string): HTMLElement {
  const radio = make('input', { type: 'radio', name: `stale-${name}`, value: side })
  return make(
    'label',
    { class: 'card' },
    make('span', { class: 'named' }, radio, say(side)),
    make('span', { class: 'lines soft' }, text === '' ? say('nothing') : text),
  )
}

/** Asks which value stays of each field that both have changed. */
function askFor(comparison: Comparison, conflicts: readonly Pair[]): void {
  const choices = conflicts.map(({ mine, theirs }) =>
    make(
      'fieldset',
      {},
      make('legend', { class: 'strong' }, labelOf(shownOf(mine))),
      sideOf(mine.name, 'theirs', wordsOf(theirs)),
      sideOf(mine.name, 'mine', wordsOf(mine)),
    ),
  )
  const use = make('button', { type: 'button', class: 'button main', disabled: true }, say('use'))
  const later = make('button', { type: 'button', class: 'button plain' }, say('later'))
  const dialog = make(
    'dialog',
    { 'aria-label': say('bothChanged') },
    make('h2', {}, say('bothChanged')),
    make('p', {}, comparison.said),
    ...choices,
    make('div', { class: 'buttons' }, use, later),
  )
  const chosen = () => [...dialog.querySelectorAll<HTMLInputElement>('input:checked')]
  const end = () => {
    closeDialog(dialog)
    dialog.remove()
  }
  dialog.addEventListener('change', () => (use.disabled = chosen().length < conflicts.length))
  later.addEventListener('click', end)
  use.addEventListener('click', () => {
    const mine = chosen().filter(({ value }) => value === 'mine')
    loadNewest(
      comparison,
      mine.map(({ name }) => name.slice('stale-'.length)),
    )
    end()
  })
  document.body.append(dialog)
  openDialog(dialog)
}

/** Somebody else has changed the record: says who and what, and takes it over without losing what was typed. */
export async function offerNewest(
  form: HTMLFormElement,
  { error }: Extract<Reply<unknown>, { ok: false }>,
): Promise<void> {
  const newest = (await readPage())?.getElementById(form.id) as HTMLFormElement | null
  if (!newest) return location.reload()
  const pairs = namedIn(form).flatMap((mine): Pair[] => {
    const theirs = namedIn(newest).find(({ name }) => name === mine.name)
    return theirs ? [{ mine, theirs }] : []
  })
  const others = pairs.filter((pair) => isChangedThere(pair))
  const conflicts = others.filter(({ mine, theirs }) => isChanged(mine) && mine.value !== theirs.value)
  const fields = others.filter((pair) => !isChanged(pair.mine)).map(({ mine }) => labelOf(shownOf(mine)))
  const by = error?.changedBy
  const said = [
    by ? say('changedBy', { name: by.name, time: minute(by.time) }) : '',
    fields.length > 0 ? say('changedFields', { fields: fields.join(say('comma')) }) : '',
  ]
    .filter(Boolean)
    .join(' ')
  const comparison = { form, newest, pairs, said }
  const hasConflicts = conflicts.length > 0
  const act = () => (hasConflicts ? askFor(comparison, conflicts) : loadNewest(comparison, []))
  const button = make(
    'button',
    { type: 'button', class: 'button plain' },
    say(hasConflicts ? 'bothChanged' : 'loadNewest'),
  )
  button.addEventListener('click', act)
  tellAbove(
    form,
    'warning',
    make('strong', {}, say('stale')),
    ...[said, hasConflicts ? '' : say('staleHint')].filter(Boolean).map((text) => make('p', {}, text)),
    button,
  )
  if (hasConflicts) act()
}
