import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@consilium/contract/routes.ts'
import type { Route } from '@consilium/contract/route.ts'
import { z } from 'zod'
import { isLogged } from '../../infra/http/operation-entry.ts'
import { operationText } from './operation-texts.ts'

test('UX-30: every operation of the log has a distinct text in both languages', () => {
  const logged = operations.filter(({ route }) => isLogged(route)).map(({ name }) => name)
  for (const name of logged) {
    assert.match(operationText(name, 'zh-CN'), /[一-鿿]/, name)
    assert.doesNotMatch(operationText(name, 'en'), /[一-鿿]/, name)
  }
  const chinese = logged.map((name) => operationText(name, 'zh-CN'))
  assert.equal(new Set(chinese).size, chinese.length)
  assert.equal(operationText('module.gone', 'zh-CN'), 'module.gone')
})

/** Names of the fields of an object, or of any of those that it may be. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOf)
  if (!(schema instanceof z.ZodPipe)) return []
  return fieldsOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in)
}

/** Other fields of a path are secrets, such as the code that verifies an agreement. */
const IDENTIFIER = /Ids?$|Code$/
const answerOf = ({ answer }: Route) => ('schema' in answer ? fieldsOf(answer.schema) : [])

test('HSE-11: what the log says an operation was about is declared by its route, as fields that it has', () => {
  for (const { name, route } of operations.filter((operation) => isLogged(operation.route))) {
    const { target = [], params, body, query } = route
    const fields = [params, body, query].flatMap(fieldsOf).concat(answerOf(route))
    for (const field of target) assert.ok(fields.includes(field), `${name} has no field ${field}`)
    for (const field of fieldsOf(params).filter((each) => IDENTIFIER.test(each)))
      assert.ok(target.includes(field), `${name} does not declare ${field}`)
  }
})
