import type { Served } from '../decisions/service.ts'

export type { Described, Served } from '../decisions/service.ts'

/** What each kind of decision serves, filled when the modules are put together. */
export type Registry = Map<string, Served>

export function servedOf(registry: Registry, name: string): Served {
  const served = registry.get(name)
  if (!served) throw new Error(`No module serves approvals of ${name}`)
  return served
}
