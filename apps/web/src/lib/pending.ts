import { useSyncExternalStore } from 'react'

/** How long a deletion can be thought over. */
export const UNDO_MS = 6000

interface Pending {
  commit: () => void
  timer: ReturnType<typeof setTimeout>
  ids: readonly number[]
}

/** Deletions that are shown but not done yet; the rows are hidden meanwhile. */
const pending = new Set<Pending>()
const listeners = new Set<() => void>()
let hidden: ReadonlySet<string> = new Set()

function changed(): void {
  hidden = new Set([...pending].flatMap(({ ids }) => ids.map(String)))
  for (const listener of listeners) listener()
}

export interface Deferred {
  undo: () => void
}

/** Hides the rows at once and does the deletion after a while, unless it is taken back. */
export function defer(ids: readonly number[], commit: () => Promise<unknown>): Deferred {
  const finish = () => {
    clearTimeout(entry.timer)
    if (!pending.has(entry)) return
    void commit().finally(() => {
      pending.delete(entry)
      changed()
    })
  }
  const entry: Pending = { ids, commit: finish, timer: setTimeout(() => entry.commit(), UNDO_MS) }
  pending.add(entry)
  changed()
  return {
    undo: () => {
      clearTimeout(entry.timer)
      pending.delete(entry)
      changed()
    },
  }
}

// Whoever leaves has seen the rows go: what is still waiting is done now.
window.addEventListener('pagehide', () => {
  for (const { commit } of pending) commit()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Ids of the records whose deletion waits. */
export const useHidden = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => hidden)
