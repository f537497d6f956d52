import { defineTexts } from '../../lib/texts.ts'

export const archiveTexts = defineTexts('archive', {
  archive: ['归档', 'Archive'],
  unarchive: ['取消归档', 'Unarchive'],
  archived: ['已归档', 'Archived'],
  archiveOne: ['归档“{{name}}”？', 'Archive “{{name}}”?'],
  archiveHint: [
    '归档后不再出现在列表中，也不能登录；已有记录仍显示其名称，可随时取消归档。',
    'It no longer appears in lists and can no longer log in. Existing records keep showing its name. You can unarchive it at any time.',
  ],
})
