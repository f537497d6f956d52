import { defineTexts } from '../../lib/texts.ts'

export const statusTexts = defineTexts('status', {
  disable: ['停用', 'Disable'],
  restore: ['启用', 'Enable'],
  disableOne: ['停用“{{name}}”？', 'Disable “{{name}}”?'],
  disableHint: [
    '停用后立即生效，可随时重新启用。',
    'This takes effect at once. You can enable it again at any time.',
  ],
})
