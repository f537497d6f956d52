import { lightRoute } from '@consilium/contract/light-route.ts'
import { routeTables } from '@consilium/contract/routes.ts'
import type { RouteTable } from '@consilium/contract/route.ts'
import type { Plugin } from 'vite'

const NAME = 'virtual:light-routes'
const RESOLVED = `\0${NAME}`
const TABLE = `${NAME}/`
const tables = Object.entries(routeTables)

/** An export for each operation, so that the build leaves out those that no page calls. Some have names like `export`. */
const lightTable = (table: RouteTable) =>
  Object.entries(table)
    .map(([action, route], index) => {
      const light = JSON.stringify(lightRoute(route))
      return `const a${index} = ${light}\nexport { a${index} as ${action} }`
    })
    .join('\n')

/** A module for each table, so that a page loads those that it calls. */
const all = tables.map(([module]) => `export * as ${module} from '${TABLE}${module}'`).join('\n')

function oneTable(id: string): string {
  const [, table] = tables.find(([name]) => id === `\0${TABLE}${name}`) ?? []
  if (!table) throw new Error(`The contract has no table for ${id}`)
  return lightTable(table)
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
