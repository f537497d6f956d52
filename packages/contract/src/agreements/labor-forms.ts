import type { z } from 'zod'
import { DICTIONARY_LABELS } from '../labels.ts'
import { choice } from '../words.ts'

export const LABOR_FORMS = ['lecture', 'chair', 'discussion', 'review', 'consulting', 'other'] as const
export const LaborForm = choice(LABOR_FORMS, DICTIONARY_LABELS.labor_form).meta({
  description: 'Service type; formerly the column role',
})
export type LaborForm = z.infer<typeof LaborForm>
