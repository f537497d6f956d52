import type { FileSignature } from '@consilium/contract/recognition/recognition.ts'
import type { ExtractedFields } from '../fields/fields.ts'
import { decodeXml, parseXml } from '../ofd/xml.ts'
import { verifyXml } from '../signature/xml-signature.ts'
import { Unreadable } from '../documents/unreadable.ts'
import { fieldsOfDigital, isDigitalInvoice } from './digital.ts'
import { fieldsOfVoucher, isVoucher } from './xbrl.ts'

/** Invoice data of one invoice take some kilobytes; those with many goods stay far below this. */
const BYTES_MAX = 5 * 1024 * 1024

export interface InvoiceData {
  fields: ExtractedFields
  signature: FileSignature
}

/** Reads the XML that an invoice is delivered as. Throws Unreadable for other XML. */
export function readInvoiceData(bytes: Buffer): InvoiceData {
  if (bytes.length > BYTES_MAX) throw new Unreadable('FORMAT_UNSUPPORTED')
  const text = decodeXml(bytes)
  const whole = parseXml(text)
  if (!isDigitalInvoice(whole) && !isVoucher(whole)) throw new Unreadable('FORMAT_UNSUPPORTED')
  const { signature, data } = verifyXml(text, whole)
  return { fields: isVoucher(data) ? fieldsOfVoucher(data) : fieldsOfDigital(data), signature }
}
