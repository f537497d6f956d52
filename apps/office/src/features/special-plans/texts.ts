import { defineTexts } from '../../lib/texts.ts'

export const specialPlanTexts = defineTexts('specialPlans', {
  emptyHint: [
    '还没有专项方案。可以为单位的一个时期或主题新建方案。',
    'No special plans yet. Add one for a period or a theme of an organization.',
  ],
  title: ['专项方案', 'Special plans'],
  create: ['新建专项方案', 'New special plan'],
  edit: ['编辑专项方案', 'Edit special plan'],
  planName: ['方案名称', 'Plan name'],
  planType: ['方案类型', 'Type'],
  content: ['方案内容', 'Content'],
  startTime: ['开始时间', 'Start'],
  endTime: ['结束时间', 'End'],
  budget: ['预算（元）', 'Budget (¥)'],
  organization: ['所属单位', 'Organization'],
  attachments: ['附件', 'Attachments'],
  addAttachment: ['添加附件', 'Add attachment'],
  noAttachments: ['没有附件', 'No attachments'],
  attachment: ['附件 {{number}}', 'Attachment {{number}}'],
  createdBy: ['创建人', 'Created by'],
})
