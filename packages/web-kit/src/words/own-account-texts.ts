import { defineTexts } from '../texts.ts'

export const ownAccountTexts = defineTexts('ownAccount', {
  title: ['修改密码', 'Change password'],
  chooseTitle: ['设置新密码', 'Set a new password'],
  first: ['请先设置新密码，再使用其他功能', 'Please set a new password before you go on'],
  old: ['当前密码', 'Current password'],
  fresh: ['新密码', 'New password'],
  hint: ['{{min}} 至 {{max}} 个字符', '{{min}} to {{max}} characters'],
  byCode: ['用短信验证码代替当前密码', 'Use an SMS code instead of the current password'],
  codeHint: ['验证码将发送到 {{phone}}', 'The code is sent to {{phone}}'],
  done: ['密码已修改，其他设备上的登录已失效', 'The password is changed. Other devices are logged out.'],
})
