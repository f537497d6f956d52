/** The size of a page in tenths of a millimetre, which all marks are placed in. */
export const PAGE_WIDTH = 2100
export const PAGE_HEIGHT = 1400

/** The part of a text's width to the left of its anchor. */
export const SHARE_BEFORE = { start: 0, middle: 0.5, end: 1 } as const
export const STAMP_COLOR = '#dd1111'

/** Escapes text for XML elements and attributes. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const twoDigits = (value: number): string => String(value).padStart(2, '0')
