import { defineTexts } from '../../lib/texts.ts'

export const organizationTexts = defineTexts('organizations', {
  title: ['单位', 'Organizations'],
  create: ['新建单位', 'New organization'],
  edit: ['编辑单位', 'Edit the organization'],
  orgName: ['单位名称', 'Name'],
  orgType: ['单位类型', 'Kind'],
  businessNature: ['单位性质', 'Nature of business'],
  mainAccount: ['主账号', 'Main account'],
  mainPhone: ['主账号手机', 'Phone of the main account'],
  contactName: ['联系人姓名', 'Contact person'],
  userName: ['用户名', 'User name'],
  password: ['初始密码', 'Initial password'],
  passwordHint: ['首次登录时须修改', 'Must be changed at the first login'],
  phone: ['手机号', 'Phone'],
  surchargeRate: ['附加税费率', 'Surcharge rate'],
  surchargeRateHint: [
    '占增值税的比例，如 0.06；留空按现行规则',
    'Share of value-added tax, such as 0.06; empty: the rule in force',
  ],
  surchargeByRule: ['按现行规则', 'By the rule in force'],
  people: ['人员', 'People'],
  seePeople: ['查看该单位的人员', 'See its people'],
  disableHint: [
    '停用后，该单位主账号与全部人员立即退出且无法登录，也不再可选；恢复后，原先正常的人员恢复登录。',
    'Its main account and all of its people are logged out at once and it is offered nowhere. Restoring brings back those who were active.',
  ],
})
