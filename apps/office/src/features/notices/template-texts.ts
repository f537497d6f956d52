import { defineTexts } from '../../lib/texts.ts'

export const templateTexts = defineTexts('notice-templates', {
  title: ['通知文本', 'Texts of notices'],
  subtitle: [
    '用于短信和邮件标题；链接由平台加在末尾。阿里云、腾讯云按其审核过的模板发送，修改后请在服务商处同步。',
    'For text messages and subjects of mails; the link is added at the end. Alibaba Cloud and Tencent Cloud send the templates that they have approved, so change them there as well.',
  ],
  kind: ['通知', 'Notice'],
  zh: ['中文', 'Chinese'],
  en: ['英文', 'English'],
  version: ['版本', 'Version'],
  shipped: ['默认文本', 'As shipped'],
  changed: ['{{time}} 修改', 'Changed {{time}}'],
  edit: ['修改', 'Change'],
  editTitle: ['修改文本：{{kind}}', 'Change the text: {{kind}}'],
  placeholders: ['可用占位符：{{names}}', 'Placeholders: {{names}}'],
  noPlaceholders: ['此文本没有占位符', 'This text has no placeholders'],
  useShipped: ['恢复默认文本', 'Use the shipped text'],
  testSms: ['短信发给自己', 'SMS to myself'],
  testMail: ['邮件发给自己', 'Mail to myself'],
  tested: ['测试通知已由服务商接收', 'The provider has taken the test'],
  testFailed: ['测试通知未被接收', 'The test was not taken'],
  actions: ['操作', 'Actions'],
})
