import { defineTexts } from '@consilium/web-kit/texts.ts'

export const myPlanTexts = defineTexts('myPlans', {
  emptyHint: [
    '还没有提交方案。提交后可在这里查看审核结果。',
    'No plans yet. What you submit is listed here with its review.',
  ],
  title: ['我的方案', 'My plans'],
  create: ['提交方案', 'Submit a plan'],
  firstOne: ['提交第一个方案', 'Submit your first plan'],
  edit: ['修改方案', 'Edit plan'],
  resubmit: ['修改并重新提交', 'Edit and resubmit'],
  planName: ['方案名称', 'Plan name'],
  planDirection: ['研究方向', 'Direction'],
  planCategory: ['方案类别', 'Category'],
  projectForm: ['项目形式', 'Project form'],
  project: ['所属项目', 'Project'],
  projectHint: ['仅列出公示中的项目', 'Only published projects are listed'],
  designFile: ['方案文件', 'Plan document'],
  designFileHint: ['PDF、Word、PowerPoint 或图片', 'PDF, Word, PowerPoint or a picture'],
  openFile: ['打开方案文件', 'Open the plan document'],
  remark: ['备注', 'Remark'],
  auditStatus: ['审核状态', 'Review status'],
  auditOpinion: ['审核意见', 'Review comment'],
  auditTime: ['审核时间', 'Reviewed'],
  createTime: ['提交时间', 'Submitted'],
  details: ['方案内容', 'Plan details'],
  review: ['审核', 'Review'],
  rejectedHint: [
    '请按审核意见修改，保存后将重新提交审核。',
    'Please change the plan according to the review comment. Saving submits it for review again.',
  ],
  submitted: ['方案已提交，等待审核', 'The plan is submitted and awaits review'],
})
