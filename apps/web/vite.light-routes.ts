import { lightRoute } from '@consilium/contract/light-route.ts'
import { routeTables } from '@consilium/contract/routes.ts'
import type { RouteTable } from '@consilium/contract/route.ts'
import type { Plugin } from 'vite'

const NAME = 'virtual:light-routes'
const RESOLVED = `\0${NAME}`
const TABLE = `${NAME}/`
const tables = Object.entries(routeTables)

const lightTable = (table: RouteTable) =>
  Object.fromEntries(Object.entries(table).map(([action, route]) => [action, lightRoute(route)]))

/** A module for each table, so that a page loads those that it calls. */
const all = tables.map(([module]) => `export { ${module} } from '${TABLE}${module}'`).join('\n')

function oneTable(id: string): string {
  const [module, table] = tables.find(([name]) => id === `\0${TABLE}${name}`) ?? []
  if (!module || !table) throw new Error(`The contract has no table for ${id}`)
  return `export const ${module} = ${JSON.stringify(lightTable(table))}`
}

/**
 * The operations of the contract for the first view: with addresses and without schemas, which together with their
 * library are a fifth of what a phone would load.
 */
export const lightRoutes = (): Plugin => ({
  name: 'light-routes',
  resolveId: (id) =>
    id === NAME || id.startsWith(TABLE) ? { id: `\0${id}`, moduleSideEffects: false } : undefined,
  load: {
    filter: { id: new RegExp(`^${RESOLVED}(?:/|$)`) },
    handler: (id) => ({ code: id === RESOLVED ? all : oneTable(id), moduleSideEffects: false }),
  },
})
