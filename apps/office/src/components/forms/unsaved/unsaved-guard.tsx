import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { guardUnsaved } from '../../../lib/unsaved.ts'
import { onDemand } from '../../on-demand.tsx'

/** Asks whether unsaved changes may be discarded. */
export const UnsavedQuestion = onDemand(() => import('./unsaved-question.tsx'))

/** Asks before the user leaves the page, and lets the browser ask before the tab is closed. */
export function UnsavedGuard({ isDirty }: { isDirty: () => boolean }) {
  const latest = useRef(isDirty)
  latest.current = isDirty
  const [guard] = useState(() => guardUnsaved(() => latest.current()))
  useEffect(guard.watch, [guard])
  const blocker = useBlocker({
    shouldBlockFn: guard.isDirty,
    enableBeforeUnload: guard.isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return <UnsavedQuestion onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
}
