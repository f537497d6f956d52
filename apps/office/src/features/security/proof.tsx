import { CallFailed } from '@consilium/contract/client.ts'
import { createContext, use, useState, type ReactNode } from 'react'
import { onDemand } from '../../components/on-demand.tsx'

const ProofDialog = onDemand(() => import('./proof-dialog.tsx'))

/**
 * Runs a call that may require verification: if so, the user is asked and the call is repeated. Returns null if the
 * user cancels.
 */
type Guarded = <T>(work: () => Promise<T>) => Promise<T | null>

const ProofContext = createContext<Guarded | null>(null)

export function useGuarded(): Guarded {
  const guarded = use(ProofContext)
  if (!guarded) throw new Error('What needs a proof stands outside of what asks for it')
  return guarded
}

const wantsProof = (error: unknown) =>
  error instanceof CallFailed && error.answer.error === 'REAUTHENTICATION_REQUIRED'

interface ProofProviderProps {
  /** What is done here wants a second factor, which is asked for before the password. */
  factorFirst?: boolean
  children: ReactNode
}

export function ProofProvider({ factorFirst = false, children }: ProofProviderProps) {
  const [answer, setAnswer] = useState<{ tell: (isProven: boolean) => void } | null>(null)
  const askForProof = () =>
    new Promise<boolean>((resolve) => {
      setAnswer({
        tell: (isProven) => {
          setAnswer(null)
          resolve(isProven)
        },
      })
    })
  // Repeats twice if both the password and a factor are required.
  const guarded: Guarded = async (work) => {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!wantsProof(error)) throw error
      }
      if (!(await askForProof())) return null
    }
  }
  return (
    <ProofContext value={guarded}>
      {children}
      {answer && (
        <ProofDialog
          factorFirst={factorFirst}
          onProven={() => answer.tell(true)}
          onClose={() => answer.tell(false)}
        />
      )}
    </ProofContext>
  )
}
