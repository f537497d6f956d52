import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSlip } from './slips.ts'
import { writtenPage, type WrittenLine } from './fields/written-page.ts'

const SIZE = { width: 1400, height: 1800 }

/** The lines below each other; a line may stand for several texts with a gap between them. */
function slipOf(...lines: string[]) {
  const written = lines.flatMap((line, at) =>
    line.split('|').map((text, place): WrittenLine => [80 + place * 620, 60 + at * 70, text]),
  )
  const slip = readSlip(writtenPage(written), 1, SIZE)
  if (!slip) return null
  const { invoice_code, invoice_number, issue_date, seller_name, total_amount } = slip.fields
  const read = { invoice_code, invoice_number, issue_date, seller_name, total_amount }
  const values = Object.entries(read).flatMap(([field, found]) => (found ? [[field, found.value]] : []))
  return { kind: slip.kind, currency: slip.currency, ...Object.fromEntries(values) }
}

describe('REC-31: what is read of slips without an invoice code', () => {
  it('of a taxi', () =>
    assert.deepEqual(
      slipOf(
        '昆明市出租汽车专用发票',
        '发票代码 153001970801',
        '发票号码 26117403',
        '车号 云A T1234',
        '日期 2026-03-14',
        '上车 08:31',
        '下车 09:02',
        '单价 1.80元',
        '里程 12.4km',
        '金额 31.50元',
      ),
      {
        kind: 'taxi',
        currency: 'CNY',
        invoice_code: '153001970801',
        invoice_number: '26117403',
        issue_date: '2026-03-14',
        total_amount: '31.50',
      },
    ))

  it('of a railway', () =>
    assert.deepEqual(
      slipOf(
        'Z146J032311|检票口 A12',
        '昆明南站|G2880|贵阳北站',
        '2026年03月14日 09:18开|07车12F号',
        '¥212.5元|二等座',
        '限乘当日当次车',
        '5301021990****1234 张三',
      ),
      {
        kind: 'rail',
        currency: 'CNY',
        issue_date: '2026-03-14',
        seller_name: '中国国家铁路集团有限公司',
        total_amount: '212.50',
      },
    ))

  it('of a hospital', () =>
    assert.deepEqual(
      slipOf(
        '云南省医疗门诊收费票据（电子）',
        '票据代码：53060126|票据号码：0012345678',
        '交款人：张三|开票日期：2026-03-14',
        '检查费 80.00',
        '治疗费 40.00',
        '金额合计（大写）壹佰贰拾元整|（小写）120.00',
        '收款单位（章）：昆明市第一人民医院',
      ),
      {
        kind: 'medical',
        currency: 'CNY',
        invoice_number: '0012345678',
        issue_date: '2026-03-14',
        seller_name: '昆明市第一人民医院',
        total_amount: '120.00',
      },
    ))

  it('of a toll station', () =>
    assert.deepEqual(
      slipOf(
        '云南省高速公路车辆通行费专用票据',
        '发票代码 153001980123',
        '发票号码 00871234',
        '入口 昆明西|出口 楚雄东',
        '2026-03-14 10:22:31',
        '金额：65.00',
      ),
      {
        kind: 'toll',
        currency: 'CNY',
        invoice_code: '153001980123',
        invoice_number: '00871234',
        issue_date: '2026-03-14',
        total_amount: '65.00',
      },
    ))

  it('of a machine', () =>
    assert.deepEqual(
      slipOf(
        '云南省昆明市通用机打发票',
        '发票代码 153001680012',
        '发票号码 00412345',
        '开票日期：2026-03-14',
        '收款单位：云南滇池会务服务有限公司',
        '会议服务 1 880.00',
        '合计（小写）：￥880.00',
      ),
      {
        kind: 'machine',
        currency: 'CNY',
        invoice_code: '153001680012',
        invoice_number: '00412345',
        issue_date: '2026-03-14',
        seller_name: '云南滇池会务服务有限公司',
        total_amount: '880.00',
      },
    ))

  it('from abroad, with its currency', () =>
    assert.deepEqual(
      slipOf(
        'Lakeside Conference Centre Ltd',
        'INVOICE',
        'Invoice No. INV-2026/0071',
        'Date: 14 March 2026',
        'Room hire|USD 1,200.00',
        'Service|USD 80.50',
        'Total due|USD 1,280.50',
      ),
      {
        kind: 'overseas',
        currency: 'USD',
        invoice_number: 'INV-2026/0071',
        issue_date: '2026-03-14',
        seller_name: 'Lakeside Conference Centre Ltd',
        total_amount: '1280.50',
      },
    ))

  it('of other papers nothing is proposed', () => {
    assert.equal(slipOf('学术会议日程', '2026-03-14 8:30 张三教授 讲座', '费用 120.00'), null)
    assert.equal(slipOf('POS 签购单', '交易金额：RMB 120.00', '2026-03-14'), null)
    assert.equal(slipOf('昆明市出租汽车专用发票', '上车 08:31', '下车 09:02'), null, 'neither sum nor date')
  })
})
