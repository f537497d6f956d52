/** Browsers before 2022 have no dialogs of their own: there the element is shown in its place. */
export function openDialog(dialog: HTMLDialogElement): void {
  if (typeof dialog.showModal === 'function') dialog.showModal()
  else dialog.setAttribute('open', '')
}

export function closeDialog(dialog: HTMLDialogElement): void {
  if (typeof dialog.close === 'function') dialog.close()
  else dialog.removeAttribute('open')
}

const dialogOf = (id: string) => document.getElementById(id) as HTMLDialogElement | null

/** Follows buttons that open and close dialogs of the page. */
export function followDialogs(target: Element): boolean {
  const opens = target.closest<HTMLElement>('[data-opens]')?.dataset['opens']
  if (opens !== undefined) openDialog(dialogOf(opens)!)
  const closes = target.closest<HTMLElement>('[data-closes]')?.dataset['closes']
  const closed = closes === undefined ? null : dialogOf(closes)
  // A copy may have removed itself already.
  if (closed) closeDialog(closed)
  return opens !== undefined || closes !== undefined
}
