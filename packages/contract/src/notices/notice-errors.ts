/** Errors of notices and reminders. */
export const noticeErrors = {
  NOTICE_REQUIRED: {
    status: 409,
    zh: '“{kind}”类通知涉及账号安全、签署或付款，须至少保留一种接收方式',
    en: 'Notices of the kind {kind} are about security, signing or payment: keep at least one way to get them',
  },
  REMINDER_RULE_TAKEN: {
    status: 409,
    zh: '该类提醒在这一天已有规则',
    en: 'There is a rule of this kind for that day already',
  },
  REMINDER_RULE_PAST: {
    status: 409,
    zh: '规则须从今天或以后生效',
    en: 'A rule holds from today or a later day on',
  },
  NOTICE_PLACEHOLDER_UNKNOWN: {
    status: 400,
    zh: '文本中的“{name}”不是可用的占位符，可用：{known}',
    en: '“{name}” is no placeholder of this text; there are: {known}',
  },
  NOTICE_TEXT_UNSAFE: {
    status: 400,
    zh: '文本不能含网址、邮箱、长号码、换行或【】：服务商会拒发，链接由平台加在末尾',
    en: 'The text may hold no address, long number, line break or 【】: providers refuse them, and the link is added at its end',
  },
  NOTICE_CHANNEL_MISSING: {
    status: 409,
    zh: '平台未开通该渠道，请先在部署设置中配置',
    en: 'The service has no such channel; set it up in its settings first',
  },
  NOTICE_ADDRESS_MISSING: {
    status: 409,
    zh: '您的账号没有该渠道的地址：请先登记手机号或确认邮箱',
    en: 'Your account has no address for this channel: enter a phone or confirm a mail address first',
  },
  DELIVERY_NOT_REPEATABLE: {
    status: 409,
    zh: '只能重新发送失败或未发送的通知',
    en: 'Only a delivery that failed or was not sent can be sent again',
  },
} as const
