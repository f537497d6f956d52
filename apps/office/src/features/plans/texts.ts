import { defineTexts } from '../../lib/texts.ts'

export const planTexts = defineTexts('plans', {
  emptyHint: [
    '还没有项目方案。专家或管理员提交后在这里审核。',
    'No plans yet. Plans of experts and managers are reviewed here.',
  ],
  title: ['项目方案', 'Plans'],
  create: ['新建方案', 'New plan'],
  edit: ['编辑方案', 'Edit plan'],
  planName: ['方案名称', 'Plan name'],
  planDirection: ['研究方向', 'Direction'],
  planCategory: ['方案类别', 'Category'],
  projectForm: ['项目形式', 'Project form'],
  designFileUrl: ['方案文件', 'Plan document'],
  designFileHint: ['上传文件，或填写网址', 'Upload a file, or enter its address'],
  openDesign: ['打开方案文件', 'Open the plan document'],
  project: ['所属项目', 'Project'],
  isSettled: ['已结算', 'Settled'],
  submitter: ['提交人', 'Submitted by'],
  auditBy: ['审核人', 'Reviewed by'],
  auditTime: ['审核时间', 'Reviewed'],
  remark: ['备注', 'Remark'],
})
