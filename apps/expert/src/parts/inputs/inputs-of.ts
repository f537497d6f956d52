import { labelOf } from '@consilium/contract/record.ts'
import { isNullable, isOptional, maxLengthOf } from '@consilium/web-kit/schema.ts'
import type { z } from 'zod'
import type { View } from '../../visit.ts'
import type { FieldProps } from '../fields.tsx'

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** What the contract says of the fields of a body, with the values of a record: label, length, and whether it is required. */
export function inputsOf(
  view: View,
  schema: z.ZodObject,
  record: Readonly<Record<string, unknown>> = {},
): (name: string, label?: string) => FieldProps {
  return (name, label) => {
    const field = schema.shape[name] as z.ZodType | undefined
    if (!field) throw new Error(`The contract knows no field ${name}`)
    return {
      view,
      name,
      label: label ?? labelOf(field)?.[view.language === 'en' ? 1 : 0] ?? name,
      isRequired: !isOptional(field) && !isNullable(field),
      isNullable: isNullable(field),
      maxLength: maxLengthOf(field),
      value: textOf(record[name]),
    }
  }
}
