import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastsAreWanted } from '../components/notify.ts'

const Toasts = lazy(() => import('../components/toasts.tsx'))

export function ToastArea() {
  const isWanted = useSyncExternalStore(toastsAreWanted.subscribe, toastsAreWanted.read)
  return isWanted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}
