import { z } from 'zod'
import { exampleOf } from './examples.ts'
import { FIELD_TEXTS } from './field-texts.ts'

export type Json = Record<string, unknown>

const SCHEMAS = '#/components/schemas/'

/** Collects the named schemas (`meta({id})`) that the converted ones refer to. */
export class Components {
  readonly schemas: Json = {}

  convert(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _dialect,
      $defs,
      ...json
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
    for (const [name, definition] of Object.entries(($defs as Json | undefined) ?? {}))
      this.schemas[name] ??= described(retarget(definition) as Json)
    return this.named(schema, described(retarget(json) as Json))
  }

  example(schema: Json): unknown {
    return exampleOf(schema, '', (ref) => this.schemas[ref.slice(SCHEMAS.length)] as Json)
  }

  private named(schema: z.ZodType, json: Json): Json {
    const name = z.globalRegistry.get(schema)?.id
    if (!name) return json
    this.schemas[name] ??= json
    return { $ref: SCHEMAS + name }
  }
}

/** Adds a description to every property: its own, or the usual one for its name. */
function described(node: Json): Json {
  const inner = Object.entries(node).map(([key, value]) => {
    if (key === 'example' || key === 'default' || key === 'enum') return [key, value]
    if (Array.isArray(value))
      return [key, value.map((one) => (isSchema(one) ? described(one) : (one as unknown)))]
    if (!isSchema(value)) return [key, value]
    return [key, key === 'properties' ? describedProperties(value) : described(value)]
  })
  return Object.fromEntries(inner) as Json
}

const isSchema = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const describedProperties = (properties: Json): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const schema = described(property as Json)
      const text = schema['description'] ?? FIELD_TEXTS[name]
      return [name, text === undefined ? schema : { ...schema, description: text }]
    }),
  )

function retarget(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(retarget)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== 'id' || typeof (node as Json)['id'] !== 'string')
      .map(([key, value]) => [
        key,
        key === '$ref' && typeof value === 'string'
          ? value.replace('#/$defs/', SCHEMAS)
          : key === 'example'
            ? value
            : retarget(value),
      ]),
  )
}
