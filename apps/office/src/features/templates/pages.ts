import type { PageDefinition } from '../../lib/menu/page-definition.ts'

const form = () => import('./template-form.tsx')

export const templatePages: readonly PageDefinition[] = [
  { path: '/templates', needs: 'agreement.listTemplates', load: () => import('./template-list.tsx') },
  { path: '/templates/new', needs: 'agreement.createTemplate', load: form },
  {
    path: '/templates/$templateId',
    needs: 'agreement.getTemplate',
    load: () => import('./template-page.tsx'),
  },
  { path: '/templates/$templateId/edit', needs: 'agreement.updateTemplate', load: form },
]
