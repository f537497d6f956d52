import { defineTexts } from '../../lib/texts.ts'

export const resetTexts = defineTexts('resetPassword', {
  reset: ['重置密码', 'Reset password'],
  title: ['重置“{{name}}”的密码？', 'Reset the password of {{name}}?'],
  hint: [
    '该账号将退出全部登录，原密码立即失效；本人须用短信验证码登录并设置新密码。',
    'All sessions of the account end and its password stops working. The owner logs in with an SMS code and sets a new password.',
  ],
  done: [
    '密码已重置，本人可用短信验证码登录并设置新密码',
    'The password is reset. The owner can log in with an SMS code and set a new one.',
  ],
})
