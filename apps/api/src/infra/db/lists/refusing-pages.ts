import { COUNTED_MAX } from '@consilium/contract/envelope.ts'
import { NoSuchPage } from '@consilium/lists/page.ts'
import { badFields } from '../../refusal.ts'

const NOT_OF_THIS_LIST = {
  'zh-CN': '翻页位置与当前排序不符，请回到第一页',
  en: 'Not a cursor of this list in this order; begin with the first page',
} as const

const TOO_DEEP = {
  'zh-CN': `页码最多到第 ${COUNTED_MAX} 条记录，其后请用 after 翻页或缩小筛选范围`,
  en: `Pages are numbered up to record ${COUNTED_MAX}; beyond, follow \`next\` with \`after\`, or filter`,
} as const

/** Refuses what the list has no page for, with the field that asked for it. */
export const refusingPages = <Result>(page: Promise<Result>): Promise<Result> =>
  page.catch((error: unknown) => {
    if (!(error instanceof NoSuchPage)) throw error
    throw badFields([error.field], error.field === 'pageNum' ? TOO_DEEP : NOT_OF_THIS_LIST)
  })
