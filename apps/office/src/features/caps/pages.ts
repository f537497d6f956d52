import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const capPages: readonly PageDefinition[] = [
  { path: '/caps', needs: 'cap.near', load: () => import('./caps-page.tsx') },
  {
    path: '/conflict-declarations',
    needs: 'cap.listDeclarations',
    load: () => import('./declaration-list.tsx'),
  },
  { path: '/caps/new', needs: 'cap.createPolicy', load: () => import('./policy-form.tsx') },
]
