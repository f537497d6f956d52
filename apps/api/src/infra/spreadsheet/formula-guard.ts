// OWASP, CSV Injection: what a spreadsheet takes for a formula once the text is typed or read from CSV, in either width.
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/
const MARK = "'"
const GUARDED = /^'[=+\-@\t\r\n＝＋－＠]/

/** Text that no spreadsheet takes for a formula, not even after it was saved as CSV. */
export const neutralize = (text: string) => (FORMULA_START.test(text) ? MARK + text : text)

/** The text that `neutralize` was given: an exported file can be imported again. */
export const restore = (text: string) => (GUARDED.test(text) ? text.slice(MARK.length) : text)
