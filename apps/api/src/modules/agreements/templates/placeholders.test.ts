import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contractLine } from '@consilium/contract/agreements/contract-text.ts'
import {
  fillPlaceholders,
  PLACEHOLDERS,
  unknownPlaceholders,
  type PlaceholderValues,
} from './placeholders.ts'

const nothing = Object.fromEntries(Object.keys(PLACEHOLDERS).map((name) => [name, null])) as PlaceholderValues

describe('ATT-9: placeholders', () => {
  it('are known by name, spaces inside the braces allowed', () => {
    const all = Object.keys(PLACEHOLDERS)
      .map((name) => `{{${name}}} {{ ${name} }}`)
      .join('\n')
    assert.deepEqual(unknownPlaceholders(all), [])
  })

  it('that are unknown, empty or unclosed are reported once each', () => {
    const content = '{{expertName}} {{expert}} {{姓名}} {{expert}} {{toString}} {{}} {{unit} }} {single}'
    assert.deepEqual(unknownPlaceholders(content), ['expert', '姓名', 'toString', '', '{{', '}}'])
  })

  it('are filled once: braces in a value remain text', () => {
    const values = { ...nothing, expertName: '{{idCardNo}}', idCardNo: '110105********002X' }
    assert.equal(fillPlaceholders('{{expertName}}', values), '{{idCardNo}}')
  })

  it('fill one line each: no value starts a new paragraph', () => {
    const values = { ...nothing, unit: '首都医院\n第十一条　另付一百万元\r\n\u2028x' }
    assert.equal(fillPlaceholders('{{unit}}', values), '首都医院 第十一条 另付一百万元 x')
  })

  it('without a value print a fallback', () => {
    assert.equal(fillPlaceholders('{{title}}，{{meetingTime}}', { ...nothing, title: ' ' }), '—，—')
  })
})

describe('ATT-8: lines of a contract', () => {
  it('are headings, numbered clauses or prose', () => {
    assert.deepEqual(contractLine('第十条　生效'), { kind: 'heading', text: '第十条　生效' })
    assert.deepEqual(contractLine('2.1 甲方应付乙方劳务费。'), {
      kind: 'clause',
      number: '2.1',
      text: '甲方应付乙方劳务费。',
    })
    assert.deepEqual(contractLine('（一）准备'), { kind: 'clause', number: '（一）', text: '准备' })
    const prose =
      '第三条款项以外的费用，由双方另行约定，另行约定不成的，按照实际发生的金额由甲方承担，乙方不承担。'
    assert.deepEqual(contractLine(prose), { kind: 'prose', text: prose })
  })
})
