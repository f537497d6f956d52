import { Refusal } from '../refusal.ts'
import { parseXml } from './xml-events.ts'

/** More than the cells of an import hold. */
const STRINGS_MAX = 1_000_000

/** More than Excel stores for a cell, escapes included; of a longer text no more is gathered. */
export const STORED_TEXT_MAX = 100_000

// ECMA-376 part 1, 22.9.2.19: a character written as _xHHHH_.
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g

export const unescapeText = (text: string) =>
  text.replace(ESCAPED, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Gathers the text of a string element: its runs in a row, without the reading aids of East Asian text. */
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

/** The strings that cells refer to by number. Refuses SHEET_TOO_LARGE for more than any import needs. */
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
      if (strings.length >= STRINGS_MAX) throw new Refusal('SHEET_TOO_LARGE')
      strings.push(current.take())
    },
  })
  return strings
}
