import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { bankBranchRoutes } from '@consilium/contract/bank-branches/bank-branches.ts'
import { bankPresetRoutes } from '@consilium/contract/bank-files/bank-presets.ts'
import { botRoutes } from '@consilium/contract/bots/bots.ts'
import { dimensionRoutes } from '@consilium/contract/dimensions/dimensions.ts'
import type { Player } from '../platform.ts'

/** Invented codes of 12 digits, of branches as they are called. */
const BRANCHES = [
  '联行号,网点名称,省份,城市',
  '102100000128,中国工商银行股份有限公司北京海淀支行,北京市,北京市',
  '308100005221,招商银行股份有限公司北京望京支行,北京市,北京市',
  '105331000006,中国建设银行股份有限公司杭州西湖支行,浙江省,杭州市',
  '103290003015,中国农业银行股份有限公司上海静安支行,上海市,上海市',
  '104584000999,中国银行股份有限公司深圳南山支行,广东省,深圳市',
]

/** Managers import the directory of branches. */
export async function fillBranches({ call }: Player): Promise<void> {
  const { total } = await call(bankBranchRoutes.list, {})
  if (total > 0) return
  await call(bankBranchRoutes.import, { file: new File([BRANCHES.join('\n')], '联行号.csv') })
}

/** A bot that tells its group nothing, so that its address, which is nobody's, is never called. */
export async function fillBot({ call }: Player): Promise<void> {
  const { bots } = await call(botRoutes.list, {})
  if (bots.length > 0) return
  const body = {
    channel: 'wecom' as const,
    name: '项目组（样例）',
    address: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=00000000-0000-4000-8000-000000000000',
    kinds: [],
    quietFrom: '21:00',
    quietUntil: '08:00',
  }
  await call(botRoutes.create, { body })
}

const FORMS = ['浦发银行 代发', '民生银行 批量付款'] as const
const COLUMNS = [
  { title: '收款账号', field: 'payeeAccount' },
  { title: '收款户名', field: 'payeeName' },
  { title: '金额', field: 'amount' },
] as const

/** A payer prepares forms of bank files of its own, one of which waits for somebody else of the payer. */
export async function fillForms({ call }: Player, validFrom: string): Promise<void> {
  const { presets } = await call(bankPresetRoutes.list, {})
  for (const [place, presetName] of FORMS.entries()) {
    if (presets.some((preset) => preset.presetName === presetName)) continue
    const body = { presetName, format: 'csvGbk' as const, columns: [...COLUMNS], validFrom }
    const { presetId, version } = await call(bankPresetRoutes.create, { body })
    if (place === 0) continue
    await call(bankPresetRoutes.ask, { body: { presetId, version, reason: '新开户行的批量付款格式' } })
  }
}

const TEMPLATES = [
  { templateName: '申办方劳务协议', status: '0' },
  { templateName: '申办方劳务协议（旧版）', status: '1' },
] as const
const CONTENT = [
  '甲方：{{orgName}}  乙方：{{expertName}}',
  '甲方邀请乙方于{{meetingTime}}参加“{{meetingName}}”，形式为{{laborForm}}。',
  '应付{{payableAmount}}元，税后实付{{netAmount}}元，汇入{{bankName}}账号{{bankAccount}}。',
  '税款由甲方代扣代缴。签署日期：{{today}}',
].join('\n')

/** A sponsor keeps templates of its own, one of which is not used any more. */
export async function fillTemplates({ call }: Player): Promise<void> {
  const { rows } = await call(agreementRoutes.listTemplates, { query: { pageSize: 200 } })
  const known = new Set(rows.map(({ templateName }) => templateName))
  for (const { templateName, status } of TEMPLATES)
    if (!known.has(templateName))
      await call(agreementRoutes.createTemplate, { body: { templateName, content: CONTENT, status } })
}

/** The last department of the sponsor is closed. */
export async function closeDepartment({ call }: Player): Promise<void> {
  const query = { kind: 'department' as const, orderByColumn: 'code', isAsc: 'asc' } as const
  const { rows } = await call(dimensionRoutes.list, { query })
  const last = rows.at(-1)
  if (last?.status !== '0' || rows.length < 2) return
  const { dimensionId, version } = last
  await call(dimensionRoutes.update, { body: { dimensionId, version, status: '1' } })
}
