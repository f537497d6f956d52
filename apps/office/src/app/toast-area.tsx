import { useSyncExternalStore } from 'react'
import { toastsAreWanted } from '../components/dialogs/notify.ts'
import { onDemand } from '../components/on-demand.tsx'

const Toasts = onDemand(() => import('../components/dialogs/toasts.tsx'), null)

export function ToastArea() {
  const isWanted = useSyncExternalStore(toastsAreWanted.subscribe, toastsAreWanted.read)
  return isWanted ? <Toasts /> : null
}
