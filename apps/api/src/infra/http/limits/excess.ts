import { PROBLEMS_MAX } from '@consilium/contract/issues.ts'
import type { z } from 'zod'
import { innerDefinition, isFields } from '../input/wire-forms.ts'

type Definition = z.core.$ZodTypes['_zod']['def']
type Path = readonly PropertyKey[]

/** Longest text of a field whose schema names a form and no length. */
const FORM_TEXT_MAX = 4096
/** Space around a text is removed before its length counts. */
const SPACE_AROUND_MAX = 1000

/** Returns the most characters or items that a schema declares. */
function declaredMax(definition: Definition): number | undefined {
  for (const { _zod } of definition.checks ?? []) {
    const check = _zod.def as z.core.$ZodCheckMaxLengthDef
    if (check.check === 'max_length') return check.maximum
  }
  return undefined
}

/** Returns the longest text that a schema may take; undefined if it takes none. */
function longestText(definition: Definition): number | undefined {
  if (definition.type === 'string') return declaredMax(definition) ?? FORM_TEXT_MAX
  if (definition.type !== 'union') return undefined
  const options = definition.options.map((option) => longestText(innerDefinition(option)))
  const lengths = options.filter((length) => length !== undefined)
  return lengths.length === 0 ? undefined : Math.max(...lengths)
}

/** Collects what a schema would spend much time on. Every step is of constant cost for a value that it looks at. */
class Excess {
  readonly issues: z.core.$ZodIssue[] = []
  #unknown = 0

  get isMuch(): boolean {
    return this.#unknown > PROBLEMS_MAX || this.issues.some(({ code }) => code === 'too_big')
  }

  look(schema: z.core.$ZodType, value: unknown, path: Path): void {
    const definition = innerDefinition(schema)
    if (typeof value === 'string') this.#lookAtText(definition, value, path)
    else if (definition.type === 'object' && isFields(value)) this.#lookAtFields(definition, value, path)
    else if (definition.type === 'array' && Array.isArray(value)) this.#lookAtList(definition, value, path)
  }

  #lookAtText(definition: Definition, value: string, path: Path): void {
    const maximum = longestText(definition)
    if (maximum !== undefined && value.length > maximum + SPACE_AROUND_MAX)
      this.#tooBig('string', maximum, path)
  }

  #lookAtFields({ shape }: z.core.$ZodObjectDef, fields: Record<string, unknown>, path: Path): void {
    const unknown: string[] = []
    for (const key of Object.keys(fields)) {
      const inner = Object.hasOwn(shape, key) ? shape[key] : undefined
      if (inner) this.look(inner, fields[key], [...path, key])
      else if (this.#unknown++ <= PROBLEMS_MAX) unknown.push(key)
    }
    if (unknown.length > 0)
      this.issues.push({ code: 'unrecognized_keys', keys: unknown, path: [...path], message: '' })
  }

  #lookAtList(definition: z.core.$ZodArrayDef, items: readonly unknown[], path: Path): void {
    const maximum = declaredMax(definition)
    if (maximum !== undefined && items.length > maximum) {
      this.#tooBig('array', maximum, path)
      return
    }
    for (const [index, item] of items.entries()) this.look(definition.element, item, [...path, index])
  }

  #tooBig(origin: 'string' | 'array', maximum: number, path: Path): void {
    this.issues.push({ code: 'too_big', origin, maximum, path: [...path], message: '' })
  }
}

/**
 * Returns the problems of an input that its schema is not asked about: more unknown fields than are answered, lists
 * longer than declared, and texts much longer, which patterns and normal forms would be applied to. Empty for any other
 * input, however wrong.
 */
export function excessOf(schema: z.core.$ZodType, input: unknown): readonly z.core.$ZodIssue[] {
  const excess = new Excess()
  excess.look(schema, input, [])
  return excess.isMuch ? excess.issues : []
}
