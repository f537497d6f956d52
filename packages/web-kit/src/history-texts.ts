import { defineTexts } from './texts.ts'

export const historyTexts = defineTexts('signingHistory', {
  invalidated: ['之前的签署已失效', 'Your earlier signature is no longer valid'],
  invalidatedHint: [
    '劳务费由 {{from}} 元调整为 {{to}} 元，您于 {{time}} 的签署已失效。请阅读新的协议并重新签署。之前签署的文件仍可在下方查看。',
    'The fee changed from ¥\u00a0{{from}} to ¥\u00a0{{to}}, so your signature of {{time}} is no longer valid. Please read the new agreement and sign again. The document you signed before is kept below.',
  ],
  history: ['之前签署的文件', 'Documents signed before'],
  historyFee: ['劳务费 {{fee}} 元', 'Fee ¥\u00a0{{fee}}'],
  replaced: ['失效时间', 'Invalidated at'],
  saveSigned: ['保存 {{time}} 签署的文件', 'Download the document signed at {{time}}'],
  signedTime: ['签署时间', 'Signed at'],
  save: ['保存', 'Download'],
})
