import { minute } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { staleTexts } from '@consilium/web-kit/words/stale-texts.ts'
import type { RecordForm, Theirs } from '../use-record-form.ts'

/** Who has changed a record meanwhile and when, and what of it nobody else did; empty where neither is known. */
export function useChangedBy({ shown }: RecordForm, { by, others }: Theirs): string {
  const t = useTexts(staleTexts)
  const fields = others.flatMap((name) => shown.get(name)?.label ?? []).join(t('comma'))
  return [
    by && t('changedBy', { name: by.name, time: minute(by.time) }),
    fields !== '' && t('changedFields', { fields }),
  ]
    .filter(Boolean)
    .join(' ')
}
