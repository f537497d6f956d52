import { defineTexts } from '../../../lib/texts.ts'

export const padTexts = defineTexts('pad', {
  padHint: ['请用手指或鼠标在框内书写姓名', 'Write your name in the box with a finger or the mouse'],
  padLabel: ['签名区', 'Signature area'],
  padLoading: ['正在准备签名区…', 'Preparing the signature area…'],
  typeInstead: ['不便手写？改为键入姓名', 'Cannot draw? Type your name'],
  drawInstead: ['改为手写签名', 'Draw the signature'],
  undo: ['撤销一笔', 'Undo a stroke'],
  clear: ['清除', 'Clear'],
})
