import type { z } from 'zod'

/** As much of a schema's inside as tells what an input needs to know. */
interface Inside {
  maxLength?: number | null
  def: { innerType?: Inside; in?: Inside }
}

/** The longest text that the contract takes for a field. */
export function maxLengthOf(schema: z.ZodType): number | undefined {
  for (
    let part: Inside | undefined = schema as unknown as Inside;
    part;
    part = part.def.innerType ?? part.def.in
  )
    if (typeof part.maxLength === 'number') return part.maxLength
  return undefined
}

export const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success
export const isNullable = (schema: z.ZodType): boolean => schema.safeParse(null).success
