import type { Words } from '@consilium/contract/errors.ts'

const words = (zh: string, en: string): Words => ({ 'zh-CN': zh, en })

/** What the ids of an entry are of. An id of an operation that is newer than this page is shown by its name. */
export const TARGET_WORDS: Readonly<Record<string, Words>> = {
  attendeeId: words('参会专家', 'Attendee'),
  attendeeIds: words('参会专家', 'Attendees'),
  batchId: words('识别批次', 'Recognition batch'),
  changeId: words('变更', 'Change'),
  dictCode: words('字典值', 'Dictionary value'),
  dictId: words('字典', 'Dictionary'),
  entryId: words('付款', 'Payment'),
  expertId: words('专家', 'Expert'),
  expertIds: words('专家', 'Experts'),
  fileId: words('文件', 'File'),
  historyId: words('历史版本', 'Earlier version'),
  importId: words('导入', 'Import'),
  intentId: words('意向', 'Intent'),
  invoiceId: words('发票', 'Invoice'),
  meetingId: words('会议', 'Meeting'),
  msgId: words('消息', 'Message'),
  orgId: words('单位', 'Organization'),
  passkeyId: words('通行密钥', 'Passkey'),
  period: words('月份', 'Month'),
  personId: words('人员', 'Person'),
  pictureId: words('图片', 'Picture'),
  planId: words('方案', 'Plan'),
  policyId: words('规则版本', 'Version of rules'),
  projectId: words('项目', 'Project'),
  recordId: words('资料', 'Record'),
  sessionId: words('登录', 'Session'),
  specialPlanId: words('专项方案', 'Special plan'),
  templateId: words('协议模板', 'Template'),
  userId: words('账号', 'Account'),
  waiverId: words('豁免申请', 'Waiver'),
}
