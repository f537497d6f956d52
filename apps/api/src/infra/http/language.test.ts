import assert from 'node:assert/strict'
import { it } from 'node:test'
import { languageOf } from './language.ts'

it('the language of a response is the supported one that the header prefers, Chinese otherwise', () => {
  const expected = {
    '': 'zh-CN',
    '*': 'zh-CN',
    fr: 'zh-CN',
    en: 'en',
    'EN-us': 'en',
    'zh-TW': 'zh-CN',
    'fr, en;q=0.5': 'en',
    'en;q=0.3, zh;q=0.7': 'zh-CN',
    'en-US, zh-CN;q=0.7, en;q=0.3': 'en',
    'en;q=0, fr': 'zh-CN',
    'enx, zhx': 'zh-CN',
  }
  const chosen = Object.fromEntries(Object.keys(expected).map((header) => [header, languageOf(header)]))
  assert.deepEqual(chosen, expected)
  assert.equal(languageOf(undefined), 'zh-CN')
})
