import { defineTexts } from '../../lib/texts.ts'

export const accountTexts = defineTexts('accounts', {
  emptyHint: ['还没有账号。新增的账号会列在这里。', 'No accounts yet. New ones are listed here.'],
  title: ['账号', 'Accounts'],
  create: ['新建账号', 'New account'],
  edit: ['编辑账号', 'Edit the account'],
  hint: [
    '单位人员与专家的账号分别在“人员”“专家”中管理。',
    'Accounts of organizations and experts are managed under People and Experts.',
  ],
  userName: ['用户名', 'User name'],
  name: ['姓名', 'Name'],
  nameHint: ['用于显示创建人、负责人等', 'Shown as the creator or lead of records'],
  phone: ['手机号', 'Phone'],
  role: ['角色', 'Role'],
  password: ['初始密码', 'Initial password'],
  passwordHint: ['首次登录时须修改', 'Must be changed at first login'],
  mustChange: ['待修改初始密码', 'Must change the initial password'],
  parent: ['所属主账号', 'Main account'],
  safety: ['登录安全', 'Login security'],
  safetyHint: [
    '用户无法再使用原手机号时更换手机号；丢失验证设备和恢复码时重置两步验证；怀疑账号被盗用时结束其全部登录。',
    'Change the phone of a user who no longer has it. Reset the second factors of a user who has lost phone and recovery codes. End all sessions of an account that somebody else may be using.',
  ],
  resetFactors: ['重置两步验证', 'Reset second factors'],
  resetFactorsQuestion: ['重置“{{name}}”的两步验证？', 'Reset the second factors of {{name}}?'],
  resetFactorsHint: [
    '将移除其身份验证器、通行密钥和恢复码，并结束全部登录，本人会收到通知。请先核实对方身份。',
    'This removes the authenticator app, passkeys and recovery codes and ends all sessions. The owner is notified. Verify first that the owner has asked for it.',
  ],
  factorsReset: ['两步验证已重置', 'The second factors are reset'],
  endSessions: ['结束全部登录', 'End all sessions'],
  endSessionsQuestion: ['结束“{{name}}”的全部登录？', 'End all sessions of {{name}}?'],
  endSessionsHint: [
    '该账号在所有设备上都须重新登录，密码和两步验证保持不变。',
    'Every device of the account will have to log in again. Password and second factors are unchanged.',
  ],
  replacePhone: ['更换手机号', 'Change the phone'],
  newPhone: ['新手机号', 'New phone'],
  replacePhoneHint: [
    '“{{name}}”的手机号将立即更换，全部登录随之退出，原手机号会收到短信通知。请先核实对方身份。',
    'The phone of {{name}} changes at once, all sessions end, and the old phone is notified by SMS. Verify first that the owner has asked for it.',
  ],
  phoneReplaced: ['手机号已更换', 'The phone is changed'],
  phoneHint: [
    '更换后全部登录退出，原手机号会收到短信通知',
    'A change ends all sessions, and the old phone is notified by SMS',
  ],
  sessionsEnded: ['已结束全部登录', 'All sessions have ended'],
})
