import type { Route } from '@consilium/contract/route.ts'
import type { Option } from '../../lib/dictionary.ts'

/** Source of choices: a route that returns options for a keyword, or a list whose rows are converted to options. */
export interface OptionSource {
  route: Route
  /** Parameters of its path. */
  params?: Record<string, unknown>
  query: (keyword: string) => Record<string, string>
  /** From the rows of a page, or from a list that is answered whole. */
  options: (answered: unknown[]) => Option[]
}

interface AnsweredOption {
  label: string
  value: number
}

/** A source for routes that take `keyword` and return options. */
export const keywordOptions = (
  route: Route,
  fixed: Record<string, string> = {},
  params?: Record<string, unknown>,
): OptionSource => ({
  route,
  ...(params ? { params } : {}),
  query: (keyword): Record<string, string> => (keyword === '' ? fixed : { ...fixed, keyword }),
  options: (answered) =>
    (answered as AnsweredOption[]).map(({ label, value }) => ({ label, value: String(value) })),
})
