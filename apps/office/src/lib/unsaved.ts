interface Guard {
  readonly isDirty: () => boolean
  isAbandoned: boolean
}

const guards = new Set<Guard>()

/** Adds a part of the page that may hold unsaved changes. Returns its check for the router, and how to take it off. */
export function guardUnsaved(isDirty: () => boolean) {
  const guard: Guard = { isDirty, isAbandoned: false }
  return {
    isDirty: () => !guard.isAbandoned && guard.isDirty(),
    watch: () => {
      guards.add(guard)
      return () => {
        guards.delete(guard)
      }
    },
  }
}

export const anythingUnsaved = (): boolean =>
  [...guards].some(({ isDirty, isAbandoned }) => !isAbandoned && isDirty())

/** The user has agreed to lose what the page holds: leaving it asks no second time. */
export function abandonUnsaved(): void {
  for (const guard of guards) guard.isAbandoned = true
}
