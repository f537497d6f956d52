import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import type { Search } from '../../lib/search.ts'
import { notifySessionNews } from '../../lib/session/session-gate.ts'
import { forgetAccount } from '../../lib/session/session.ts'

/** Only an address of this app is followed after the login. */
const ownAddress = (address: string | undefined) => (address && /^\/(?![/\\])/.test(address) ? address : '/')

/** Opens the page that the login was asked for, or the home. */
export function useArrival(): () => void {
  const client = useQueryClient()
  const router = useRouter()
  const { returnTo }: Search = useSearch({ strict: false })
  return () => {
    forgetAccount(client)
    notifySessionNews('begun')
    router.history.push(ownAddress(returnTo))
  }
}
