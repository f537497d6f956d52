/** A kind of notice that is off is told in no way; what was chosen stays, for when it is on again. */
export function follow(element: HTMLElement): void {
  element.addEventListener('input', ({ target }) => {
    const kind = (target as Element).closest('.kind')
    if (!kind) return
    const isOff = kind.querySelector('select')!.value === 'off'
    for (const way of kind.querySelectorAll<HTMLInputElement>('input')) {
      if (way === target) way.toggleAttribute('data-chosen', way.checked)
      way.disabled = isOff || 'unreachable' in way.dataset
      way.checked = !isOff && 'chosen' in way.dataset
    }
  })
}
