import { defineTexts } from '../../lib/texts.ts'

export const publicityIntentTexts = defineTexts('publicityIntents', {
  emptyHint: [
    '还没有访客提交意向。公示项目并分享公示页后，意向会出现在这里。',
    'No enquiries yet. Publish a project and share its public page; enquiries appear here.',
  ],
  title: ['公示页报名', 'Public enquiries'],
  hint: ['访客在公示页提交的意向', 'Enquiries that visitors submitted on the public page'],
  support: ['支持意向', 'Support enquiries'],
  execution: ['医生报名', 'Doctor applications'],
  edit: ['更正意向', 'Correct enquiry'],
  project: ['项目', 'Project'],
  name: ['姓名', 'Name'],
  phone: ['手机号', 'Phone'],
  source: ['来源', 'Source'],
  account: ['账号', 'Account'],
  unconfirmed: ['{{name}}（未确认）', '{{name}} (unconfirmed)'],
  linked: ['已有账号', 'Has an account'],
  status: ['状态', 'Status'],
  orgName: ['单位', 'Organization'],
  position: ['职务', 'Position'],
  remark: ['留言', 'Message'],
  hospital: ['医院', 'Hospital'],
  department: ['科室', 'Department'],
  jobTitle: ['职称', 'Title'],
  openPage: ['打开公示页', 'Open the public page'],
})
