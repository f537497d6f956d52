/**
 * CJK radicals that text layers of PDFs contain instead of ideographs. Unicode has no compatibility mapping for them, while
 * NFKC replaces the Kangxi radicals.
 */
const RADICALS: Readonly<Record<string, string>> = {
  '⺠': '民',
  '⺟': '母',
  '⻁': '虎',
  '⻄': '西',
  '⻅': '见',
  '⻆': '角',
  '⻉': '贝',
  '⻋': '车',
  '⻓': '长',
  '⻔': '门',
  '⻘': '青',
  '⻙': '韦',
  '⻚': '页',
  '⻛': '风',
  '⻜': '飞',
  '⻝': '食',
  '⻢': '马',
  '⻣': '骨',
  '⻤': '鬼',
  '⻥': '鱼',
  '⻦': '鸟',
  '⻧': '卤',
  '⻨': '麦',
  '⻩': '黄',
  '⻬': '齐',
  '⻮': '齿',
  '⻰': '龙',
  '⻳': '龟',
}
const RADICAL = /[\u2E80-\u2EFF]/g
const INVISIBLE = /[\p{Cf}\p{Cc}\uFE00-\uFE0F]/gu
/** Characters that the recognition and some fonts return for ¥. */
const YUAN = /[￥羊]/g

/** Replaces full-width digits and letters, radicals and zero-width characters. */
export function toPlainText(text: string): string {
  return text
    .replace(RADICAL, (radical) => RADICALS[radical] ?? radical)
    .normalize('NFKC')
    .replace(INVISIBLE, ' ')
    .replace(YUAN, '¥')
}

const AFTER_HAN = /\p{Script=Han}[()]?$/u
const BEFORE_HAN = /^[()]?\p{Script=Han}/u
/** The length of an ideograph outside the basic plane (two code units) and a bracket. */
const BESIDE = 3

function narrowGap(gap: string, at: number, text: string): string {
  const end = at + gap.length
  const before = text.slice(Math.max(0, at - BESIDE), at)
  return AFTER_HAN.test(before) || BEFORE_HAN.test(text.slice(end, end + BESIDE)) ? '' : ' '
}

/** A name as in the company register: no spaces beside ideographs, full-width brackets. */
export function toName(text: string): string {
  const closed = text
    .trim()
    .replaceAll(/\s+/g, narrowGap)
    .replace(/^[:;.,·\-_|'"]+|(?<![:;,·\-_|'"])[:;,·\-_|'"]+$/g, '')
  return /\p{Script=Han}/u.test(closed) ? closed.replaceAll('(', '（').replaceAll(')', '）') : closed
}
