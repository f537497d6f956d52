import { ContentInfo, SignedData } from 'pkijs'

/** The last signature dictionary of a PDF (ISO 32000-2, 12.8.1). */
const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g

export type PdfSignatureState = 'valid' | 'broken' | 'unsigned'

/** The last signature of a PDF and the bytes that it covers; undefined if there is none. */
export function signedParts(
  pdf: Buffer,
): { envelope: Buffer; signed: Buffer; coversAll: boolean } | undefined {
  const found = [...pdf.toString('latin1').matchAll(BYTE_RANGE)].at(-1)
  if (!found) return undefined
  const [start, length, next, rest] = found.slice(1).map(Number) as [number, number, number, number]
  const hex = pdf.subarray(start + length + 1, next - 1).toString('latin1')
  return {
    envelope: Buffer.from(hex, 'hex'),
    signed: Buffer.concat([pdf.subarray(start, start + length), pdf.subarray(next, next + rest)]),
    coversAll: start === 0 && next + rest === pdf.length,
  }
}

/**
 * Whether the signature of a PDF fits its bytes and the certificate that it brings along. Whether that certificate is to be
 * trusted is for the reader.
 */
export async function verifyPdfSignature(pdf: Buffer): Promise<PdfSignatureState> {
  const parts = signedParts(pdf)
  if (!parts) return 'unsigned'
  if (!parts.coversAll) return 'broken'
  try {
    const data = new SignedData({ schema: ContentInfo.fromBER(parts.envelope).content })
    const isValid = await data.verify({ signer: 0, data: new Uint8Array(parts.signed).buffer })
    return isValid ? 'valid' : 'broken'
  } catch {
    return 'broken'
  }
}
