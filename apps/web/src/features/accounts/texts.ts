import { defineTexts } from '../../lib/texts.ts'

export const staffAccountTexts = defineTexts('accounts', {
  title: ['账号', 'Accounts'],
  create: ['新建账号', 'New account'],
  edit: ['编辑账号', 'Edit the account'],
  hint: [
    '单位人员与专家的账号分别在“人员”“专家”中管理。',
    'Accounts of organizations and experts are kept under People and Experts.',
  ],
  userName: ['用户名', 'User name'],
  name: ['姓名', 'Name'],
  nameHint: ['用于显示创建人、负责人等', 'Shown where the account has created or leads something'],
  phone: ['手机号', 'Phone'],
  role: ['角色', 'Role'],
  password: ['初始密码', 'Initial password'],
  passwordHint: ['首次登录时须修改', 'Must be changed at the first login'],
  mustChange: ['待修改初始密码', 'Must change the initial password'],
  parent: ['所属主账号', 'Main account'],
  resetPassword: ['重置密码', 'Reset the password'],
  resetDone: ['密码已重置，请将初始密码告知本人', 'The password is reset; tell it to its owner'],
})
