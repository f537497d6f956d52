import type { Profile } from '@consilium/contract/profile/profile.ts'
import { CallFailed } from '@consilium/contract/client.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { onDemand } from '../components/on-demand.tsx'
import { callOnce } from '../lib/requests/api.ts'
import { refresh } from '../lib/requests/send.ts'
import { sessionQuery, useSession } from '../lib/session/session.ts'
import {
  closeGate,
  gate,
  guardSession,
  onSessionNews,
  openGate,
  notifySessionNews,
  takeMissedNews,
} from '../lib/session/session-gate.ts'
import { anythingUnsaved } from '../lib/unsaved.ts'

const LoginAgain = onDemand(() => import('../features/login/login-again.tsx'))

/** Between two questions whose session it is, while the service does not answer. */
const ASK_AGAIN_MS = 2000

/** Undefined without an answer. */
async function readProfile(): Promise<Profile | null | undefined> {
  try {
    return await callOnce(profileRoutes.getInfo, {})
  } catch (error) {
    return error instanceof CallFailed && error.status === 401 ? null : undefined
  }
}

/** Compares the session that the browser has now with the account of this page, as soon as the service tells it. */
async function settle(client: QueryClient, isShown: () => boolean): Promise<void> {
  let now = await readProfile()
  while (now === undefined && isShown()) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    now = await readProfile()
  }
  const mine = client.getQueryData(sessionQuery.queryKey)
  if (!mine || now === undefined || !isShown()) return
  if (now === null) closeGate('ended')
  else if (now.user.userId !== mine.user.userId) closeGate('other account')
  else {
    client.setQueryData(sessionQuery.queryKey, now)
    const wasClosed = gate.read() !== 'open'
    openGate()
    // Addresses of files belong to the session that was logged in when they were read.
    if (wasClosed) await refresh(client)
  }
}

/** Keeps the page while its session is renewed: the requests that wait are sent after the login. */
export function SessionGuard() {
  const client = useQueryClient()
  const { user } = useSession()
  const state = useSyncExternalStore(gate.subscribe, gate.read)
  const isShown = useRef(true)
  const check = useCallback(() => void settle(client, () => isShown.current), [client])
  useEffect(() => {
    isShown.current = true
    const end = guardSession()
    return () => {
      isShown.current = false
      end()
    }
  }, [])
  useEffect(() => {
    if (takeMissedNews()) check()
  }, [check])
  useEffect(
    () =>
      onSessionNews((news) => {
        // Whoever logs out wants no window to show the records; typed text alone is kept, out of sight.
        if (news === 'left' && !anythingUnsaved()) location.assign('/login')
        else check()
      }),
    [check],
  )
  if (state === 'open') return null
  const finish = () => {
    notifySessionNews('begun')
    check()
  }
  return <LoginAgain user={user} state={state} onDone={finish} />
}
