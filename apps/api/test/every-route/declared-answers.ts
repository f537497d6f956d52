import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { errorCatalogue } from '@consilium/contract/errors.ts'
import { declaredErrors } from '@consilium/contract/openapi.ts'
import { operations, type Operation } from '@consilium/contract/routes.ts'
import { wholeForm } from '@consilium/tracing/test/whole-form.ts'

/** Operations by method and number of segments of the path, with their segments; null stands for a parameter. */
const known = Map.groupBy(
  operations.map((operation) => ({
    operation,
    segments: operation.route.path.split('/').map((segment) => (segment.startsWith('{') ? null : segment)),
  })),
  ({ operation, segments }) => `${operation.route.method} ${segments.length}`,
)

/** The operation that serves a path below the base address: among several, the one with the fewest parameters. */
function operationAt(method: string, path: string): Operation | undefined {
  const given = path.split('/')
  const fitting = (known.get(`${method} ${given.length}`) ?? []).filter(({ segments }) =>
    segments.every((segment, index) => segment === null || segment === given[index]),
  )
  const parameters = ({ segments }: (typeof fitting)[number]) =>
    segments.filter((segment) => segment === null).length
  return fitting.toSorted((a, b) => parameters(a) - parameters(b))[0]?.operation
}

/** The operation that serves an address of the service. */
export function operationOf(method: string, address: string): Operation | undefined {
  const { pathname } = new URL(address)
  return pathname.startsWith(BASE_PATH) ? operationAt(method, pathname.slice(BASE_PATH.length)) : undefined
}

/** Throws if the answer is a refusal that the API document does not declare for its operation. */
async function requireDeclared(method: string, address: string, response: Response): Promise<void> {
  if (response.status < 400 || !response.headers.get('content-type')?.startsWith('application/json')) return
  const operation = operationOf(method, address)
  if (!operation) return
  const { error } = (await response.clone().json()) as { error?: string }
  const declared: readonly string[] = declaredErrors(operation.route)
  if (error && error in errorCatalogue && !declared.includes(error))
    throw new Error(
      `COR-28: ${operation.name} answered ${response.status} ${error}, which it does not declare`,
    )
}

/** Sends a request, and compares its answer with the API document. */
export async function fetchDeclared(address: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, await wholeForm(init))
  await requireDeclared(init.method ?? 'GET', address, response)
  return response
}
