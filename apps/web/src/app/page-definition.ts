import type { RoleType } from '@consilium/contract/accounts.ts'
import type { Route } from '@consilium/contract/route.ts'
import type { ComponentType } from 'react'

/** A page behind the login. Its code is fetched when it is first shown. */
export interface PageDefinition {
  /** As TanStack Router writes it: `/projects/$projectId`. */
  path: string
  /** The route of the contract that the page lives on: who may call it may see the page. */
  needs: Route | null
  /** Where one page is two, by who looks at it. */
  roles?: readonly RoleType[]
  load: () => Promise<{ Page: ComponentType }>
}
