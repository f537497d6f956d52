import type { MeetingInvoice } from '@consilium/contract/materials/materials.ts'

type Numbered = Pick<MeetingInvoice, 'invoiceCode' | 'invoiceNumber'>

const DIGITS = /^\d{1,20}$/

/** Whether two numbers of one code are different and at most so far apart. */
export function areSerial(one: Numbered, other: Numbered, distance: number): boolean {
  const [a, b] = [one.invoiceNumber ?? '', other.invoiceNumber ?? '']
  if (!DIGITS.test(a) || !DIGITS.test(b) || a.length !== b.length) return false
  if ((one.invoiceCode ?? '') !== (other.invoiceCode ?? '')) return false
  const apart = BigInt(a) - BigInt(b)
  return apart !== 0n && apart <= BigInt(distance) && apart >= -BigInt(distance)
}
