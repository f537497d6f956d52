import type { Option } from '../../lib/dictionary.ts'

const SEPARATOR = /、|,\s*/

/** Choices from what a project answers: the accounts, and their names as one text in the same order. */
export function namedAccounts(ids: readonly number[], names: string): Option[] {
  const labels = names.split(SEPARATOR)
  return ids.map((id, index) => ({ value: String(id), label: labels[index] ?? String(id) }))
}
