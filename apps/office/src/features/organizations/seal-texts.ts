import { defineTexts } from '../../lib/texts.ts'

export const sealTexts = defineTexts('seals', {
  seal: ['单位印章', 'Seal'],
  none: ['尚未设置印章', 'There is no seal yet'],
  choose: ['选择文件', 'Choose a file'],
  picture: ['印章图片', 'Picture of the seal'],
  pictureHint: ['PNG，不超过512 KB', 'PNG, at most 512 KB'],
  key: ['单位证书（选填）', 'Certificate of the organization (optional)'],
  keyHint: [
    'PKCS #12或PEM文件；不上传则由平台证书签名',
    'PKCS #12 or PEM; without one, the platform signs for the seal',
  ],
  password: ['证书密码', 'Passphrase of the certificate'],
  keeper: ['印章责任人', 'Person who answers for the seal'],
  keeperHint: [
    '保管印章的人员的姓名，写入每次盖章的签名和签署证明',
    'The person who is responsible for the seal. The name is written into each seal and on the certificate page.',
  ],
  keeperMissing: [
    '印章尚未登记责任人：填写之前不能盖章，等待盖章的协议也不能付款。请由单位主账号填写。',
    'No person is named as responsible for the seal. Until the main account names one, nothing can be sealed, and agreements that wait for the seal cannot be paid.',
  ],
  personsMaySeal: ['允许本单位会议执行人员盖章', 'Meeting executors of the organization may put the seal'],
  persons: ['会议执行人员盖章', 'Meeting executors may seal'],
  yes: ['允许', 'Yes'],
  no: ['不允许', 'No'],
  certificate: ['所用证书', 'Certificate'],
  platform: ['平台证书', 'Of the platform'],
  until: ['有效期至', 'Valid until'],
  hint: [
    '设置后，新签署的协议须盖章后方可付款；此前签署的协议不受影响。',
    'Agreements that are signed while there is a seal can be paid only when they are sealed. Earlier ones are not affected.',
  ],
  save: ['保存', 'Save'],
  saved: ['印章已保存', 'The seal is saved'],
  remove: ['停用印章', 'Remove the seal'],
  removeHint: [
    '停用后，新签署的协议不再等待盖章；已在等待的协议，仍须重新设置印章并盖章后方可付款。',
    'Agreements that are signed from then on need no seal. Those that already wait for one can be paid only after a seal is set again and put on them.',
  ],
  removed: ['印章已停用', 'The seal is removed'],
})
