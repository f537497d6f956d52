import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const batchPages: readonly PageDefinition[] = [
  { path: '/labor-payments/due', needs: 'paymentBatch.payable', load: () => import('./due-page.tsx') },
  { path: '/labor-payments/batches', needs: 'paymentBatch.list', load: () => import('./batches-page.tsx') },
  {
    path: '/labor-payments/batches/$batchId',
    needs: 'paymentBatch.get',
    load: () => import('./batch-page.tsx'),
  },
]
