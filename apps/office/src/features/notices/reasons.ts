import { SUPPRESSED_BECAUSE } from '@consilium/contract/notices/notice-kinds.ts'
import { orNothing } from '../../lib/format.ts'
import { useLanguage } from '../../lib/texts.ts'

/** Why a delivery was not sent: the service's reasons in words, a provider's as it said them. */
export function useReason(): (reason: string | null) => string {
  const language = useLanguage()
  return (reason) => {
    const known = Object.entries(SUPPRESSED_BECAUSE).find(([name]) => reason?.startsWith(name))
    return known ? known[1][language] : orNothing(reason)
  }
}
