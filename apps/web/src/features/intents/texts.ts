import { defineTexts } from '../../lib/texts.ts'

export const intentTexts = defineTexts('intents', {
  supportTitle: ['支持意向', 'Support intents'],
  executionTitle: ['专家报名', 'Expert sign-ups'],
  editOffer: ['修改支持意向', 'Edit support intent'],
  editSignUp: ['修改报名', 'Edit sign-up'],
  project: ['项目', 'Project'],
  organization: ['申办方', 'Sponsor'],
  user: ['提交人', 'Submitted by'],
  amount: ['支持金额（元）', 'Amount (CNY)'],
  remark: ['备注', 'Remark'],
  status: ['状态', 'Status'],
  statusOf: ['{{name}} 的状态', 'Status of {{name}}'],
  name: ['姓名', 'Name'],
  phone: ['手机号', 'Phone'],
  hospital: ['医院', 'Hospital'],
  department: ['科室', 'Department'],
  title: ['职称', 'Title'],
  signUpTime: ['报名时间', 'Signed up'],
})
