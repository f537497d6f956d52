import { z } from 'zod'
import { PRIVACY_NOTICE } from '@consilium/contract/consents/consent-texts.ts'
import type { OperationName } from '@consilium/contract/routes.ts'
import { freshCreditCode, freshName, freshPhone, SMS_CODE } from '../harness.ts'

/** Two different values of a field, or a function that makes one more each time that a route writes it. */
export type Values = readonly [unknown, unknown] | ((route: OperationName) => unknown)

/** Fields that are unique, and those that only one value fits. */
const BY_NAME: Readonly<Record<string, () => unknown>> = {
  phone: freshPhone,
  userName: () => freshName('user-'),
  creditCode: freshCreditCode,
  smsCode: () => SMS_CODE,
  privacyVersion: () => PRIVACY_NOTICE.version,
}

interface JsonSchema {
  enum?: unknown[]
  const?: unknown
  default?: unknown
  example?: unknown
  anyOf?: JsonSchema[]
}

const choices = (schema: JsonSchema): unknown[] => [
  ...(schema.enum ?? []),
  ...(schema.const === undefined ? [] : [schema.const]),
  ...(schema.anyOf ?? []).flatMap(choices),
]

/** The example, and the same with another last digit: `2026-11-20 09:30:00` → `2026-11-20 09:40:00`. */
const examples = ({ example, anyOf = [] }: JsonSchema): unknown[] => [
  ...(typeof example === 'string'
    ? [example, example.replace(/[1-8](?=[^1-8]*$)/, (digit) => String(Number(digit) + 1))]
    : []),
  ...anyOf.flatMap(examples),
]

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Two values that the shape of the field takes. Values that an omitted field could have stand last: what it is by
 * default, and false.
 */
export function valuesOf(name: string, schema: z.ZodType): Values {
  const own = BY_NAME[name]
  if (own) return own
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const found = [
    ...choices(json).toReversed(),
    ...examples(json),
    `${name} 一`,
    `${name} two`,
    true,
    false,
    7,
    8,
    ['one'],
    ['one', 'two'],
  ].filter((value) => schema.safeParse(value).success && value !== null)
  const [first, second] = found.filter((value) => !isSame(value, json.default))
  if (first === undefined) throw new Error(`no value fits the field ${name}: give two`)
  const other = second ?? json.default
  if (other === undefined) throw new Error(`only ${JSON.stringify(first)} fits the field ${name}: give two`)
  return [first, other]
}
