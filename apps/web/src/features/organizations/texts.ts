import { defineTexts } from '../../lib/texts.ts'

export const organizationTexts = defineTexts('organizations', {
  title: ['单位', 'Organizations'],
  create: ['新建单位', 'New organization'],
  edit: ['编辑单位', 'Edit organization'],
  orgName: ['单位名称', 'Name'],
  orgType: ['单位类型', 'Type'],
  businessNature: ['单位性质', 'Nature of business'],
  creditCode: ['统一社会信用代码', 'Unified social credit code'],
  creditCodeHint: ['18 位，印在劳务协议上', '18 characters, printed on labor agreements'],
  mainAccount: ['主账号', 'Main account'],
  mainPhone: ['主账号手机号', 'Main account phone'],
  contactName: ['联系人姓名', 'Contact person'],
  userName: ['用户名', 'User name'],
  password: ['初始密码', 'Initial password'],
  passwordHint: ['首次登录时须修改', 'Must be changed at first login'],
  phone: ['手机号', 'Phone'],
  surchargeRate: ['附加税费率', 'Surcharge rate'],
  surchargeRateHint: [
    '占增值税的比例：市区 0.06，县城、镇 0.05，其他地区 0.03；免征教育费附加的为 0.035、0.025、0.005。留空按市区计',
    'Share of the VAT: 0.06 in a city, 0.05 in a town, 0.03 elsewhere; 0.035, 0.025 and 0.005 where the education levies are exempt. Left empty, the payer sits in a city.',
  ],
  surchargeByRule: ['按现行规则', 'By the current rules'],
  seePeople: ['查看该单位的人员', 'View its people'],
  disableHint: [
    '停用后，该单位的主账号与全部人员立即退出且无法登录，也不能再被选用；重新启用后，停用前正常的人员可再次登录。',
    'Its main account and all its people are logged out at once and cannot log in, and it can no longer be selected. Once it is enabled again, the people who were active can log in again.',
  ],
})
