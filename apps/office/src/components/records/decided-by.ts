import { nameFor } from '@consilium/contract/accounts/name-for.ts'
import { orNothing } from '../../lib/format.ts'
import { useLanguage } from '../../lib/texts.ts'

interface Decided {
  decidedByName: string | null
  /** Absent persons in whose place it was decided. */
  decidedForNames: readonly string[]
}

/** A person, and the absent ones in whose place it acted. */
export function useNameFor(): (name: string | null, forNames: readonly string[]) => string {
  const language = useLanguage()
  return (name, forNames) => nameFor(language, orNothing(name), forNames)
}

/** Who decided, and for whom. */
export function useDecidedBy(): (decided: Decided) => string {
  const nameOf = useNameFor()
  return ({ decidedByName, decidedForNames }) => nameOf(decidedByName, decidedForNames)
}
