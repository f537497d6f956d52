import { X509Certificate } from 'node:crypto'
import { SignPdf, Signer } from '@signpdf/signpdf'
import { sha256, signDetached, type SigningKey } from './cms.ts'

/** The length of an ECDSA signature varies by a byte or two; this many trials find the greatest length. */
const TRIALS = 8

/** Signs PDF files that have space reserved for a signature (`PdfDocument.signature`). */
export interface PdfSigner {
  /** Common name of the certificate. */
  name: string
  /** Bytes that a document must reserve. */
  signatureBytes: number
  /** Returns the file with a signature over all its other bytes. */
  sign(pdf: Buffer): Promise<Buffer>
}

async function greatestLength(key: SigningKey): Promise<number> {
  const digest = sha256(Buffer.alloc(0))
  const lengths = Array.from({ length: TRIALS }, async () => (await signDetached(digest, key)).length)
  return Math.max(...(await Promise.all(lengths)))
}

/**
 * Signs until the signature fills the reserved space exactly, since padding would be the only bytes of the file that
 * could change without breaking the signature.
 */
class ExactSigner extends Signer {
  readonly #key: SigningKey
  readonly #length: number

  constructor(key: SigningKey, length: number) {
    super()
    this.#key = key
    this.#length = length
  }

  override async sign(content: Buffer): Promise<Buffer> {
    const digest = sha256(content)
    for (;;) {
      const signature = await signDetached(digest, this.#key)
      if (signature.length === this.#length) return signature
    }
  }
}

const commonName = (certificate: Buffer) =>
  /^CN=(.*)$/m.exec(new X509Certificate(certificate).subject)?.[1] ?? new X509Certificate(certificate).subject

/** Creates PAdES baseline B-B signatures (ETSI EN 319 142-1) with the key. */
export async function createPdfSigner(key: SigningKey): Promise<PdfSigner> {
  const signatureBytes = await greatestLength(key)
  const signer = new ExactSigner(key, signatureBytes)
  return {
    name: commonName(key.certificates[0]),
    signatureBytes,
    sign: (pdf) => new SignPdf().sign(pdf, signer),
  }
}
