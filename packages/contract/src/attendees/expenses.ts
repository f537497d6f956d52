import type { z } from 'zod'
import type { Words } from '../errors.ts'
import { choice } from '../words.ts'

const label = (zh: string, en: string): Words => ({ 'zh-CN': zh, en })

/** What money of a project is spent on: the lines of its budget, and the categories of its invoices. */
export const EXPENSE_LABELS = {
  labor: label('劳务费', 'Fees'),
  meals: label('餐费', 'Meals'),
  venue: label('场地费', 'Venue'),
  travel: label('交通费', 'Travel'),
  lodging: label('住宿费', 'Lodging'),
  materials: label('资料制作费', 'Materials'),
  other: label('其他', 'Other'),
} as const
export const EXPENSE_CATEGORIES = [
  'labor',
  'meals',
  'venue',
  'travel',
  'lodging',
  'materials',
  'other',
] as const
export const ExpenseCategory = choice(EXPENSE_CATEGORIES, EXPENSE_LABELS).meta({
  description: 'What the money is spent on',
})
export type ExpenseCategory = z.infer<typeof ExpenseCategory>
