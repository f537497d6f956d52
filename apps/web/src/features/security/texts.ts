import { defineTexts } from '../../lib/texts.ts'

export const securityTexts = defineTexts('security', {
  title: ['账号安全', 'Account security'],
  password: ['登录密码', 'Password'],
  passwordHint: [
    '修改密码后，其他设备上的登录将失效。',
    'Changing the password logs out your other devices.',
  ],
  changePassword: ['修改密码', 'Change password'],
  name: ['姓名', 'Name'],
  changeName: ['修改姓名', 'Change the name'],
})
