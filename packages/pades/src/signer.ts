import { X509Certificate } from 'node:crypto'
import { SignPdf, Signer } from '@signpdf/signpdf'
import { commonName } from './keys/certificate-name.ts'
import { namesRevocation } from './revocation-services.ts'
import { sha256, signDetached, type SigningKey } from './cms.ts'

/** The length of an ECDSA signature varies by a byte or two; this many trials find the greatest length. */
const TRIALS = 8

/** Signs PDF files that have space reserved for a signature (`PdfDocument.signature`). */
export interface PdfSigner {
  /** Common name of the certificate. */
  name: string
  /** Bytes that a document must reserve: for the signature, and for a timestamp if there is an authority. */
  signatureBytes: number
  /** Certificates as DER, that of the key first. */
  certificates: readonly [Buffer, ...Buffer[]]
  /** The end of the certificate's validity. */
  validUntil: Date
  /** Whether the certificate names a service that tells if it is revoked. */
  namesRevocation: boolean
  /** Returns the file with a signature over all its other bytes. */
  sign(pdf: Buffer): Promise<Buffer>
  /** Returns a detached signature over a statement, as CMS. */
  attest(statement: Buffer): Promise<Buffer>
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

function validUntil({ certificates: [own] }: SigningKey): Date {
  if (!own) throw new Error('a signing key has a certificate')
  return new X509Certificate(own).validToDate
}

/**
 * Creates PAdES baseline B-B signatures (ETSI EN 319 142-1) with the key. With space for a timestamp there is padding
 * until the stamp comes; whoever verifies with this platform refuses padding that is not empty.
 */
export async function createPdfSigner(key: SigningKey, timestampBytes = 0): Promise<PdfSigner> {
  const length = await greatestLength(key)
  const signer = new ExactSigner(key, length)
  return {
    name: commonName(key.certificates[0]),
    signatureBytes: length + timestampBytes,
    certificates: key.certificates,
    validUntil: validUntil(key),
    namesRevocation: namesRevocation(key.certificates[0]),
    attest: (statement) => signDetached(sha256(statement), key),
    sign: (pdf) => new SignPdf().sign(pdf, signer),
  }
}
