import {
  isApplication,
  isMigration,
  LONG_FUNCTIONS,
  MAX_COMPONENT_LINES,
  MAX_FUNCTION_LINES,
} from './house.ts'
import type { Rule } from './rule.ts'

const mostIn = (path: string): number =>
  LONG_FUNCTIONS[path]?.lines ?? (path.endsWith('.tsx') ? MAX_COMPONENT_LINES : MAX_FUNCTION_LINES)

/** No function of the product is longer than a screen, so that it can be read without scrolling. */
export const functionsFitAScreen: Rule = {
  id: 'functions-fit-a-screen',
  find: (sources) =>
    sources
      .filter(({ path }) => isApplication(path) && !isMigration(path))
      .flatMap(({ path, functions }) =>
        functions
          .filter(({ lines }) => lines > mostIn(path))
          .map(({ line, lines }) => ({
            path,
            line,
            message: `a function of ${lines} lines, more than ${mostIn(path)}`,
          })),
      ),
}
