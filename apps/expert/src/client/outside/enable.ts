/** Enables what the script of the page is needed for. */
export function enable(part: ParentNode): void {
  for (const form of part.querySelectorAll('form')) form.noValidate = true
  for (const button of part.querySelectorAll<HTMLButtonElement>('[data-awaits]')) button.disabled = false
}
