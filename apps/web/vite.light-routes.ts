import { lightRoute } from '@consilium/contract/light-route.ts'
import { routeTables } from '@consilium/contract/routes.ts'
import type { RouteTable } from '@consilium/contract/route.ts'
import type { Plugin } from 'vite'

const NAME = 'virtual:light-routes'
const RESOLVED = `\0${NAME}`

const lightTable = (table: RouteTable) =>
  Object.fromEntries(Object.entries(table).map(([action, route]) => [action, lightRoute(route)]))

/**
 * The operations of the contract for the first view: with addresses and without schemas, which together with their
 * library are a fifth of what a phone would load.
 */
export const lightRoutes = (): Plugin => ({
  name: 'light-routes',
  resolveId: (id) => (id === NAME ? RESOLVED : undefined),
  load: {
    filter: { id: new RegExp(`^${RESOLVED}$`) },
    handler() {
      const tables = Object.entries(routeTables).map(
        ([module, table]) => [module, lightTable(table)] as const,
      )
      return tables.map(([module, table]) => `export const ${module} = ${JSON.stringify(table)}`).join('\n')
    },
  },
})
