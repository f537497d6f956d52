import { defineTexts } from '../../lib/texts.ts'

export const planTexts = defineTexts('plans', {
  title: ['项目方案', 'Plans'],
  create: ['新建方案', 'New plan'],
  edit: ['编辑方案', 'Edit the plan'],
  planName: ['方案名称', 'Plan'],
  planDirection: ['方案方向', 'Direction'],
  planCategory: ['方案类别', 'Category'],
  projectForm: ['项目形式', 'Form of the project'],
  designFileUrl: ['设计文件', 'Design document'],
  designFileHint: ['上传文件，或填写网址', 'Upload a file, or give an address'],
  openDesign: ['打开设计文件', 'Open the design document'],
  project: ['所属项目', 'Project'],
  projectNo: ['项目编号', 'Project number'],
  isSettled: ['已结算', 'Settled'],
  submitter: ['提交人', 'Submitted by'],
  auditBy: ['审核人', 'Audited by'],
  auditTime: ['审核时间', 'Audited'],
  remark: ['备注', 'Remark'],
})
