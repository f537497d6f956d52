import { SheetError } from './sheet-error.ts'
import { parseXml } from './xml-events.ts'

/** More than the cells of an import have. */
const STRINGS_MAX = 1_000_000

/** More than Excel stores in a cell, including escapes; longer texts are cut here. */
export const STORED_TEXT_MAX = 100_000

// A character written as _xHHHH_ (ECMA-376 part 1, 22.9.2.19).
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g

export const unescapeText = (text: string) =>
  text.replace(ESCAPED, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Collects the text of a string element: its runs, without the phonetic hints of East Asian text. */
export class StringText {
  #text = ''
  #inText = false
  #inReadingAid = false

  open(name: string): void {
    if (name === 't') this.#inText = true
    else if (name === 'rPh') this.#inReadingAid = true
  }

  close(name: string): void {
    if (name === 't') this.#inText = false
    else if (name === 'rPh') this.#inReadingAid = false
  }

  add(text: string): void {
    if (this.#inText && !this.#inReadingAid && this.#text.length < STORED_TEXT_MAX)
      this.#text += text.slice(0, STORED_TEXT_MAX)
  }

  take(): string {
    const text = unescapeText(this.#text)
    this.#text = ''
    return text
  }
}

/**
 * Returns the strings that cells refer to by index. Refuses with TOO_LARGE if there are more than an import
 * needs.
 */
export function sharedStrings(part: Buffer | undefined): string[] {
  const strings: string[] = []
  if (!part) return strings
  const current = new StringText()
  parseXml(part, {
    open: (name) => current.open(name),
    text: (text) => current.add(text),
    close(name) {
      current.close(name)
      if (name !== 'si') return
      if (strings.length >= STRINGS_MAX) throw new SheetError('TOO_LARGE')
      // Trimmed once: any number of cells may refer to a text of a hundred thousand spaces.
      strings.push(current.take().trim())
    },
  })
  return strings
}
