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
  phone: ['手机号', 'Phone'],
  changePhone: ['更换手机号', 'Change the phone'],
  confirmPhone: ['确认新手机号', 'Confirm the new phone'],
  newPhone: ['新手机号', 'New phone'],
  ownPassword: ['登录密码', 'Your password'],
  ownPasswordHint: [
    '刚用短信验证码登录的，可不填',
    'May be left out if you have just logged in with a code by SMS',
  ],
  phonePending: [
    '有人申请将手机号改为 {{phone}}。确有此事时，请用发送到新手机号的验证码确认。',
    'Somebody asked to change the phone to {{phone}}. If this is right, confirm it with a code sent to the new phone.',
  ],
  phoneDone: ['手机号已更换，其他设备上的登录已失效', 'The phone is changed; other devices are logged out'],
})
