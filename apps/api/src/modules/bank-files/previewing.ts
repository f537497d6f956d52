import { maskBankAccount, maskPhone } from '../../infra/mask.ts'
import type { BankPayment, PayingAccount } from './drawing.ts'

/** Payments that nobody makes: of the own bank and of others, with and without a region or a clearing code. */
export const SAMPLE_PAYMENTS: readonly BankPayment[] = [
  {
    reference: 'CL0000000001',
    amount: '4145.53',
    payeeAccount: '6222020200012345678',
    payeeName: '张三',
    payeeBank: '中国工商银行杭州西湖支行',
    payeeRegion: '浙江省 杭州市',
    payeePhone: '13800138000',
    payeeCode: '102331000018',
    purpose: '2026 年会',
  },
  {
    reference: 'CL0000000002',
    amount: '800.00',
    payeeAccount: '6214830212345678',
    payeeName: '李四',
    payeeBank: '招商银行北京分行',
    payeeRegion: '北京市',
    payeePhone: '13900139000',
    payeeCode: '308100005027',
    purpose: '2026 年会',
  },
  {
    reference: 'CL0000000003',
    amount: '12000.00',
    payeeAccount: '6227000012345678901',
    payeeName: '买买提·艾合买提',
    payeeBank: '中国建设银行乌鲁木齐人民路支行',
    payeeRegion: '新疆维吾尔自治区 乌鲁木齐市',
    payeePhone: '13700137000',
    payeeCode: '',
    purpose: '病例讨论会',
  },
]

/** For payers who have not entered their account yet. */
export const SAMPLE_PAYER: PayingAccount = {
  accountName: '仁和会议服务有限公司',
  bankName: '中国工商银行北京海淀支行',
  bankAccount: '02000012345678901',
}

/** A preview shows no number of anybody in full. */
export const maskedPayment = (payment: BankPayment): BankPayment => ({
  ...payment,
  payeeAccount: maskBankAccount(payment.payeeAccount),
  payeePhone: maskPhone(payment.payeePhone),
})
export const maskedPayer = (payer: PayingAccount): PayingAccount => ({
  ...payer,
  bankAccount: maskBankAccount(payer.bankAccount),
})
