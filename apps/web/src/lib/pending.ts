import { useSyncExternalStore } from 'react'

/** How long a deletion can be thought over. */
export const UNDO_MS = 6000

interface Pending {
  commit: () => void
  timer: ReturnType<typeof setTimeout>
  keys: readonly string[]
}

/** Deletions that are shown but not done yet; the rows are hidden meanwhile. */
const pending = new Set<Pending>()
const listeners = new Set<() => void>()
let hidden: ReadonlySet<string> = new Set()

/** Records of different resources share their numbers, so that the resource belongs to the key. */
const keyOf = (resource: string, id: number) => `${resource} ${id}`

function changed(): void {
  hidden = new Set([...pending].flatMap(({ keys }) => keys))
  for (const listener of listeners) listener()
}

export interface Deferred {
  undo: () => void
}

/**
 * Hides the rows of a resource, which its path of deletion names, at once and does the deletion after a while, unless it
 * is taken back.
 */
export function defer(resource: string, ids: readonly number[], commit: () => Promise<unknown>): Deferred {
  const finish = () => {
    clearTimeout(entry.timer)
    if (!pending.has(entry)) return
    void commit().finally(() => {
      pending.delete(entry)
      changed()
    })
  }
  const keys = ids.map((id) => keyOf(resource, id))
  const entry: Pending = { keys, commit: finish, timer: setTimeout(() => entry.commit(), UNDO_MS) }
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

/** Tells the records of a resource whose deletion waits. */
export function useHidden(resource: string | undefined): (id: number) => boolean {
  const waiting = useSyncExternalStore(subscribe, () => hidden)
  return (id) => resource !== undefined && waiting.has(keyOf(resource, id))
}
