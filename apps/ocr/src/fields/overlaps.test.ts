import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TextLine } from '@consilium/contract/recognition/recognition.ts'
import { extractFields } from './extract.ts'
import { levelLines } from './levelled.ts'
import { toRows } from './rows.ts'
import { writtenPage, type WrittenLine } from './written-page.ts'

const NAME = '中国石油天然气股份有限公司云南滇池销售分公司'
const HEAD: WrittenLine[] = [
  [700, 90, '电子发票（普通发票）'],
  [1450, 60, '发票号码：25112000000012345678'],
  [90, 400, '项目名称'],
  [1350, 400, '金额'],
  [1850, 400, '税额'],
]
const SELLER: WrittenLine = [1045, 240, '名称：上海汇智会务服务有限公司']
const rowsOf = (lines: readonly TextLine[]) => toRows(levelLines(lines)).map(({ text }) => text)
const moved = (line: TextLine, down: number): TextLine => ({
  ...line,
  box: line.box.map(([x, y]) => [x, y + down]) as TextLine['box'],
})

test('REC-26: of a label that ends in the first letter of a name, and the name, the name is answered', () => {
  for (const down of [0, 8, 14, 20]) {
    const [label, name, ...others] = writtenPage([[120, 240, '称：中'], [180, 240, NAME], SELLER, ...HEAD])
    const read = extractFields([label!, moved(name!, down), ...others], 'text')
    assert.equal(read.buyer_name?.value, NAME, `the name is ${down} pixels lower`)
  }
})

test('REC-26: a box whose text another one holds, and more, is left out, whichever comes first', () => {
  const both = writtenPage([
    [120, 240, `名称：${NAME}`],
    [480, 246, '股份有限公司'],
  ])
  assert.deepEqual(rowsOf(both), [`名称:${NAME}`])
  assert.deepEqual(rowsOf(both.toReversed()), [`名称:${NAME}`])
})

test('REC-26: boxes beside or below each other stay, whatever they say', () => {
  assert.deepEqual(
    rowsOf(
      writtenPage([
        [120, 240, '1280.00'],
        [400, 240, '1280.00元'],
        [120, 270, '1280.00'],
      ]),
    ),
    ['1280.00\t1280.00元', '1280.00'],
  )
})

test('REC-26: letters that are set far apart are one text, and cells of a table are not', () => {
  const apart = (text: string, y: number, step: number): WrittenLine[] =>
    [...text].map((letter, at) => [120 + at * step, y, letter])
  assert.deepEqual(rowsOf(writtenPage(apart('滇池会务中心', 240, 90))), ['滇池会务中心'])
  assert.deepEqual(rowsOf(writtenPage(apart('次台套', 240, 160))), ['次\t台\t套'])
  assert.deepEqual(rowsOf(writtenPage(apart('合计', 240, 90))), ['合\t计'])
})
