import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InvoiceField } from '@consilium/contract/recognition/recognition.ts'
import { makeTaxId } from '../../synth/parties.ts'
import { seeded } from '../../synth/random.ts'
import { extractFields } from './extract.ts'
import { writtenPage, type WrittenLine } from './written-page.ts'

const BUYER_ID = '91110105MA01ABCD0F'
const SELLER_ID = '913101156789012342'

/** Checks all twelve fields; fields without an expected value must be missing. */
function assertRead(lines: readonly WrittenLine[], expected: Partial<Record<InvoiceField, string>>): void {
  const fields = extractFields(writtenPage(lines), 'text')
  const read = Object.fromEntries(
    Object.entries(fields).flatMap(([field, found]) => (found ? [[field, found.value]] : [])),
  )
  assert.deepEqual(read, expected)
}

const DIGITAL_HEAD: WrittenLine[] = [
  [1450, 60, '发票号码：25112000000012345678'],
  [1450, 120, '开票日期：2025年03月08日'],
]
const digitalParties = (buyerName: string, buyerId: string): WrittenLine[] => [
  [75, 230, '购'],
  [75, 265, '买'],
  [75, 300, '方'],
  [120, 240, `名称：${buyerName}`],
  [120, 320, `统一社会信用代码/纳税人识别号：${buyerId}`],
  [1000, 230, '销'],
  [1000, 265, '售'],
  [1000, 300, '方'],
  [1045, 240, '名称：上海汇智会务服务有限公司'],
  [1045, 320, `统一社会信用代码/纳税人识别号：${SELLER_ID}`],
]
const DIGITAL = {
  invoice_number: '25112000000012345678',
  issue_date: '2025-03-08',
  seller_name: '上海汇智会务服务有限公司',
  seller_tax_id: SELLER_ID,
}

test('OCR-1: a digital invoice has the buyer on the left and the seller on the right', () => {
  assertRead(
    [
      [700, 90, '电子发票（增值税专用发票）'],
      ...DIGITAL_HEAD,
      ...digitalParties('北京康泰医药（集团）有限公司', BUYER_ID),
      [90, 400, '项目名称'],
      [1350, 400, '金额'],
      [1500, 400, '税率/征收率'],
      [1850, 400, '税额'],
      [90, 450, '*会展服务*会议费'],
      [1350, 450, '10000.00'],
      [1550, 450, '6%'],
      [1850, 450, '600.00'],
      [250, 850, '合'],
      [400, 850, '计'],
      [1330, 850, '¥10000.00'],
      [1830, 850, '¥600.00'],
      [200, 930, '价税合计（大写）'],
      [560, 930, '⊗壹万零陆佰圆整'],
      [1400, 930, '（小写）'],
      [1550, 930, '¥10600.00'],
    ],
    {
      ...DIGITAL,
      invoice_type: '31',
      buyer_name: '北京康泰医药（集团）有限公司',
      buyer_tax_id: BUYER_ID,
      amount: '10000.00',
      tax_amount: '600.00',
      total_amount: '10600.00',
    },
  )
})

test('OCR-1: an invoice of medical services: a buyer without a tax id, asterisks for the tax, other amounts around', () => {
  assertRead(
    [
      [90, 150, '医疗服务（门诊）'],
      [700, 90, '电子发票（普通发票）'],
      ...DIGITAL_HEAD,
      ...digitalParties('王晓明', ''),
      [90, 400, '项目名称'],
      [1350, 400, '金额'],
      [1850, 400, '税额'],
      [90, 450, '*医疗服务*检查费'],
      [1350, 450, '320.50'],
      [1520, 450, '免税'],
      [1880, 450, '***'],
      [250, 850, '合 计'],
      [1330, 850, '¥320.50'],
      [1880, 850, '***'],
      [200, 930, '价税合计（大写）'],
      [560, 930, '⊗叁佰贰拾圆伍角整'],
      [1400, 930, '（小写）¥320.50'],
      [120, 1000, '业务流水号：20250308000123 门诊号：12345678 就诊日期：2025-03-07'],
      [120, 1050, '医保统筹基金支付：200.00 个人账户支付：20.50 个人现金支付：100.00'],
    ],
    {
      ...DIGITAL,
      invoice_type: '32',
      buyer_name: '王晓明',
      amount: '320.50',
      tax_amount: '0.00',
      total_amount: '320.50',
    },
  )
})

test('OCR-1: an invoice of passenger transport with its table of journeys and thousands separators', () => {
  assertRead(
    [
      [90, 150, '旅客运输服务'],
      [700, 90, '电子发票（普通发票）'],
      ...DIGITAL_HEAD,
      ...digitalParties('北京康泰医药有限公司', BUYER_ID),
      [90, 450, '*运输服务*客运服务费'],
      [1350, 450, '1,165.05'],
      [1550, 450, '3%'],
      [1850, 450, '34.95'],
      [250, 620, '合 计'],
      [1330, 620, '¥1,165.05'],
      [1830, 620, '¥34.95'],
      [90, 680, '出行人'],
      [400, 680, '有效身份证件号'],
      [800, 680, '出行日期'],
      [1100, 680, '出发地'],
      [90, 730, '李伟'],
      [400, 730, '110105199001011234'],
      [800, 730, '2025-03-01'],
      [1100, 730, '北京'],
      [200, 930, '价税合计（大写）'],
      [560, 930, '⊗壹仟贰佰圆整'],
      [1400, 930, '（小写）¥1,200.00'],
    ],
    {
      ...DIGITAL,
      invoice_type: '32',
      buyer_name: '北京康泰医药有限公司',
      buyer_tax_id: BUYER_ID,
      amount: '1165.05',
      tax_amount: '34.95',
      total_amount: '1200.00',
    },
  )
})

/** Paper invoices: the buyer above, the seller below, the security area on the right. */
function stackedParties(slip: number): WrittenLine[] {
  const party = (top: number, name: string, id: string): WrittenLine[] => [
    [160, top, '名    称：'],
    [400, top + slip, name],
    [160, top + 50, '纳税人识别号：'],
    [400, top + 50 + slip, id],
    [160, top + 100, '地址、电话：'],
    [160, top + 150, '开户行及账号：'],
    [400, top + 150 + slip, '中国工商银行北京朝阳支行0200001234567890123'],
  ]
  return [
    ...party(300, '北京康泰医药有限公司', BUYER_ID),
    [1310, 295, '03/<8+6-2*>91<4+7>5/2-8*0<63'],
    [1310, 345, '9>7+5-<2/4*608+3<1->7/6*52+8'],
    [1310, 395, '4<8/1+-6*>3520<9+7/8-4>1*625'],
    ...party(1000, '上海汇智会务服务有限公司', SELLER_ID),
  ]
}
const stackedSums = (amount: string, tax: string, capitals: string, total: string): WrittenLine[] => [
  [100, 500, '货物或应税劳务、服务名称'],
  [1380, 500, '金额'],
  [1830, 500, '税额'],
  [250, 880, '合    计'],
  [1380, 880, `￥${amount}`],
  [1830, 880, `￥${tax}`],
  [200, 940, '价税合计（大写）'],
  [620, 940, capitals],
  [1430, 940, `（小写）￥${total}`],
]
const STACKED = {
  buyer_name: '北京康泰医药有限公司',
  buyer_tax_id: BUYER_ID,
  seller_name: '上海汇智会务服务有限公司',
  seller_tax_id: SELLER_ID,
}

for (const slip of [0, 22, -20])
  test(`OCR-1: a paper special invoice with its values ${slip} pixels below their labels`, () => {
    assertRead(
      [
        [300, 90, '1100191130'],
        [700, 80, '北京增值税专用发票'],
        [1480, 90, 'No 12345678'],
        [1860, 60, '1100191130'],
        [1880, 110, '12345678'],
        [1480, 180, '开票日期：'],
        [1660, 180 + slip, '2019年11月 05日'],
        ...stackedParties(slip),
        ...stackedSums('943.40', '56.60', '⊗壹仟圆整', '1000.00'),
      ],
      {
        ...STACKED,
        invoice_type: '01',
        invoice_code: '1100191130',
        invoice_number: '12345678',
        issue_date: '2019-11-05',
        amount: '943.40',
        tax_amount: '56.60',
        total_amount: '1000.00',
      },
    )
  })

test('OCR-1: an electronic toll invoice with columns for the vehicle', () => {
  assertRead(
    [
      [120, 150, '通行费'],
      [700, 80, '江苏增值税电子普通发票'],
      [330, 220, '机器编号：661619906385'],
      [1500, 60, '发票代码：032001900112'],
      [1500, 110, '发票号码：12345678'],
      [1500, 160, '开票日期：2019 年 11 月 05 日'],
      [1500, 210, '校 验 码：12345 67890 12345 67890'],
      ...stackedParties(0),
      [100, 550, '*经营租赁*通行费 苏A12345 客车 20191101 20191101'],
      [1390, 550, '48.54'],
      [1550, 550, '3%'],
      [1840, 550, '1.46'],
      ...stackedSums('48.54', '1.46', '⊗伍拾圆整', '50.00'),
    ],
    {
      ...STACKED,
      invoice_type: '10',
      invoice_code: '032001900112',
      invoice_number: '12345678',
      issue_date: '2019-11-05',
      check_code: '12345678901234567890',
      amount: '48.54',
      tax_amount: '1.46',
      total_amount: '50.00',
    },
  )
})

test('OCR-1: a red invoice with negative amounts', () => {
  assertRead(
    [
      [700, 80, '上海增值税电子普通发票'],
      [1500, 60, '发票代码：031001900211'],
      [1500, 110, '发票号码：12345678'],
      [1500, 160, '开票日期：2019年11月05日'],
      ...stackedParties(0),
      ...stackedSums('-943.40', '-56.60', '（负数）壹仟圆整', '-1000.00'),
    ],
    {
      ...STACKED,
      invoice_type: '10',
      invoice_code: '031001900211',
      invoice_number: '12345678',
      issue_date: '2019-11-05',
      amount: '-943.40',
      tax_amount: '-56.60',
      total_amount: '-1000.00',
    },
  )
})

test('OCR-1: a roll invoice names the seller before the buyer', () => {
  assertRead(
    [
      [120, 60, '广东增值税普通发票（卷票）'],
      [60, 120, '发票代码：044001900107'],
      [60, 170, '发票号码：12345678'],
      [60, 220, '机打号码：12345678'],
      [60, 270, '机器编号：499098765432'],
      [60, 320, '销售方名称：上海汇智会务服务有限公司'],
      [60, 370, `纳税人识别号：${SELLER_ID}`],
      [60, 420, '开票日期：2019-11-05'],
      [60, 470, '收款员：张三'],
      [60, 520, '购买方名称：北京康泰医药有限公司'],
      [60, 570, `纳税人识别号：${BUYER_ID}`],
      [60, 620, '项目 单价 数量 金额'],
      [60, 670, '餐费 128.00 1 128.00'],
      [60, 720, '合计金额（小写）：￥128.00'],
      [60, 770, '合计金额（大写）：壹佰贰拾捌圆整'],
      [60, 820, '校验码：12345 67890 12345 67890'],
    ],
    {
      ...STACKED,
      invoice_type: '11',
      invoice_code: '044001900107',
      invoice_number: '12345678',
      issue_date: '2019-11-05',
      check_code: '12345678901234567890',
      total_amount: '128.00',
    },
  )
})

/** A roll whose total is printed twice, with what was read of it. */
const roll = (items: readonly string[], figures: string, capitals: string, more: readonly string[] = []) =>
  extractFields(
    writtenPage(
      [
        '广东增值税普通发票（卷票）',
        '发票代码：044001900107',
        '发票号码：12345678',
        '项目 单价 数量 金额',
        ...items,
        `合计金额（小写）：￥${figures}`,
        `合计金额（大写）：${capitals}`,
        ...more,
      ].map((text, at): WrittenLine => [60, 60 + at * 50, text]),
    ),
    'text',
  ).total_amount

test('REC-27: of two readings of a total the one is answered that the lines of goods or another amount agree with', () => {
  const items = ['餐费 128.00 1 128.00', '茶歇 20.00 2 40.00']
  assert.equal(roll(items, '168.00', '壹佰陆拾捌圆整')?.value, '168.00')
  for (const [figures, capitals] of [
    ['168.00', '壹佰壹拾捌圆整'],
    ['163.00', '壹佰陆拾捌圆整'],
  ] as const) {
    const read = roll(items, figures, capitals)
    assert.deepEqual([read?.value, read?.isRejected], ['168.00', undefined])
    assert.equal(read?.others?.length, 1, 'the other reading is shown beside it')
  }
  const paid = roll([], '163.00', '壹佰陆拾捌圆整', ['微信支付：168.00'])
  assert.deepEqual([paid?.value, paid?.others?.map(({ value }) => value)], ['168.00', ['163.00']])
  const open = roll(['餐费 128.00 1 128.00'], '163.00', '壹佰陆拾捌圆整')
  assert.equal(open?.isRejected, true, 'nothing tells which of them is right')
})

/** An id that passes both checks, as an id without a label has to. */
const CERTAIN_ID = makeTaxId(seeded(1))
const spoiledParties = (buyer: string, seller: string): WrittenLine[] => [
  [120, 240, `${buyer}北京康泰医药有限公司`],
  [120, 320, `统一社会信用代码/纳税人识别号：${BUYER_ID}`],
  [1045, 240, `${seller}上海汇智会务服务有限公司`],
  [1045, 320, `统-社会信周代码/纳税入识剂号：${CERTAIN_ID}`],
  [90, 400, '项目名称'],
  [1350, 400, '金额'],
  [1850, 400, '税额'],
]
for (const [buyer, seller] of [
  ['称：', '各称：'],
  ['名：', '名秋：'],
  ['', '称:'],
  ['', ''],
] as const)
  test(`REC-11: the labels of the names are read as "${buyer}" and "${seller}", and that of a tax id not at all`, () => {
    assertRead([[700, 90, '电子发票（普通发票）'], ...DIGITAL_HEAD, ...spoiledParties(buyer, seller)], {
      ...DIGITAL,
      ...STACKED,
      seller_tax_id: CERTAIN_ID,
      invoice_type: '32',
    })
  })

test('REC-2: a digital invoice on a roll names its parties one below the other', () => {
  assertRead(
    [
      [120, 60, '电子发票（普通发票）'],
      [60, 120, '发票号码：25112000000012345678'],
      [60, 170, '开票日期：2025年03月08日'],
      [60, 270, '销售方名称：上海汇智会务服务有限公司'],
      [60, 320, `统一社会信用代码/纳税人识别号：${SELLER_ID}`],
      [60, 420, '购买方名称：北京康泰医药有限公司'],
      [60, 470, `统一社会信用代码/纳税人识别号：${BUYER_ID}`],
      [60, 620, '价税合计（小写）：￥128.00'],
    ],
    { ...DIGITAL, ...STACKED, invoice_type: '32', total_amount: '128.00' },
  )
})

test('REC-2 REC-11: a roll invoice whose name labels are lost keeps the tax ids of its parties apart', () => {
  assertRead(
    [
      [120, 60, '广东增值税普通发票（卷票）'],
      [60, 120, '发票代码：044001900107'],
      [60, 170, '发票号码：12345678'],
      [60, 320, '上海汇智会务服务有限公司'],
      [60, 370, `销售方税号：${SELLER_ID}`],
      [60, 520, '北京康泰医药有限公司'],
      [60, 570, `购买方税号：${BUYER_ID}`],
      [60, 720, '合计金额（小写）：￥128.00'],
    ],
    {
      ...STACKED,
      invoice_type: '11',
      invoice_code: '044001900107',
      invoice_number: '12345678',
      total_amount: '128.00',
    },
  )
})

test('OCR-1: a rail ticket with a fare and a buyer; the day of travel is not the issue date', () => {
  assertRead(
    [
      [150, 60, '发票号码：24119110000012345678'],
      [700, 60, '电子发票（铁路电子客票）'],
      [1400, 60, '开票日期：2024年11月07日'],
      [350, 250, '北京南站'],
      [1000, 250, 'G101'],
      [1450, 250, '上海虹桥站'],
      [240, 420, '2024年11月05日 06:36开'],
      [1000, 420, '05车12A号'],
      [1500, 420, '二等座'],
      [240, 520, '票价：￥662.00'],
      [240, 620, '1101051990****1234'],
      [700, 620, '王晓明'],
      [240, 720, '电子客票号：1191100000123456789012024'],
      [240, 820, '购买方名称：北京康泰医药有限公司'],
      [1050, 820, `统一社会信用代码：${BUYER_ID}`],
      [700, 950, '买票请到12306 发货请到95306'],
      [700, 1000, '中国铁路祝您旅途愉快'],
    ],
    {
      invoice_type: '51',
      invoice_number: '24119110000012345678',
      issue_date: '2024-11-07',
      buyer_name: '北京康泰医药有限公司',
      buyer_tax_id: BUYER_ID,
      total_amount: '662.00',
    },
  )
})

test('OCR-1: an air itinerary with fund and fuel surcharge', () => {
  assertRead(
    [
      [600, 60, '电子发票（航空运输电子客票行程单）'],
      [1450, 120, '发票号码：24312000000012345678'],
      [100, 200, '旅客姓名'],
      [100, 250, '王晓明'],
      [500, 200, '有效身份证件号码'],
      [500, 250, '1101051990****1234'],
      [100, 400, '自：北京首都'],
      [400, 400, '东航'],
      [600, 400, 'MU5101'],
      [800, 400, 'Y'],
      [900, 400, '2024年12月01日'],
      [100, 500, '票价 CNY 1000.00'],
      [480, 500, '燃油附加费 CNY 20.00'],
      [900, 500, '增值税税率 9%'],
      [1200, 500, '增值税税额 CNY 84.22'],
      [100, 560, '民航发展基金 CNY 50.00'],
      [900, 560, '合计 CNY 1154.22'],
      [100, 620, '电子客票号码：781-1234567890 验证码：1234'],
      [100, 700, '填开单位：上海汇智会务服务有限公司'],
      [1200, 700, '填开日期：2024年12月03日'],
      [100, 780, '购买方名称：北京康泰医药有限公司'],
      [1000, 780, `统一社会信用代码/纳税人识别号：${BUYER_ID}`],
    ],
    {
      invoice_type: '61',
      invoice_number: '24312000000012345678',
      issue_date: '2024-12-03',
      buyer_name: '北京康泰医药有限公司',
      buyer_tax_id: BUYER_ID,
      seller_name: '上海汇智会务服务有限公司',
      tax_amount: '84.22',
      total_amount: '1154.22',
    },
  )
})
