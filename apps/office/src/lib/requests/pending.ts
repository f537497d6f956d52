import { useSyncExternalStore } from 'react'

/** How long a deletion can be undone. */
export const UNDO_MS = 6000

interface Pending {
  commit: () => void
  timer: ReturnType<typeof setTimeout>
  keys: readonly string[]
}

/** Deletions that have not been sent yet. Their rows are already hidden. */
const pending = new Set<Pending>()
const listeners = new Set<() => void>()
let hidden: ReadonlySet<string> = new Set()

/** Ids are unique per resource only, so the key names the resource as well. */
const keyOf = (resource: string, id: number) => `${resource} ${id}`

function changed(): void {
  hidden = new Set([...pending].flatMap(({ keys }) => keys))
  for (const listener of listeners) listener()
}

export interface Deferred {
  undo: () => void
}

/**
 * Hides the rows of a resource, which is named by its deletion path, and deletes them after a delay unless this is
 * undone.
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

// The user has seen the rows disappear, so pending deletions are sent before the page is left.
window.addEventListener('pagehide', () => {
  for (const { commit } of pending) commit()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Tells whether the deletion of a record is pending. */
export function useHidden(resource: string | undefined): (id: number) => boolean {
  const waiting = useSyncExternalStore(subscribe, () => hidden)
  return (id) => resource !== undefined && waiting.has(keyOf(resource, id))
}
