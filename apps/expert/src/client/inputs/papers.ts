/** Shows the fields that a chosen document does not say (`data-of` names the documents), and leaves the others out. */
export function follow(element: HTMLElement): void {
  const kind = element.querySelector<HTMLSelectElement>('[name=idType]')!
  const show = () => {
    for (const part of element.querySelectorAll<HTMLElement>('[data-of]')) {
      const isAsked = part.dataset['of']!.split(' ').includes(kind.value)
      part.hidden = !isAsked
      for (const control of part.querySelectorAll<HTMLInputElement>('input, select'))
        control.disabled = !isAsked
    }
  }
  kind.addEventListener('input', show)
  show()
}
