import assert from 'node:assert/strict'
import { it } from 'node:test'
import { operations } from '@consilium/contract/routes.ts'
import { answerShape, serializerOf } from './schemas.ts'

it('the serializer of every answer compiles, as the service compiles one only at its first use', () => {
  const shapes = operations.flatMap(({ name, route }) => {
    const shape = answerShape(route)
    return shape ? [{ name, shape }] : []
  })
  assert.ok(shapes.length > 100, `${shapes.length} answers were found`)
  for (const { name, shape } of shapes) assert.doesNotThrow(() => serializerOf(shape), name)
})
