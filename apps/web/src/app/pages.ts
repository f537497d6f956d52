import { homePages } from '../features/home/pages.ts'
import { projectPages } from '../features/projects/pages.ts'
import { accountPages } from '../features/account/pages.ts'
import type { PageDefinition } from './page-definition.ts'

/** All pages behind the login, one line a feature. */
export const pages: readonly PageDefinition[] = [...homePages, ...accountPages, ...projectPages]
