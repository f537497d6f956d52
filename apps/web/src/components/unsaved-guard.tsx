import { useBlocker } from '@tanstack/react-router'
import { onDemand } from './on-demand.tsx'

/** Asks whether unsaved changes may be discarded. */
export const UnsavedQuestion = onDemand(() => import('./unsaved-question.tsx'))

/** Asks before the user leaves the page, and lets the browser ask before the tab is closed. */
export function UnsavedGuard({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker({ shouldBlockFn: isDirty, enableBeforeUnload: isDirty, withResolver: true })
  if (blocker.status !== 'blocked') return null
  return <UnsavedQuestion onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
}
