import { defineTexts } from '../../../lib/texts.ts'

export const unsavedTexts = defineTexts('unsaved', {
  unsaved: ['有未保存的修改', 'You have unsaved changes'],
  unsavedHint: ['离开后，已填写的内容将丢失。', 'If you leave now, your changes are lost.'],
  stay: ['继续编辑', 'Keep editing'],
  leave: ['放弃并离开', 'Leave without saving'],
})
