/** What a contract is called at its head. */
export const CONTRACT_TITLE = '劳务协议'

const NUMBER_DIGITS = 8

/** `LA-00000731`. The number of an attendee's agreement never changes. */
export const agreementNumber = (attendeeId: number): string =>
  `LA-${String(attendeeId).padStart(NUMBER_DIGITS, '0')}`

const ARTICLE = /^第[〇一二三四五六七八九十百]+条[\s　]*\S{0,30}$/
const CLAUSE = /^(\d+(?:\.\d+)+|（[一二三四五六七八九十]+）)\s*(\S.*)$/s

/** A line of a contract: an article's heading, a numbered clause or prose. */
export type ContractLine =
  | { kind: 'heading'; text: string }
  | { kind: 'clause'; number: string; text: string }
  | { kind: 'prose'; text: string }

/** Recognizes a line, for the document and for its reading on the screen alike. */
export function contractLine(line: string): ContractLine {
  if (ARTICLE.test(line)) return { kind: 'heading', text: line }
  const [, number, text] = CLAUSE.exec(line) ?? []
  return number !== undefined && text !== undefined
    ? { kind: 'clause', number, text }
    : { kind: 'prose', text: line }
}

/** The lines of a contract without empty ones. */
export const contractLines = (protocol: string): ContractLine[] =>
  protocol
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(contractLine)
