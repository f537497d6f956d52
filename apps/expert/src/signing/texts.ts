import { defineTexts } from '@consilium/web-kit/texts.ts'

/** Of reading and signing. */
export const signingTexts = defineTexts('signing', {
  steps: ['签署步骤', 'Signing steps'],
  fill: ['填写信息', 'Your details'],
  contract: ['阅读并签名', 'Read and sign'],
  success: ['完成', 'Done'],
  stepOf: ['第 {{step}} 步，共 {{count}} 步', 'Step {{step}} of {{count}}'],
  stepDone: ['已完成', 'done'],
  drawingUp: ['正在生成协议…', 'Preparing the agreement…'],
  correct: ['修改信息', 'Change my details'],
  agreementText: ['协议内容', 'Agreement text'],
  signature: ['您的签名', 'Your signature'],
  newSignature: ['您对变更的签名', 'Your signature for the change'],
  agreementNumber: ['协议编号', 'Agreement number'],
  partyA: ['甲方', 'Party A (payer)'],
  partyB: ['乙方', 'Party B (expert)'],
  larger: ['放大文字', 'Larger text'],
  smaller: ['缩小文字', 'Smaller text'],
  payer: ['付款单位', 'Payer'],
  creditCode: ['统一社会信用代码', 'Unified social credit code'],
  smsCode: ['短信验证码', 'SMS code'],
  sendCode: ['获取验证码', 'Send code'],
  signNow: ['签署协议', 'Sign agreement'],
  cancel: ['取消', 'Cancel'],
  confirmTitle: ['确认签署？', 'Sign the agreement?'],
  confirmHint: [
    '签署“{{meeting}}”的劳务协议，税后实付 {{net}} 元。签署后具有法律效力，无法撤回。',
    'You are signing the agreement for “{{meeting}}”: ¥\u00a0{{net}} net after tax. Once signed it is binding and cannot be withdrawn.',
  ],
  progress: ['阅读进度', 'Reading progress'],
  toSign: ['去签名', 'Go to sign'],
})

/** Of the field for a signature, drawn or typed. */
export const padTexts = defineTexts('pad', {
  padHint: ['请用手指或鼠标在框内书写姓名', 'Write your name in the box with a finger or the mouse'],
  padLabel: ['签名区', 'Signature area'],
  typeInstead: ['不便手写？改为键入姓名', 'Cannot draw? Type your name'],
  drawInstead: ['改为手写签名', 'Draw the signature'],
  undo: ['撤销一笔', 'Undo a stroke'],
  clear: ['清除', 'Clear'],
  typedName: ['键入姓名作为签名', 'Type your name as the signature'],
  typedHint: [
    '请键入“{{name}}”。协议上会注明签名是键入的，效力与手写相同。',
    'Type “{{name}}”. The agreement will say that the name was typed. A typed name is as binding as a drawn one.',
  ],
  typedPreview: ['以手写体呈现的签名：{{name}}', 'Signature in a handwriting face: {{name}}'],
})

export const fillTexts = defineTexts('fill', {
  fillHint: [
    '这些信息将写入协议，并用于支付劳务费。',
    'These details are written into the agreement and used to pay your fee.',
  ],
  next: ['下一步：阅读协议', 'Next: read the agreement'],
  name: ['姓名', 'Name'],
  unit: ['工作单位', 'Workplace'],
  jobTitle: ['职称', 'Title'],
  idCardNo: ['证件号码', 'Document number'],
  idCardHint: ['18 位，末位可为 X', '18 characters; the last may be X'],
  bankName: ['开户银行', 'Bank'],
  bankAccount: ['银行账号', 'Bank account number'],
  bankAccountHint: ['12 至 19 位数字，可含空格', '12 to 19 digits; spaces are allowed'],
  known: ['已登记：{{number}}。留空则使用该号码。', 'On file: {{number}}. Leave empty to use it.'],
})

export const amendmentTexts = defineTexts('amendments', {
  title: ['劳务费变更', 'Change of your fee'],
  waits: ['会务方提出变更劳务费', 'The organizers propose another fee'],
  waitsHint: [
    '您已签署的协议目前继续有效。请阅读变更后的协议：同意则签署，签署后取代原协议；不同意则原协议不变。',
    'The agreement you signed is still in force. Please read the amended agreement. If you sign it, it replaces the current one. If you decline, nothing changes.',
  ],
  reason: ['变更原因', 'Reason'],
  minutesNow: ['现行约定参会时长', 'Attendance agreed now'],
  minutesNext: ['变更后约定参会时长', 'New attendance agreed'],
  minutesOf: ['{{count}}分钟', '{{count}} min'],
  payableNow: ['现行应付（元）', 'Payable now (¥)'],
  payableNext: ['变更后应付（元）', 'New payable (¥)'],
  netNow: ['现行实付（元，估算）', 'Net now (¥, estimate)'],
  netNext: ['变更后实付（元，估算）', 'New net (¥, estimate)'],
  decline: ['不同意变更', 'Decline the change'],
  declineTitle: ['不同意变更？', 'Decline the change?'],
  declineHint: [
    '原协议继续有效，会务方会收到通知。',
    'The agreement you signed stays in force, and the organizers are told.',
  ],
})

export const signedTexts = defineTexts('signed', {
  done: ['协议已签署', 'The agreement is signed'],
  doneHint: [
    '已生成带数字签名的文件，可随时在此查看。',
    'The digitally signed document is ready. You can view it here at any time.',
  ],
  signNext: ['签署下一份（还有 {{count}} 份）', 'Sign the next one ({{count}}\u00a0left)'],
  verify: ['查验地址', 'Verification address'],
  verifyHint: ['持有该文件的任何人都可在此查验真伪', 'Anyone who holds the document can verify it there'],
  timestamp: ['时间戳', 'Timestamp'],
  seal: ['付款方印章', "Payer's seal"],
  sealAwaiting: ['待付款方盖章', "Awaiting the payer's seal"],
  sealNotNeeded: ['付款方未启用印章', 'The payer uses no seal'],
  stampUnverified: ['（机构未经核验）', ' (unverified authority)'],
  stampNone: ['未使用时间戳服务', 'No timestamp authority is used'],
  stampPending: [
    '等待时间戳服务，稍后自动添加',
    'Waiting for the timestamp authority; the timestamp is added later',
  ],
  stampFailed: ['未能取得时间戳', 'No timestamp could be obtained'],
  documentHash: ['文件指纹（SHA-256）', 'Document fingerprint (SHA-256)'],
  document: ['已签署的文件', 'Signed document'],
  view: ['查看', 'View'],
  hide: ['收起', 'Hide'],
  share: ['分享', 'Share'],
  signature: ['您的签名', 'Your signature'],
  signedTime: ['签署时间', 'Signed at'],
  save: ['保存', 'Download'],
})
