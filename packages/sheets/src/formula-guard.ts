// Characters that make a spreadsheet read a text as a formula when it is typed or imported from CSV, in both widths
// (OWASP, CSV Injection).
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/
const MARK = "'"
const GUARDED = /^'[=+\-@\t\r\n＝＋－＠]/

/** Returns the text in a form that no spreadsheet reads as a formula, even after it was saved as CSV. */
export const neutralize = (text: string) => (FORMULA_START.test(text) ? MARK + text : text)

/** Reverts `neutralize`, so that an exported file can be imported again. */
export const restore = (text: string) => (GUARDED.test(text) ? text.slice(MARK.length) : text)
