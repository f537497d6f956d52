/** A typical exported row: Chinese texts, a time, amounts, and text that looks like a formula. */
export interface BenchRow {
  id: number
  name: string
  phone: string
  hospital: string
  title: string
  time: string
  payable: string
  tax: string
  net: string
  remark: string | null
}

const REMARK_EVERY = 10
const PHONE_DIGITS = 8

export const benchRow = (id: number): BenchRow => ({
  id,
  name: `王晓明${id}`,
  phone: `138${String(id).padStart(PHONE_DIGITS, '0')}`,
  hospital: '北京协和医院',
  title: '主任医师',
  time: '2026-11-20 09:30:00',
  payable: '5000.00',
  tax: '847.53',
  net: '4152.47',
  remark: id % REMARK_EVERY === 0 ? '=SUM(A1:A9) & <现场>' : null,
})
