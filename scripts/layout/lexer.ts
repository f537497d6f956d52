/** A stretch of source text that is no code: a comment, or the inside of a string, template or regular expression. */
export type Stretch = { start: number; end: number; kind: 'comment' | 'text' }

/** After these a slash begins a regular expression; after anything else it divides or closes a tag. */
const BEFORE_REGEX =
  /(?:^|[(,=:[!&|?{;+*%~^>-]|\b(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield))$/

/** How much of the code before a slash is looked at: the longest keyword and its boundary. */
const MEMORY = 12

/** Where the string opened at `start` ends (its closing quote), or undefined when its line ends first. */
function closingQuote(text: string, start: number): number | undefined {
  const quote = text[start]
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at
  }
  return undefined
}

function closingSlash(text: string, start: number): number | undefined {
  let inClass = false
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === '/' && !inClass) return at
  }
  return undefined
}

/** Where the template's text from `start` ends: at its closing backtick or before a substitution. */
function templatePartEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && text[at] !== '`' && !(text[at] === '$' && text[at + 1] === '{')) {
    at += text[at] === '\\' ? 2 : 1
  }
  return Math.min(at, text.length)
}

function commentEnd(text: string, start: number): number {
  const mark = text[start + 1] === '/' ? '\n' : '*/'
  const found = text.indexOf(mark, start + 2)
  if (found === -1) return text.length
  return mark === '\n' ? found : found + mark.length
}

/**
 * Finds what is no code in TypeScript or TSX. Not a parser: a quote or slash that is not closed on
 * its own line (an apostrophe in a tag's text) is taken as an ordinary character.
 */
export function findStretches(text: string): Stretch[] {
  const stretches: Stretch[] = []
  const openTemplates: number[] = []
  let depth = 0
  let before = ''
  let at = 0
  const add = (kind: Stretch['kind'], start: number, end: number) => stretches.push({ start, end, kind })
  const readTemplate = (start: number) => {
    const end = templatePartEnd(text, start)
    add('text', start, end)
    if (text[end] === '$') openTemplates.push(depth)
    at = end + (text[end] === '$' ? 2 : 1)
  }
  const readDelimited = (end: number | undefined) => {
    if (end !== undefined) add('text', at + 1, end)
    at = (end ?? at) + 1
  }
  while (at < text.length) {
    const char = text[at] ?? ''
    const next = text[at + 1]
    if (char === '/' && (next === '/' || next === '*')) {
      const end = commentEnd(text, at)
      add('comment', at, end)
      at = end
      continue
    }
    if (char === '"' || char === "'") readDelimited(closingQuote(text, at))
    else if (char === '/' && BEFORE_REGEX.test(before.trimEnd())) readDelimited(closingSlash(text, at))
    else if (char === '`') readTemplate(at + 1)
    else if (char === '}' && openTemplates.at(-1) === depth) {
      openTemplates.pop()
      readTemplate(at + 1)
    } else {
      if (char === '{') depth++
      if (char === '}') depth--
      at++
    }
    if (char.trim() !== '') before = (before + char).slice(-MEMORY)
    else if (/\w$/.test(before)) before += ' '
  }
  return stretches
}

/** The text with the stretches of these kinds blanked, so that every offset and line stays. */
export function blank(text: string, stretches: Stretch[], kinds: Stretch['kind'][]): string {
  let result = ''
  let at = 0
  for (const { start, end, kind } of stretches) {
    if (!kinds.includes(kind)) continue
    result += text.slice(at, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ')
    at = end
  }
  return result + text.slice(at)
}
