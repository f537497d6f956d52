import { z } from 'zod'
import { choice } from '../words.ts'

export const IMPORT_OUTCOMES = ['created', 'updated', 'refused'] as const
export const IMPORT_OUTCOME_LABELS = {
  created: { 'zh-CN': '已新增', en: 'Added' },
  updated: { 'zh-CN': '已更新', en: 'Updated' },
  refused: { 'zh-CN': '未导入', en: 'Not imported' },
} as const

/** What became of a row of an imported file. */
export const importedRow = {
  rowNumber: z.int().meta({ description: 'Row number in the spreadsheet; the header row is 1' }),
  name: z.string().nullable(),
  outcome: choice(IMPORT_OUTCOMES, IMPORT_OUTCOME_LABELS).meta({ description: 'What became of it' }),
  message: z.string().meta({ description: 'Why the row was not imported; empty if it was' }),
}
export type ImportedRow = z.infer<z.ZodObject<typeof importedRow>>
