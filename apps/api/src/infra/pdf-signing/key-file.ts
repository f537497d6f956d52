import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import type { SigningKey } from './cms.ts'
import { openEncryptedKey, openPkcs12, requireFewParts, type KeyFileContents } from './pkcs12.ts'

const RSA_MIN_BITS = 2048
/** A longer key takes the main thread too long for each signature. */
const RSA_MAX_BITS = 4096
/** OpenSSL would derive its key on the main thread, so it is opened like those of PKCS #12. */
const ENCRYPTED_KEY = 'ENCRYPTED PRIVATE KEY'
const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]+-----END \1-----/g

export type KeyProblem = 'unreadable' | 'unsuitable' | 'mismatch' | 'expired'

/** Thrown if the file of the signing key cannot be used; the message tells the operator why. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError'
  readonly problem: KeyProblem

  constructor(problem: KeyProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

interface Found {
  privateKeys: KeyObject[]
  certificates: X509Certificate[]
}

const bytesOf = (block: string) => Buffer.from(block.replaceAll(/-----[^-]+-----/g, ''), 'base64')

async function readPem(text: string, passphrase: string): Promise<Found> {
  const blocks = [...text.matchAll(PEM_BLOCK)].map(([block, label = '']) => ({ block, label }))
  const plain = blocks.filter(({ label }) => label.endsWith('PRIVATE KEY') && label !== ENCRYPTED_KEY)
  const found: Found = {
    privateKeys: plain.map(({ block }) => createPrivateKey({ key: block, passphrase })),
    certificates: blocks
      .filter(({ label }) => label.endsWith('CERTIFICATE'))
      .map(({ block }) => new X509Certificate(block)),
  }
  const encrypted = blocks.filter(({ label }) => label === ENCRYPTED_KEY)
  requireFewParts(encrypted)
  for (const { block } of encrypted)
    found.privateKeys.push(...fromDer(await openEncryptedKey(bytesOf(block), passphrase)).privateKeys)
  return found
}

const fromDer = ({ privateKeys, certificates }: KeyFileContents): Found => ({
  privateKeys: privateKeys.map((key) => createPrivateKey({ key, format: 'der', type: 'pkcs8' })),
  certificates: certificates.map((der) => new X509Certificate(der)),
})

async function read(file: Buffer, passphrase: string): Promise<Found> {
  const text = file.toString('latin1')
  try {
    return text.includes('-----BEGIN ')
      ? await readPem(text, passphrase)
      : fromDer(await openPkcs12(file, passphrase))
  } catch (error) {
    throw new SigningKeyError(
      'unreadable',
      'it cannot be opened: a wrong passphrase, or neither PEM nor a PKCS #12 file with AES encryption',
      { cause: error },
    )
  }
}

function requireUsable(key: KeyObject): void {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'ec') return
  if (type !== 'rsa')
    throw new SigningKeyError(
      'unsuitable',
      `its key is of the kind ${type}; RSA or an elliptic curve is needed`,
    )
  const bits = details?.modulusLength ?? 0
  if (bits < RSA_MIN_BITS || bits > RSA_MAX_BITS)
    throw new SigningKeyError(
      'unsuitable',
      `its RSA key has ${bits} bits; ${RSA_MIN_BITS} to ${RSA_MAX_BITS} are possible`,
    )
}

function requireCurrent({ validFromDate, validToDate }: X509Certificate, now: Date): void {
  if (now < validFromDate || now > validToDate)
    throw new SigningKeyError(
      'expired',
      `its certificate is valid from ${validFromDate.toISOString()} to ${validToDate.toISOString()}`,
    )
}

/** Returns the chain from the signer's certificate upwards; other certificates of the file are left out. */
function chainFrom(leaf: X509Certificate, others: readonly X509Certificate[]): X509Certificate[] {
  const issuer = others.find((other) => other !== leaf && leaf.checkIssued(other))
  return issuer
    ? [
        leaf,
        ...chainFrom(
          issuer,
          others.filter((other) => other !== issuer),
        ),
      ]
    : [leaf]
}

/**
 * Reads a signing key from PEM (key and certificates) or PKCS #12: RSA of 2048 bits or more, or ECDSA. Throws
 * SigningKeyError if the file cannot be opened, key and certificate do not match, or the certificate is not valid now.
 */
export async function readSigningKey(
  file: Buffer,
  passphrase: string,
  now = new Date(),
): Promise<SigningKey> {
  const { privateKeys, certificates } = await read(file, passphrase)
  const [privateKey, another] = privateKeys
  if (!privateKey || another) throw new SigningKeyError('mismatch', 'it must hold one private key')
  requireUsable(privateKey)
  const leaf = certificates.find((certificate) => certificate.checkPrivateKey(privateKey))
  if (!leaf) throw new SigningKeyError('mismatch', 'it holds no certificate of its private key')
  requireCurrent(leaf, now)
  const [, ...issuers] = chainFrom(leaf, certificates)
  return { privateKey, certificates: [leaf.raw, ...issuers.map(({ raw }) => raw)] }
}

/** The key with its certificates as text that `readSigningKey` reads. */
export const pemOf = ({ privateKey, certificates }: SigningKey): string =>
  String(privateKey.export({ type: 'pkcs8', format: 'pem' })) +
  certificates.map((der) => new X509Certificate(der).toString()).join('')
