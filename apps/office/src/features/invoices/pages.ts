import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const invoicePages: readonly PageDefinition[] = [
  { path: '/invoice-verification', needs: 'verification.usage', load: () => import('./usage-page.tsx') },
]
