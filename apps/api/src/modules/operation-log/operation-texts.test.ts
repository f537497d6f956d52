import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@consilium/contract/routes.ts'
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
