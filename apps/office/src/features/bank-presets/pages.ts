import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const bankPresetPages: readonly PageDefinition[] = [
  { path: '/labor-payments/presets', needs: 'bankPreset.list', load: () => import('./presets-page.tsx') },
  {
    path: '/labor-payments/presets/new',
    needs: 'bankPreset.create',
    load: () => import('./create-page.tsx'),
  },
  {
    path: '/labor-payments/presets/$presetId',
    needs: 'bankPreset.update',
    load: () => import('./edit-page.tsx'),
  },
]
