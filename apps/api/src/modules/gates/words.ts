import type { Words } from '@consilium/contract/errors.ts'
import { CHECK_LABELS, type MeetingCheck } from '@consilium/contract/gates.ts'
import type { Evidence } from '@consilium/contract/gate-routes.ts'

/** Names that a refusal lists for one check. */
const NAMED_MAX = 5

/** A check that is open, with the names of what is. */
export function inWords({ id, open }: { id: MeetingCheck; open: readonly Evidence[] }): Words {
  const names = open.flatMap(({ name }) => (name === null ? [] : [name]))
  const shown = names.slice(0, NAMED_MAX)
  const more = names.length > shown.length
  const [label, zh, en] = [CHECK_LABELS[id], shown.join('、'), shown.join(', ')]
  if (names.length === 0) return { 'zh-CN': `未满足：${label['zh-CN']}`, en: `Still open: ${label.en}` }
  return {
    'zh-CN': `未满足：${label['zh-CN']}（${zh}${more ? '等' : ''}，共${open.length}项）`,
    en: `Still open: ${label.en} (${open.length}: ${en}${more ? ' …' : ''})`,
  }
}
