import { defineTexts } from '../../../lib/texts.ts'

export const signedTexts = defineTexts('signed', {
  done: ['协议已签署', 'The agreement is signed'],
  doneHint: [
    '已生成带数字签名的文件，可随时在此查看。',
    'The digitally signed document is ready. You can view it here at any time.',
  ],
  signNext: ['签署下一份（还有 {{count}} 份）', 'Sign the next one ({{count}} left)'],
  verify: ['查验地址', 'Verification address'],
  verifyHint: ['持有该文件的任何人都可在此查验真伪', 'Anyone who holds the document can verify it there'],
  timestamp: ['时间戳', 'Timestamp'],
  seal: ['付款方印章', "Payer's seal"],
  sealAwaiting: ['待付款方盖章', "Awaiting the payer's seal"],
  sealNotNeeded: ['付款方未启用印章', 'The payer uses no seal'],
  stampUnverified: ['（机构未经核验）', ' (unverified authority)'],
  stampNone: ['未使用时间戳服务', 'No timestamp authority is used'],
  stampPending: ['等待时间戳服务，稍后自动添加', 'Waiting for the authority; it will be added'],
  stampFailed: ['未能取得时间戳', 'No timestamp could be had'],
  documentHash: ['文件指纹（SHA-256）', 'Document fingerprint (SHA-256)'],
  document: ['已签署的文件', 'Signed document'],
  view: ['查看', 'View'],
  hide: ['收起', 'Hide'],
  share: ['分享', 'Share'],
  signature: ['您的签名', 'Your signature'],
  signedTime: ['签署时间', 'Signed at'],
  save: ['保存', 'Download'],
})
