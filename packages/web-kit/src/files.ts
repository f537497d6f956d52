export const PICTURES = 'image/jpeg,image/png,image/webp'
export const PICTURES_AND_PDF = `${PICTURES},application/pdf`

/** What the document of a plan may be. */
export const DOCUMENTS = `${PICTURES_AND_PDF},.docx,.pptx,.xlsx`

/** Whether a file fits an `accept` attribute, which browsers do not apply to dropped files. */
export function isAccepted({ name, type }: Pick<File, 'name' | 'type'>, accept: string): boolean {
  return accept.split(',').some((part) => {
    const wanted = part.trim().toLowerCase()
    if (wanted === '') return true
    if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted)
    // Without a type the server looks at the content.
    if (type === '') return true
    return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
  })
}

/** Addresses that expire within this time are renewed before use. */
const MARGIN_SECONDS = 5
const SECOND_MS = 1000

/** True if a signed address has expired or is about to; those of identity cards are valid for two minutes. */
export function isOver(url: string): boolean {
  const expires = new URLSearchParams(url.split('?')[1]).get('expires')
  return expires !== null && Number(expires) - MARGIN_SECONDS < Date.now() / SECOND_MS
}
