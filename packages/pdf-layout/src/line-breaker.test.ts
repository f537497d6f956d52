import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { breakLines, unitsOf } from './line-breaker.ts'

/** A Chinese character is one unit wide, an ASCII character half a unit. */
function measure(text: string): number {
  return [...text].reduce((sum, char) => sum + (char < '\u0080' ? 0.5 : 1), 0)
}

function textsOf(text: string, width: number, indent = 0): string[] {
  return breakLines(text, width, measure, indent).map((line) => line.text)
}

const NEVER_FIRST = /^[，。、；：？！）》”’」·…—,.;:!?)\]]/
const NEVER_LAST = /[（《“‘「￥([]$/
const CLAUSE =
  '乙方（王堃喆）应当于2025-11-20前，按照《会议日程》“独立、客观、公正”地完成服务；费用共计￥5,000.00元（含税），' +
  '由甲方代扣代缴——依法——个人所得税……未尽事宜，请联系 support@example.com（Bank of China）。'

describe('line breaking', () => {
  it('breaks after any Chinese character and fills the line', () => {
    assert.deepEqual(textsOf('甲方委托乙方提供服务', 4), ['甲方委托', '乙方提供', '服务'])
  })

  it('moves a character to the next line with the mark that may not begin a line', () => {
    assert.deepEqual(textsOf('甲方委托，乙方', 4), ['甲方委', '托，乙方'])
    assert.deepEqual(textsOf('甲方委）。乙方', 4), ['甲方', '委）。乙', '方'])
  })

  it('moves an opening mark to the next line with the character that follows it', () => {
    assert.deepEqual(textsOf('甲方委（托）', 4), ['甲方委', '（托）'])
    assert.deepEqual(textsOf('共计￥500元', 3.5), ['共计', '￥500元'])
  })

  it('divides neither words and numbers nor dashes and ellipses', () => {
    assert.deepEqual(textsOf('甲乙 Beijing', 4), ['甲乙', 'Beijing'])
    assert.deepEqual(textsOf('金额5,000.00元', 5), ['金额', '5,000.00元'])
    assert.deepEqual(textsOf('甲乙——丙', 3), ['甲', '乙——', '丙'])
    assert.deepEqual(unitsOf('好……（f(x)）'), ['好……', '（f(x)）'])
    assert.deepEqual(unitsOf('阿卜杜拉·买'), ['阿', '卜', '杜', '拉·', '买'])
  })

  it('follows the rules in running text at every width', () => {
    for (let width = 12; width <= 60; width++) {
      const lines = breakLines(CLAUSE, width, measure, 2)
      assert.equal(
        lines
          .map(({ text }) => text)
          .join('')
          .replaceAll(' ', ''),
        CLAUSE.replaceAll(' ', ''),
      )
      for (const [index, line] of lines.entries()) {
        assert.ok(line.width + (index === 0 ? 2 : 0) <= width, line.text)
        assert.doesNotMatch(line.text, NEVER_FIRST)
        assert.doesNotMatch(line.text, NEVER_LAST)
        assert.equal(line.final, index === lines.length - 1)
      }
      assert.ok(lines.some(({ text }) => text.includes('￥5,000.00')))
    }
  })

  it('divides a word only if it is wider than a whole line', () => {
    assert.deepEqual(textsOf('abcdefghij', 2), ['abcd', 'efgh', 'ij'])
    assert.deepEqual(textsOf('abcdef', 3, 1), ['abcd', 'ef'])
  })

  it('keeps forced breaks, empty lines and the spaces that begin a paragraph', () => {
    assert.deepEqual(textsOf('　　甲\n\n乙', 9), ['　　甲', '', '乙'])
    assert.deepEqual(textsOf('甲乙 丙', 2), ['甲乙', '丙'])
  })
})
