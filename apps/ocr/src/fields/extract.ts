import type { FieldSource, TextLine } from '@consilium/contract/recognition.ts'
import { type ExtractedFields, noFields } from './fields.ts'

export type { ExtractedFields } from './fields.ts'

/** The twelve fields that the lines of a page show; null for those that they do not. */
export function extractFields(_lines: TextLine[], _source: Extract<FieldSource, 'text' | 'layer'>): ExtractedFields {
  return noFields()
}
