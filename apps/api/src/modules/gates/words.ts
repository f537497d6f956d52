import type { Words } from '@consilium/contract/errors.ts'
import { CHECK_LABELS, evidenceWords, isOfOne, type MeetingCheck } from '@consilium/contract/gates/gates.ts'
import type { Evidence } from '@consilium/contract/gates/gate-routes.ts'

/** Names that a refusal lists for one check. */
const NAMED_MAX = 5

/** A check that is open, with the names of what is. */
function whatIsOpen({ id, open }: { id: MeetingCheck; open: readonly Evidence[] }): Words {
  const names = open.flatMap(({ name, expected }) => (name === null ? [] : [{ name, expected }]))
  const shown = names.slice(0, NAMED_MAX)
  const more = names.length > shown.length
  const words = shown.map((named) => evidenceWords(id, named))
  const label = CHECK_LABELS[id]
  const zh = words.map((each) => each['zh-CN']).join('、')
  const en = words.map((each) => each.en).join(', ')
  if (names.length === 0) return { 'zh-CN': `未满足：${label['zh-CN']}`, en: `Still open: ${label.en}` }
  if (isOfOne(id))
    return { 'zh-CN': `未满足：${label['zh-CN']}（${zh}）`, en: `Still open: ${label.en} (${en})` }
  return {
    'zh-CN': `未满足：${label['zh-CN']}（${zh}${more ? '等' : ''}，共${open.length}项）`,
    en: `Still open: ${label.en} (${open.length}: ${en}${more ? ' …' : ''})`,
  }
}

/** The same, and that a sponsor asks for it, where the platform does not. */
export function inWords({
  owners,
  ...check
}: Parameters<typeof whatIsOpen>[0] & { owners: readonly (object | null)[] }): Words {
  const words = whatIsOpen(check)
  if (owners.includes(null)) return words
  return { 'zh-CN': `${words['zh-CN']}（申办方要求）`, en: `${words.en} (asked for by the sponsor)` }
}
