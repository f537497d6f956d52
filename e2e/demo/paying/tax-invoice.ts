import type { PaymentPaper } from '@consilium/contract/payments/payment-papers.ts'
import { pdfForPerson } from '@consilium/ocr/synth/pdf-invoices.ts'

const CENTS = 100

/** The invoice that a tax office issues for the payee (代开), as a file. */
export async function issueTaxInvoice({
  name,
  payableAmount,
  paidDate,
  orgName,
}: PaymentPaper): Promise<File> {
  const totalCents = Math.round(Number(payableAmount) * CENTS)
  const bytes = await pdfForPerson({
    number: `26${String(Date.now()).padStart(18, '0')}`,
    date: paidDate,
    payer: { name: orgName, taxId: '91350100M000100Y43' },
    payee: { name, idNumber: '11010519491231002X' },
    goods: '*现代服务*讲课费',
    totalCents,
  })
  return new File([new Uint8Array(bytes)], '代开发票.pdf')
}
