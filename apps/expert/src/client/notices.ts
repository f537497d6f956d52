/** Shows whether a kind is told of at all; what was chosen stays, for when it is on again. */
function showMode(kind: Element): void {
  const isOff = kind.querySelector('select')!.value === 'off'
  for (const way of kind.querySelectorAll('input')) {
    way.disabled = isOff || 'unreachable' in way.dataset
    way.checked = !isOff && 'chosen' in way.dataset
  }
}

const keepChoice = (way: HTMLInputElement) => way.toggleAttribute('data-chosen', way.checked)

/** A kind of notice that is off is told in no way. */
export function follow(element: HTMLElement): void {
  element.addEventListener('input', ({ target }) => {
    const kind = (target as Element).closest('.kind')
    if (!kind) return
    if (target instanceof HTMLInputElement) keepChoice(target)
    showMode(kind)
  })
  // It may have been changed before this script was there.
  for (const kind of element.querySelectorAll('.kind')) {
    for (const way of kind.querySelectorAll<HTMLInputElement>('input:enabled')) keepChoice(way)
    showMode(kind)
  }
}
