import { isTest } from './house.ts'
import type { Rule } from './rule.ts'
import type { Source } from './source.ts'

/** Tests, what they share, and what draws their test data. */
const isKit = (path: string): boolean => isTest(path) || path.startsWith('e2e/') || path.includes('/synth/')

const CONSTANT = /^[A-Z][A-Z0-9_]*$/
const NAMED_AS_LIMIT = /(?:^|_)(?:MAX|MIN)(?:_|$)/
/** A number, or what is calculated from numbers and other constants. */
const NUMBER = /^[\s()]*(?:[A-Z][A-Z0-9_]*[\s()]*[*/+-]+)?[\s()]*\d[\s()\w.*/+-]*$/

const declaredAs = ({ code }: Source, name: string): string =>
  new RegExp(`export const ${name}(?:\\s*:[^=]+)?\\s*=([^\\n;]*)`).exec(code)?.[1] ?? ''

/**
 * A test that imports a limit passes whatever the limit becomes. So a test, and everything that tests share, has limits
 * as numbers of its own.
 */
export const limitsAreNumbersInTests: Rule = {
  id: 'limits-are-numbers-in-tests',
  find: (sources) => {
    const byPath = new Map(sources.map((source) => [source.path, source]))
    const isLimit = (target: string, name: string): boolean => {
      const source = byPath.get(target)
      if (!CONSTANT.test(name)) return false
      return NAMED_AS_LIMIT.test(name) || (source !== undefined && NUMBER.test(declaredAs(source, name)))
    }
    return sources
      .filter(({ path }) => isKit(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ target }) => !isKit(target))
          .flatMap(({ target, names, line }) => {
            const limits = names.filter((name) => isLimit(target, name))
            return limits.length === 0
              ? []
              : [{ path, line, message: `${limits.join(', ')} of ${target}: write the number in the test` }]
          }),
      )
  },
}
