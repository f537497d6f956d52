import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { readAll, type Player } from './platform.ts'

const TEMPLATE = {
  templateName: '劳务协议（中英双语） Bilingual labor agreement',
  content: [
    '{{orgName}} invites {{expertName}} ({{unit}}, {{title}}) to take part in “{{meetingName}}” on {{meetingTime}} at {{meetingPlace}}.',
    '甲方 {{orgName}} 邀请乙方 {{expertName}}（{{unit}}，{{title}}）参加“{{meetingName}}”，时间：{{meetingTime}}，地点：{{meetingPlace}}。',
    'Service type 劳务形式: {{laborForm}}. Payable 应付: CNY {{payableAmount}}; VAT 增值税: {{vatAmount}}; surcharges 附加税费: {{surchargeAmount}}; income tax 个人所得税: {{incomeTax}}; net after tax 税后实付: {{netAmount}}.',
    'Payment 付款: {{bankName}}, {{bankAccount}}, {{bankRegion}}. Identity card 身份证号: {{idCardNo}}.',
    'The executor withholds and pays the taxes. 税款由甲方代扣代缴。 {{today}}',
  ].join('\n'),
}

/** Returns the template's id. */
export async function fillTemplate(manager: Player): Promise<number> {
  const known = await readAll((query) => manager.call(agreementRoutes.listTemplates, { query }))
  const present = known.find(({ templateName }) => templateName === TEMPLATE.templateName)
  if (present) return present.templateId
  return (await manager.call(agreementRoutes.createTemplate, { body: TEMPLATE })).templateId
}
