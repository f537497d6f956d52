import { parseXml } from './xml-events.ts'

// Ids of the built-in date formats, including those of East Asian versions (ECMA-376 part 1, 18.8.30).
const BUILT_IN_DATES: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]
/**
 * Literal and conditional parts of a format: "text", \x, _x, *x, [Red]. Of brackets only [h], [m] and [s] count time.
 */
const LITERALS = /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi
const DATE_LETTERS = /[ymdhs]/i

/** Excel takes 255 characters. */
const FORMAT_MAX = 1000

const showsDate = (code: string) => {
  const [positive = ''] = code.slice(0, FORMAT_MAX).replace(LITERALS, '').split(';')
  return DATE_LETTERS.test(positive.replace(/general/i, ''))
}

/** Returns, for the style index of a cell, whether its format shows a number as a date. */
export function dateFormats(styles: Buffer | undefined): (style: string | undefined) => boolean {
  // Decided once for each format, since any number of cell formats may refer to one.
  const own = new Map<string, boolean>()
  const formats: string[] = []
  let inCellFormats = false
  if (styles)
    parseXml(styles, {
      open(name, attributes) {
        if (name === 'numFmt')
          own.set(attributes.get('numFmtId') ?? '', showsDate(attributes.get('formatCode') ?? ''))
        else if (name === 'cellXfs') inCellFormats = true
        else if (name === 'xf' && inCellFormats) formats.push(attributes.get('numFmtId') ?? '0')
      },
      close(name) {
        if (name === 'cellXfs') inCellFormats = false
      },
    })
  const areDates = formats.map((id) => {
    const known = own.get(id)
    return known ?? BUILT_IN_DATES.some(([first, last]) => Number(id) >= first && Number(id) <= last)
  })
  return (style) => areDates[Number(style ?? 0)] ?? false
}
