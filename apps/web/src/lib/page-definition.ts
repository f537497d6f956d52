import type { RoleType } from '@consilium/contract/roles.ts'
import type { Profile } from '@consilium/contract/profile.ts'
import type { OperationName } from '@consilium/contract/routes.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** A page behind the login. Its code is fetched when it is first shown. */
export interface PageDefinition {
  /** As TanStack Router writes it: `/projects/$projectId`. */
  path: string
  /** The operation of the contract that the page lives on, `project.list`: who may call it may see the page. */
  needs: OperationName | null
  /** Where one page is two, by who looks at it. */
  roles?: readonly RoleType[]
  load: () => Promise<{ Page: ComponentType }>
  /** Asks for what the page will show, while its code is on its way. Only for who may see it. */
  prefetch?: (client: QueryClient, profile: Profile, params: Readonly<Record<string, string>>) => void
}
