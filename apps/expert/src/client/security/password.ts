/** A code to the phone takes the place of the present password, or the other way round. */
export function follow(page: HTMLElement): void {
  const box = page.querySelector<HTMLInputElement>('#by-code')
  box?.addEventListener('change', () => {
    for (const part of page.querySelectorAll<HTMLFieldSetElement>('fieldset[data-part]')) {
      const isChosen = (part.dataset['part'] === 'code') === box.checked
      part.hidden = part.disabled = !isChosen
    }
  })
}
