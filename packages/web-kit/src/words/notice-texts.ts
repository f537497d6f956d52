import { defineTexts } from '../texts.ts'

export const noticeTexts = defineTexts('notices', {
  title: ['通知设置', 'Notice settings'],
  subtitle: [
    '每条通知都会出现在站内消息中。这里决定它们还通过什么方式告诉您。',
    'Every notice stands in your messages. Here you choose how else you are told.',
  ],
  channels: ['通知方式', 'How you are reached'],
  phone: ['短信发送至', 'SMS to'],
  mailAddress: ['邮件发送至', 'Mail to'],
  noSms: ['没有手机号，或平台未开通短信', 'You have no phone here, or the service sends no SMS'],
  noMail: [
    '尚未确认邮箱，或平台未开通邮件。可在“账号安全”中填写邮箱。',
    'You have confirmed no mail address, or the service sends no mail. Add one under “Account security”.',
  ],
  kind: ['通知', 'Notices'],
  when: ['时间', 'When'],
  sms: ['短信', 'SMS'],
  mail: ['邮件', 'Mail'],
  required: ['至少保留一种方式', 'At least one way is needed'],
  quiet: ['免打扰时段', 'Quiet hours'],
  quietHint: [
    '此时段内的通知延后发送；验证码和账号安全通知除外。两个时刻相同即不设免打扰。',
    'Notices wait until these hours are over; codes and account security do not. The same time twice means none.',
  ],
  from: ['开始', 'From'],
  until: ['结束', 'Until'],
  digestHint: ['“每日汇总”于每天 {{time}} 发送。', 'The daily summary goes out at {{time}}.'],
  language: ['短信和邮件的语言', 'Language of SMS and mail'],
  chinese: ['中文', 'Chinese'],
  english: ['英文', 'English'],
  saved: ['通知设置已保存', 'Your settings are saved'],
})
