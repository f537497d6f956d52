import { defineTexts } from '../texts.ts'

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
  confirmChange: ['确认更换', 'Change'],
  newPhone: ['新手机号', 'New phone'],
  ownPassword: ['登录密码', 'Your password'],
  phonePending: [
    '有人申请将您的手机号改为 {{phone}}。如属实，请用新手机号收到的验证码确认；否则请勿确认，并联系管理员。',
    'Somebody asked to change your phone to {{phone}}. If this is right, confirm it with a code sent to the new phone. If not, do not confirm it and contact an administrator.',
  ],
  phoneDone: ['手机号已更换，其他设备上的登录已失效', 'The phone is changed. Other devices are logged out.'],
})
