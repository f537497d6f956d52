import { defineTexts } from '../../lib/texts.ts'

export const ownAccountTexts = defineTexts('ownAccount', {
  title: ['修改密码', 'Change the password'],
  first: ['首次登录，请先设置新密码', 'Choose a password of your own before you go on'],
  old: ['当前密码', 'Current password'],
  fresh: ['新密码', 'New password'],
  hint: ['{{min}} 至 {{max}} 个字符', '{{min}} to {{max}} characters'],
  byCode: ['用短信验证码代替当前密码', 'A code by SMS in place of the current password'],
  byCodeHint: [
    '刚用短信验证码登录的，验证码可不填',
    'If you have just logged in with a code, none is needed',
  ],
  done: ['密码已修改，其他设备上的登录已失效', 'The password is changed; other devices are logged out'],
})
