import { z } from 'zod'

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
/** A setting that is empty counts as left out. */
export const setting = <T extends z.ZodType>(schema: T, meaning: string) =>
  z.preprocess(blankIsAbsent, schema).describe(meaning)
