import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const dictionaryPages: readonly PageDefinition[] = [
  { path: '/dictionaries', needs: 'dictionary.listTypes', load: () => import('./dictionary-types.tsx') },
  {
    path: '/dictionaries/$dictType',
    needs: 'dictionary.listData',
    load: () => import('./dictionary-values.tsx'),
  },
]
