import { dictionaryRoutes } from '@consilium/contract/dictionaries/dictionaries.ts'
import type { Visit } from '../visit.ts'

/** Reads the labels of a dictionary in the language of the page; a value without a label is shown as it is. */
export async function readLabels(
  { client, language }: Visit,
  dictType: string,
): Promise<(value: string) => string> {
  const rows = await client.call(dictionaryRoutes.dataOfType, { params: { dictType } })
  const labels = new Map(
    rows.map((row) => [row.dictValue, language === 'en' ? row.dictLabelEn : row.dictLabel]),
  )
  return (value) => labels.get(value) ?? value
}

/** Dictionaries that an operator may maintain; without one of them its fields suggest nothing. */
type Suggesting = 'department' | 'professional_title' | 'plan_category' | 'project_form'

/** Reads the texts that a field suggests. */
export async function readSuggestions({ client, language }: Visit, dictType: Suggesting): Promise<string[]> {
  const rows = await client.call(dictionaryRoutes.dataOfType, { params: { dictType } })
  return rows.map((row) => (language === 'en' ? row.dictLabelEn : row.dictLabel))
}
