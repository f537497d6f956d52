import { onDemand } from '../on-demand.tsx'

/** Asks for confirmation before something that cannot be undone. */
export const Confirm = onDemand(() => import('./confirm-dialog.tsx'))
