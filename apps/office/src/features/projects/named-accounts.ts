import type { Option } from '../../lib/dictionary.ts'

/** Not a comma, which many names have: “Co., Ltd.” */
const SEPARATOR = '、'

/** Choices from what a project answers: the accounts, and their names as one text in the same order. */
export function namedAccounts(ids: readonly number[], names: string): Option[] {
  const labels = names.split(SEPARATOR)
  return ids.map((id, index) => ({ value: String(id), label: labels[index] ?? String(id) }))
}
