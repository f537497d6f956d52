import { orNothing } from '../lib/format.ts'
import { useLanguage, useTexts } from '../lib/texts.ts'
import { frameTexts } from './texts.ts'

interface Decided {
  decidedByName: string | null
  /** Absent persons in whose place it was decided. */
  decidedForNames: readonly string[]
}

/** Who decided, and for whom: "A for B". */
export function useDecidedBy(): (decided: Decided) => string {
  const t = useTexts(frameTexts)
  const language = useLanguage()
  return ({ decidedByName: name, decidedForNames }) =>
    decidedForNames.length === 0
      ? orNothing(name)
      : t('nameFor', { name: orNothing(name), names: decidedForNames.join(language === 'en' ? ', ' : '、') })
}
