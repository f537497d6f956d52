import { createPrivateKey, sign, verify, X509Certificate, type KeyObject } from 'node:crypto'
import type { SigningKey } from '../cms.ts'
import { requireCertificateKind, requireKeyKind, type KeyForm } from './key-kind.ts'
import { SigningKeyError } from './key-problem.ts'
import { openEncryptedKey, openPkcs12, requireFewParts, type KeyFileContents } from './pkcs12.ts'

/** Certificates of a key file: a chain has two to four. */
export const CERTIFICATES_MAX = 10
const ENCRYPTED_KEY = 'ENCRYPTED PRIVATE KEY'
const FORMS: Readonly<Record<string, KeyForm>> = {
  'PRIVATE KEY': 'pkcs8',
  'RSA PRIVATE KEY': 'pkcs1',
  'EC PRIVATE KEY': 'sec1',
}
const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([^-]+)-----END \1-----/g
/** What is signed to see that a key fits its certificate. */
const TRIAL = Buffer.from('trial')

interface FoundKey {
  der: Buffer
  form: KeyForm
}

interface Found {
  privateKeys: FoundKey[]
  certificates: Buffer[]
}

const fromContents = ({ privateKeys, certificates }: KeyFileContents): Found => ({
  privateKeys: privateKeys.map((der) => ({ der, form: 'pkcs8' })),
  certificates,
})

function formOf(label: string): KeyForm {
  const form = FORMS[label]
  if (form) return form
  const kind = label.replace(/ ?PRIVATE KEY$/, '').toLowerCase()
  throw new SigningKeyError(
    'unsuitable',
    `its key is of the kind ${kind}; RSA or an elliptic curve is needed`,
  )
}

/** Keys under the encryption of old PEM files are not found: their headers have a hyphen. */
async function readPem(text: string, passphrase: string): Promise<Found> {
  const blocks = [...text.matchAll(PEM_BLOCK)].map(([, label = '', base64 = '']) => ({
    label,
    der: Buffer.from(base64, 'base64'),
  }))
  const keys = blocks.filter(({ label }) => label.endsWith('PRIVATE KEY') && label !== ENCRYPTED_KEY)
  const found: Found = {
    privateKeys: keys.map(({ label, der }) => ({ der, form: formOf(label) })),
    certificates: blocks.filter(({ label }) => label.endsWith('CERTIFICATE')).map(({ der }) => der),
  }
  const encrypted = blocks.filter(({ label }) => label === ENCRYPTED_KEY)
  requireFewParts(encrypted)
  for (const { der } of encrypted)
    found.privateKeys.push(...fromContents(await openEncryptedKey(der, passphrase)).privateKeys)
  return found
}

async function find(file: Buffer, passphrase: string): Promise<Found> {
  const text = file.toString('latin1')
  return text.includes('-----BEGIN ')
    ? await readPem(text, passphrase)
    : fromContents(await openPkcs12(file, passphrase))
}

/** Kind and size are read from the bytes first. */
function keyOf({ der, form }: FoundKey): KeyObject {
  requireKeyKind(der, form)
  return createPrivateKey({ key: der, format: 'der', type: form })
}

function certificateOf(der: Buffer): X509Certificate {
  requireCertificateKind(der)
  return new X509Certificate(der)
}

/** A private key may name the numbers of a certificate's key and compute with others. */
function fits(privateKey: KeyObject, { publicKey }: X509Certificate): boolean {
  try {
    return verify('sha256', TRIAL, publicKey, sign('sha256', TRIAL, privateKey))
  } catch {
    return false
  }
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
 * Reads a signing key from PEM (key and certificates) or PKCS #12: RSA of 2048 to 4096 bits, or ECDSA on a named curve.
 * Throws SigningKeyError if the file cannot be opened, key and certificate do not match, or the certificate is not valid
 * now. Files of users are read in a worker (`signing-key-task.ts`).
 */
export const readSigningKey = (file: Buffer, passphrase: string, now = new Date()): Promise<SigningKey> =>
  read(file, passphrase, now).catch((error: unknown) => {
    if (error instanceof SigningKeyError) throw error
    throw new SigningKeyError(
      'unreadable',
      'it cannot be opened: a wrong passphrase, or neither PEM nor a PKCS #12 file with AES encryption',
      { cause: error },
    )
  })

/** Whatever a parser throws means a file that cannot be read. */
async function read(file: Buffer, passphrase: string, now: Date): Promise<SigningKey> {
  const found = await find(file, passphrase)
  const [own, another] = found.privateKeys
  if (!own || another) throw new SigningKeyError('mismatch', 'it must hold one private key')
  if (found.certificates.length > CERTIFICATES_MAX)
    throw new SigningKeyError('unsuitable', `it holds more than ${CERTIFICATES_MAX} certificates`)
  const privateKey = keyOf(own)
  const certificates = found.certificates.map(certificateOf)
  const leaf = certificates.find((certificate) => certificate.checkPrivateKey(privateKey))
  if (!leaf || !fits(privateKey, leaf))
    throw new SigningKeyError('mismatch', 'it holds no certificate of its private key')
  requireCurrent(leaf, now)
  const [, ...issuers] = chainFrom(leaf, certificates)
  return { privateKey, certificates: [leaf.raw, ...issuers.map(({ raw }) => raw)] }
}

/** The key with its certificates as text that `readSigningKey` reads. */
export const pemOf = ({ privateKey, certificates }: SigningKey): string =>
  String(privateKey.export({ type: 'pkcs8', format: 'pem' })) +
  certificates.map((der) => new X509Certificate(der).toString()).join('')
