import { useEffect } from 'react'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { call } from '../requests/api.ts'

/** Well below the idle timeout of a session. */
const TOLD_EVERY_MS = 10 * 60_000

/** Filling in a long form makes no requests. This keeps the session from ending meanwhile. */
export function useStayAlive(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined
    const stop = new AbortController()
    let told = Date.now()
    const tell = () => {
      if (Date.now() - told < TOLD_EVERY_MS) return
      told = Date.now()
      call(profileRoutes.getInfo, {}).catch(() => undefined)
    }
    for (const event of ['keydown', 'pointerdown'] as const)
      window.addEventListener(event, tell, { signal: stop.signal, passive: true })
    return () => stop.abort()
  }, [isWanted])
}
