import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor, type Argument, type CallExpression, type NewExpression } from 'oxc-parser'

/** A regular expression of the product and its place. */
export interface Pattern {
  source: string
  flags: string
  place: string
}

/** Sources that process user input. Tests and scripts match their own texts. */
export const PRODUCT_SOURCES = ['{packages,apps}/*/src/**/*.{ts,tsx}']
const TEST = /\.test\.tsx?$/

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

const textOf = (argument: Argument | undefined): string =>
  argument?.type === 'Literal' && typeof argument.value === 'string' ? argument.value : ''

/**
 * Every regular expression literal of a file, and every `new RegExp` of a literal; other `new RegExp` have no source to
 * check.
 */
export function patternsIn(path: string, text: string): { patterns: Pattern[]; unchecked: string[] } {
  const patterns: Pattern[] = []
  const unchecked: string[] = []
  const placeOf = (offset: number) => `${path}:${lineAt(text, offset)}`
  const made = ({ callee, arguments: [source, flags], start }: NewExpression | CallExpression) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
    if (source?.type !== 'Literal' || !('value' in source)) unchecked.push(placeOf(start))
    else if (typeof source.value === 'string')
      patterns.push({ source: source.value, flags: textOf(flags), place: placeOf(start) })
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node)
        patterns.push({ source: node.regex.pattern, flags: node.regex.flags, place: placeOf(node.start) })
    },
    NewExpression: made,
    CallExpression: made,
  }).visit(parseSync(path, text).program)
  return { patterns, unchecked }
}

/** Returns all patterns of the product. */
export function readPatterns(): { patterns: Pattern[]; unchecked: string[] } {
  const paths = globSync(PRODUCT_SOURCES, { exclude: (name) => name.split('/').includes('node_modules') })
  const found = paths
    .filter((path) => !TEST.test(path))
    .map((path) => patternsIn(path, readFileSync(path, 'utf8')))
  return {
    patterns: found.flatMap(({ patterns }) => patterns),
    unchecked: found.flatMap(({ unchecked }) => unchecked),
  }
}
