import { defineTexts } from '../../lib/texts.ts'

export const intentTexts = defineTexts('intents', {
  emptySignUps: [
    '还没有专家报名。公示的项目接受专家报名。',
    'No sign-ups yet. Experts can sign up for published projects.',
  ],
  emptySupport: [
    '还没有支持意向。申办方在“支持意向”页选择项目后，会出现在这里。',
    'No support intents yet. They appear here once sponsors choose a project.',
  ],
  supportTitle: ['支持意向', 'Support intents'],
  executionTitle: ['专家报名', 'Expert sign-ups'],
  editOffer: ['修改支持意向', 'Edit support intent'],
  editSignUp: ['修改报名', 'Edit sign-up'],
  project: ['项目', 'Project'],
  organization: ['申办方', 'Sponsor'],
  user: ['提交人', 'Submitted by'],
  amount: ['支持金额（元）', 'Amount (¥)'],
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
