/**
 * The payload of a Chinese invoice's QR code: `01,type,code,number,amount,date,check code,crc`. The lengths are those of
 * the State Taxation Administration. Variants of real codes are accepted: spaces in empty slots, dashes in the date, an
 * amount without cents, a checksum of 3 to 5 characters or none.
 */
export interface QrInvoice {
  invoiceType: string
  invoiceCode: string | null
  invoiceNumber: string
  /** YYYY-MM-DD; null on roll invoices. */
  issueDate: string | null
  /** With two decimals; null on roll invoices. `amountIncludesTax` says what it contains. */
  amount: string | null
  checkCode: string | null
  /** Whether the amount includes tax; where it is absent, the kind says so. */
  includesTax?: boolean
  /** Some local codes name a party. */
  buyerName?: string
  sellerTaxId?: string
  /** Whether the code says nothing of being an invoice's, so that the page must. */
  isBare?: true
}
