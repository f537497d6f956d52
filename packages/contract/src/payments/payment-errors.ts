/** Errors of payments and of how payers are taxed, a part of the catalogue in `errors.ts`. */
export const paymentErrors = {
  AGREEMENT_PAID: {
    status: 409,
    zh: '该参会专家已有劳务付款记录，不能再修改金额、劳务形式或移除；如金额有误，请先冲销付款',
    en: 'The fee of this attendee has been paid, so it can neither be changed nor removed; reverse the payment first',
  },
  PAYMENT_EXISTS: {
    status: 409,
    zh: '该参会专家的劳务费已有付款记录',
    en: 'The fee of this attendee has been paid already',
  },
  PAYMENT_REVERSED: {
    status: 409,
    zh: '该付款已冲销，或本身就是冲销记录',
    en: 'This payment has been reversed already, or is itself a reversal',
  },
  PAYMENT_NOT_PAYABLE: {
    status: 409,
    zh: '暂不能付款：{reasons}',
    en: 'This cannot be paid yet: {reasons}',
  },
  STATEMENT_EMPTY: { status: 409, zh: '{year}年没有付款记录', en: 'Nothing was paid in {year}' },
  ATTENDANCE_SHORT: {
    status: 409,
    zh: '暂不能付款：参会时长不足约定时长，或签到未被认可；请先变更劳务费，或申请豁免',
    en: 'This cannot be paid yet: the expert attended for less than was agreed, or the attendance was rejected. Change the fee, or ask for a waiver',
  },
  PAID_BEFORE_SIGNED: {
    status: 409,
    zh: '付款日期早于协议签署日期（{signedDate}），请核对日期；如确为签署前付款，请填写原因',
    en: 'This day is before the agreement was signed ({signedDate}); check the day, or say why the fee was paid before',
  },
  PAYMENT_DIFFERS: {
    status: 409,
    zh: '金额或税额已变化，本次实付现为 {net} 元，请核对后再保存',
    en: 'The fee or its tax has changed: this payment would now leave ¥\u00a0{net}; check it and save again',
  },
  PAYMENT_NET_NEGATIVE: {
    status: 422,
    zh: '与当日、当月的其他付款合并计税后，本次实付为 {net} 元，不能为负；请先登记金额较大的付款，再登记本笔',
    en: 'Taxed together with the other payments of the day and month, this one would leave ¥\u00a0{net}; record the larger payments first',
  },
  PAYMENT_CASH_NEGATIVE: {
    status: 422,
    zh: '扣除待收回的金额后，实际支付为 {cash} 元，不能为负；请另行收回',
    en: 'With what is to be collected, ¥\u00a0{cash} would be paid; collect it by itself instead',
  },
  CASH_DIFFERENCE_SETTLED: {
    status: 409,
    zh: '该笔退补已结清，或不属于本次付款的专家',
    en: 'This difference is settled already, or is not one of this payer and person',
  },
  PAYEE_NUMBER_MISSING: {
    status: 422,
    zh: '以下收款人尚未登记证件号码，无法生成申报文件：{names}',
    en: 'These payees have no identity number on file, which the file needs: {names}',
  },
  PAYEE_FACTS_MISSING: {
    status: 422,
    zh: '以下收款人的资料不全，无法申报：{people}',
    en: 'These payees cannot be reported yet, since their profiles lack: {people}',
  },
  TAX_MONTH_FILED: {
    status: 409,
    zh: '该月份的这次申报已经完成',
    en: 'This return or correction has been filed already',
  },
  TAX_MONTH_NOT_FILED: {
    status: 409,
    zh: '请先完成该月份的申报和此前的更正申报',
    en: 'File the return of this month and its earlier corrections first',
  },
  TAX_MONTH_CHANGING: {
    status: 409,
    zh: '申报期间不断有付款登记，请稍后再试',
    en: 'Payments of this month are being recorded; try again in a moment',
  },
  TAX_NOTHING_TO_CORRECT: {
    status: 409,
    zh: '上次申报之后没有变动，无需更正申报',
    en: 'Nothing has changed since the last filing, so there is nothing to correct',
  },
  TAX_SETTINGS_OF_SPONSOR: {
    status: 400,
    zh: '只有执行单位支付劳务费，申办方没有扣缴设置',
    en: 'Only executors pay fees; a sponsor has no tax settings',
  },
  TAX_SETTINGS_TOO_EARLY: {
    status: 409,
    zh: '{from}之前已有付款或已申报的月份，新设置最早自 {from} 起；确须更早的，请填写更正原因，已登记的付款仍按原设置',
    en: 'Days before {from} are paid or filed, so new settings begin on {from} or later. To begin earlier, give the reason of the correction; payments made before keep their settings',
  },
  PAPER_INVOICE_EXISTS: {
    status: 409,
    zh: '该笔付款已有代开发票，请先移除再上传',
    en: 'The payment has an invoice already; take it away first',
  },
  PAPER_INVOICE_DIFFERS: {
    status: 422,
    zh: '发票与付款不一致，请核对',
    en: 'The invoice is not that of this payment; check what differs',
  },
  PAPER_INVOICE_UNREADABLE: {
    status: 422,
    zh: '未能从文件中识别出一张发票，请上传清晰的单张发票',
    en: 'Not exactly one invoice was recognized in the file; upload a clear one',
  },
  PAPER_INVOICE_USED: {
    status: 409,
    zh: '该发票已用于另一笔付款或会议费用，不能重复使用',
    en: 'The invoice serves another payment, or the cost of a meeting, and cannot be used again',
  },
  RECOGNITION_AWAY: {
    status: 503,
    zh: '发票识别服务暂时不可用，请稍后再试',
    en: 'The recognition of invoices is not available now; try again in a moment',
  },
} as const
