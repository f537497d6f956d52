import { useState, type ReactNode } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { isCancelled } from '@consilium/web-kit/login/passkeys.ts'
import { useGuarded } from './proof.tsx'

/** Runs a call that may require verification, and keeps its error for the panel. */
export function useAttempt(): {
  attempt: (work: () => Promise<unknown>) => Promise<void>
  failure: ReactNode
} {
  const guarded = useGuarded()
  const [error, setError] = useState<unknown>(null)
  return {
    attempt: async (work) => {
      setError(null)
      try {
        await guarded(work)
      } catch (failure) {
        if (!isCancelled(failure)) setError(failure)
      }
    },
    failure: error === null ? null : <RequestError error={error} />,
  }
}
