import { defineTexts } from '../../../lib/texts.ts'

/** Loaded by whoever types the name. */
export const typedTexts = defineTexts('typedName', {
  typedName: ['键入姓名作为签名', 'Type your name as the signature'],
  typedHint: [
    '请键入“{{name}}”。协议上会注明签名是键入的，效力与手写相同。',
    'Type “{{name}}”. The agreement will say that the name was typed. A typed name is as binding as a drawn one.',
  ],
  typedPreview: ['以手写体呈现的签名：{{name}}', 'Signature in a handwriting face: {{name}}'],
})
