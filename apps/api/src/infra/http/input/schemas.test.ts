import assert from 'node:assert/strict'
import { it } from 'node:test'
import { operations } from '@consilium/contract/routes.ts'
import { z } from 'zod'
import { answerShape, serializerCompiler, serializerOf } from './schemas.ts'

it('the serializer of every answer compiles, as the service compiles one only at its first use', () => {
  const shapes = operations.flatMap(({ name, route }) => {
    const shape = answerShape(route)
    return shape ? [{ name, shape }] : []
  })
  assert.ok(shapes.length > 100, `${shapes.length} answers were found`)
  for (const { name, shape } of shapes) assert.doesNotThrow(() => serializerOf(shape), name)
})

it('an answer is sent as the bytes of its JSON, whatever characters it has and however long it is', () => {
  const schema = z.object({ text: z.string().nullable() })
  const send = serializerCompiler({ schema })
  const texts = {
    empty: '',
    plain: 'an answer "with" quotes\n',
    Chinese: '长沙慢性肾病学术交流会议（第二届）',
    'beyond 16 bits': '𠮷野家😀',
    'half a character': 'a\ud842b',
    'as long as is written in one place': '会'.repeat(524_288 - '{"text":""}'.length),
    'longer by one': '会'.repeat(524_288 - '{"text":""}'.length + 1),
  }
  for (const [what, text] of Object.entries(texts))
    assert.equal(Buffer.from(send({ text })).toString(), JSON.stringify({ text }), what)
  const [first, second] = [send({ text: 'first' }), send({ text: null })]
  assert.equal(Buffer.from(first).toString(), '{"text":"first"}', 'the next answer leaves it as it is')
  assert.equal(Buffer.from(second).toString(), '{"text":null}')
})
