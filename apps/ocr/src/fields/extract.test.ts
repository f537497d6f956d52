import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INVOICE_FIELDS } from '@consilium/contract/recognition/recognition.ts'
import fc from 'fast-check'
import { extractFields } from './extract.ts'
import { movedPage, writtenPage } from './written-page.ts'

const PAGE = writtenPage([
  [700, 90, '电子发票（普通发票）'],
  [1450, 60, '发票号码：25112000000012345678'],
  [1450, 120, '开票日期：2025年03月08日'],
  [120, 240, '名称：北京康泰医药有限公司'],
  [120, 320, '统一社会信用代码/纳税人识别号：91110105MA01ABCD00'],
  [1045, 240, '名称：上海汇智会务服务有限公司'],
  [1045, 320, '统一社会信用代码/纳税人识别号：913101156789012346'],
  [250, 850, '合 计'],
  [1330, 850, '¥10000.00'],
  [1830, 850, '¥600.00'],
  [200, 930, '价税合计（大写）'],
  [560, 930, '⊗壹万零陆佰圆整'],
  [1400, 930, '（小写）¥10600.00'],
])
const WIDTH = 2100
const HEIGHT = 1100

const valuesOf = (page: typeof PAGE) =>
  Object.fromEntries(
    INVOICE_FIELDS.map((field) => [field, extractFields(page, 'text')[field]?.value ?? null]),
  )
const UPRIGHT = valuesOf(PAGE)

function turned(degrees: number): typeof PAGE {
  const angle = (degrees * Math.PI) / 180
  return movedPage(PAGE, (x, y) => [
    x * Math.cos(angle) - y * Math.sin(angle),
    x * Math.sin(angle) + y * Math.cos(angle),
  ])
}

test('OCR-1: the page may be turned by any angle', () => {
  assert.equal(UPRIGHT.buyer_name, '北京康泰医药有限公司')
  for (const degrees of [-12, 7, 90, 180, 270, 183]) assert.deepEqual(valuesOf(turned(degrees)), UPRIGHT)
})

test('OCR-1: the page may be tilted away from the camera', () => {
  for (const [leanX, leanY] of [
    [0.25, 0.1],
    [-0.2, 0.2],
    [0.1, -0.25],
  ] as const) {
    const seen = movedPage(PAGE, (x, y) => {
      const depth = 1 + (leanX * (x - WIDTH / 2)) / WIDTH + (leanY * (y - HEIGHT / 2)) / HEIGHT
      return [(x - WIDTH / 2) / depth, (y - HEIGHT / 2) / depth]
    })
    assert.deepEqual(valuesOf(seen), UPRIGHT)
  }
})

test('OCR-1: a text layer may contain single characters, and radicals instead of ideographs', () => {
  const pieces = PAGE.flatMap((line) => {
    const [[left, top], [right], , [, bottom]] = line.box
    const step = (right - left) / line.text.length
    return [...line.text].map((text, place) => ({
      ...line,
      text: text
        .replace('上', '⼀⼘')
        .replace('⼀⼘', '上')
        .replace('大', '⼤')
        .replace('小', '⼩')
        .replace('金', '⾦'),
      box: [
        [left + place * step, top],
        [left + (place + 1) * step, top],
        [left + (place + 1) * step, bottom],
        [left + place * step, bottom],
      ] as typeof line.box,
    }))
  })
  assert.deepEqual(valuesOf(pieces), UPRIGHT)
  assert.equal(extractFields(pieces, 'layer').buyer_name?.source, 'layer')
})

test('OCR-1: a name that is too long for its row continues in the next one', () => {
  const others = PAGE.filter(({ text }) => !text.startsWith('名称：北京'))
  const long = writtenPage([
    [120, 240, '名称：北京康泰医药科技发展集团股份有限公司'],
    [210, 275, '朝阳第二分公司'],
  ])
  const values = valuesOf([...others, ...long])
  assert.equal(values['buyer_name'], '北京康泰医药科技发展集团股份有限公司朝阳第二分公司')
  assert.equal(values['seller_name'], UPRIGHT['seller_name'])
})

test('OCR-1: among several readings of the amounts those that add up are chosen', () => {
  const misread = PAGE.map((line) => (line.text === '¥10000.00' ? { ...line, text: '¥10008.00' } : line))
  const item = writtenPage([
    [90, 450, '*会展服务*会议费'],
    [1330, 450, '10000.00'],
    [1845, 450, '600.00'],
  ])
  const { amount } = extractFields([...misread, ...item], 'text')
  assert.equal(amount?.value, '10000.00')
  assert.equal(extractFields(misread, 'text').amount?.value, '10008.00', 'no other text contains 10000.00')
})

const WORDS =
  '名称： 纳税人识别号： 合计 价税合计（大写） （小写） ¥ 1,234.5 发票号码 2025年13月45日 壹万亿圆整 ⊗ No *** 购买方'.split(
    ' ',
  )

const boxAt = (x: number, y: number): (typeof PAGE)[number]['box'] => [
  [x, y],
  [x + 300, y],
  [x + 300, y + 30],
  [x, y + 30],
]

test('OCR-1: reading a page with any content does not throw', () => {
  const word = fc.oneof(
    fc.constantFrom(...WORDS, '\u0000', '9'.repeat(40)),
    fc.string({
      unit: fc.constantFrom(...'0O1.,:¥*()-年月日 \t名称合计圆整仟x\u{1F600}\uD800'),
      maxLength: 12,
    }),
  )
  const coordinate = fc.oneof(fc.integer({ min: -50, max: 2500 }), fc.constantFrom(0, 100, 130, 160))
  const point = fc.tuple(coordinate, coordinate)
  const stray = fc.constantFrom(Number.NaN, 1e12, Infinity)
  const line = fc.record({
    text: fc.array(word, { maxLength: 4 }).map((words) => words.join('')),
    box: fc.oneof(
      { weight: 4, arbitrary: fc.tuple(coordinate, coordinate).map(([x, y]) => boxAt(x, y)) },
      { weight: 1, arbitrary: fc.tuple(point, point, point, fc.tuple(stray, coordinate)) },
    ),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
      const fields = extractFields(lines, 'text')
      for (const field of INVOICE_FIELDS) {
        const read = fields[field]
        assert.ok(read === null || (read.value !== '' && read.confidence >= 0 && read.confidence <= 1))
      }
    }),
  )
})

const CHECK_CODE = '12345678901234567890'
const PRINTED_CODE = '12345 67890 12345 67890'

/** The check code of an ordinary invoice whose heading has these lines. */
const checkCodeIn = (...lines: [x: number, y: number, text: string][]): string | null =>
  extractFields(
    writtenPage([
      [700, 90, '上海增值税电子普通发票'],
      [1450, 60, '发票代码：031002300112'],
      [1450, 120, '发票号码：98974598'],
      ...lines,
      [120, 400, '名称：北京康泰医药有限公司'],
      [1830, 850, '¥600.00'],
      [200, 930, '价税合计（大写）'],
    ]),
    'text',
  ).check_code?.value ?? null

test('OCR-1: the check code is read where its label is lost, or followed by a sign that does not belong to it', () => {
  assert.equal(checkCodeIn([1450, 180, `校验码：${PRINTED_CODE}`]), CHECK_CODE)
  assert.equal(checkCodeIn([1450, 180, `校验码：C${PRINTED_CODE}`]), CHECK_CODE)
  assert.equal(checkCodeIn([1450, 180, '校验码：C'], [1600, 180, PRINTED_CODE]), CHECK_CODE)
  assert.equal(checkCodeIn([1450, 180, PRINTED_CODE]), CHECK_CODE)
})

test('OCR-1: other digits are no check code', () => {
  assert.equal(checkCodeIn([1450, 180, CHECK_CODE]), null, 'an account may have twenty digits')
  assert.equal(checkCodeIn([1450, 180, `账号 ${PRINTED_CODE}`]), null)
  assert.equal(checkCodeIn([1450, 180, PRINTED_CODE], [1450, 240, PRINTED_CODE]), null, 'two of them')
  assert.equal(checkCodeIn([120, 700, PRINTED_CODE]), null, 'below the heading')
  assert.equal(checkCodeIn([1450, 180, '校验码：C12345 67890 12345']), null)
})

/** The buyer of an ordinary invoice whose block has these lines beside the labels of its other rows. */
const buyerIn = (...lines: [x: number, y: number, text: string][]): string | null =>
  extractFields(
    writtenPage([
      [700, 90, '上海增值税电子普通发票'],
      [1450, 60, '发票代码：031002300112'],
      [1450, 120, '发票号码：98974598'],
      ...lines,
      [120, 290, '纳税人识别号：'],
      [120, 340, '地址、电话：'],
      [100, 420, '货物或应税劳务、服务名称'],
      [800, 420, '单价'],
      [1100, 420, '金额'],
      [1400, 420, '税率'],
      [1600, 420, '税额'],
      [200, 930, '价税合计（大写）'],
      [560, 930, '⊗壹佰圆整'],
      [120, 1000, '名称：上海汇智会务服务有限公司'],
      [120, 1050, '纳税人识别号：913101156789012346'],
    ]),
    'text',
  ).buyer_name?.value ?? null

test('OCR-1: the name of a private buyer is read where its label is lost, and no other text is taken for it', () => {
  assert.equal(buyerIn([120, 240, '名称：'], [400, 240, '袁强晨']), '袁强晨')
  assert.equal(buyerIn([400, 240, '袁强晨']), '袁强晨')
  assert.equal(buyerIn([400, 240, '袁强晨'], [700, 240, '李明']), null, 'two texts')
  assert.equal(buyerIn([120, 240, '购买方']), null, 'the place of the label')
  assert.equal(buyerIn([400, 240, '规格型号']), null, 'a word of the form')
  assert.equal(buyerIn([400, 180, '袁强晨']), null, 'farther above')
  assert.equal(buyerIn([400, 240, '袁强晨'], [400, 290, '91110105MA01ABCD00']), null, 'people have no tax id')
})

test('OCR-1: a label whose second character is divided by the detection is a label', () => {
  assert.equal(buyerIn([120, 240, '名禾'], [190, 240, '称：北京康泰医药有限公司']), '北京康泰医药有限公司')
})
