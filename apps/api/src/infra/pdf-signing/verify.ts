import { ContentInfo, SignedData } from 'pkijs'

/** The last signature dictionary of a PDF (ISO 32000-2, 12.8.1). */
const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g

export type PdfSignatureState = 'valid' | 'broken' | 'unsigned'

/**
 * Whether the signature of a PDF fits its bytes and the certificate that it brings along. Whether that certificate is to be
 * trusted is for the reader.
 */
export async function verifyPdfSignature(pdf: Buffer): Promise<PdfSignatureState> {
  const found = [...pdf.toString('latin1').matchAll(BYTE_RANGE)].at(-1)
  if (!found) return 'unsigned'
  const [start, length, next, rest] = found.slice(1).map(Number) as [number, number, number, number]
  if (start !== 0 || next + rest !== pdf.length) return 'broken'
  const hex = pdf.subarray(start + length + 1, next - 1).toString('latin1')
  const signed = Buffer.concat([pdf.subarray(start, start + length), pdf.subarray(next, next + rest)])
  try {
    const envelope = ContentInfo.fromBER(Buffer.from(hex, 'hex'))
    const data = new SignedData({ schema: envelope.content })
    return (await data.verify({ signer: 0, data: new Uint8Array(signed).buffer })) ? 'valid' : 'broken'
  } catch {
    return 'broken'
  }
}
