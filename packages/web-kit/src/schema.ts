import type { z } from 'zod'

/** The parts of a schema's definition that inputs need. */
interface Inside {
  maxLength?: number | null
  def: { innerType?: Inside; in?: Inside }
}

/** Returns the maximum text length of a field. */
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
