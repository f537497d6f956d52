import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { OperationName } from '@consilium/contract/routes.ts'
import type { ComponentType } from 'react'

/** A page behind the login. Its code is fetched when it is first shown. */
export interface PageDefinition {
  /** In the notation of TanStack Router: `/projects/$projectId`. */
  path: string
  /** Main operation of the page, such as `project.list`. Accounts that may call it see the page. */
  needs: OperationName | null
  /** Roles for which this page is meant, if another page has the same path. */
  roles?: readonly RoleType[]
  load: () => Promise<{ Page: ComponentType }>
}
