import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const paymentPages: readonly PageDefinition[] = [
  { path: '/labor-payments', needs: 'laborPayment.list', load: () => import('./payments-page.tsx') },
  {
    path: '/labor-payments/differences',
    needs: 'cashDifference.list',
    load: () => import('./differences-page.tsx'),
  },
  {
    path: '/labor-payments/papers',
    needs: 'paymentPaper.list',
    load: () => import('./papers-page.tsx'),
  },
  {
    path: '/labor-payments/reliefs',
    needs: 'treatyRelief.list',
    load: () => import('./reliefs-page.tsx'),
  },
]
