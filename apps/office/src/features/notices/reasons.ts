import { SUPPRESSED_BECAUSE } from '@consilium/contract/notices/notice-kinds.ts'
import { orNothing } from '../../lib/format.ts'
import { useLanguage } from '../../lib/texts.ts'

/** What the file says that takes messages where there is no provider. */
const FILE_SAYS = {
  REFUSED_BY_FILE: { 'zh-CN': '号码或邮箱无效', en: 'No such phone or mail address' },
} as const

/** Why a delivery was not sent: the service's reasons in words, a provider's as it said them. */
export function useReason(): (reason: string | null) => string {
  const language = useLanguage()
  return (reason) => {
    const known = Object.entries({ ...SUPPRESSED_BECAUSE, ...FILE_SAYS }).find(([name]) =>
      reason?.startsWith(name),
    )
    return known ? known[1][language] : orNothing(reason)
  }
}
