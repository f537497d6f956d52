import type { PageDefinition } from '../../lib/menu/page-definition.ts'
import { prefetchDoctorHome } from './doctor-queries.ts'

export const homePages: readonly PageDefinition[] = [
  { path: '/', needs: null, load: () => import('./home-page.tsx'), prefetch: prefetchDoctorHome },
]
