import { z } from 'zod'

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
/** A setting whose value is empty counts as not set. */
export const setting = <T extends z.ZodType>(schema: T, meaning: string) =>
  z.preprocess(blankIsAbsent, schema).describe(meaning)
