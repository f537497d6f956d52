import { CallFailed } from '@consilium/contract/client.ts'
import { listViewRoutes as routes, type ListView } from '@consilium/contract/list-views/list-views.ts'
import { call } from '../requests/api.ts'
import { stringifySearch } from '../search.ts'

type Moved = Pick<ListView, 'name' | 'query' | 'columns'>

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function readOld(key: string): Moved[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return (Array.isArray(kept) ? (kept as Record<string, unknown>[]) : []).map(
      ({ name, query, columns }) => ({
        name: textOf(name),
        query: stringifySearch((query ?? {}) as Record<string, unknown>).slice(1),
        columns: Array.isArray(columns) ? columns.map(textOf) : [],
      }),
    )
  } catch {
    return []
  }
}

/** A name that no view of the list has yet. */
function freeName(name: string, views: readonly Moved[]): string {
  const taken = new Set(views.map((view) => view.name))
  let free = name
  for (let count = 2; taken.has(free); count++) free = `${name} ${count}`
  return free
}

/** Refusals that another attempt would not change: the view does not fit, there is no room, or another window moved it. */
const isFinal = (error: unknown) => error instanceof CallFailed && [400, 409].includes(error.status)

/** Moves the views of a list; what could not be sent stays for the next time. */
export async function moveViews(key: string, list: string): Promise<void> {
  const old = readOld(key)
  const { views } = old.length === 0 ? { views: [] } : await call(routes.list, { query: { list } })
  const known: Moved[] = [...views]
  for (const view of old) {
    const isThere = known.some(
      (each) => each.query === view.query && each.columns.join() === view.columns.join(),
    )
    if (isThere) continue
    const named = { ...view, name: freeName(view.name, known) }
    try {
      await call(routes.create, { body: { list, ...named } })
      known.push(named)
    } catch (error) {
      if (!isFinal(error)) throw error
    }
  }
  localStorage.removeItem(key)
}
