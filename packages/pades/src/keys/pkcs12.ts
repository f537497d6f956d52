import { fromBER } from 'asn1js'
import {
  type AlgorithmIdentifier,
  Certificate,
  CertBag,
  EncryptedData,
  PBES2Params,
  PBKDF2Params,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  type SafeBag,
  type SafeContents,
} from 'pkijs'

/** More than any tool takes, and less than a second of one processor away from the main thread. */
export const KEY_ITERATIONS_MAX = 2_000_000
/** As many as current tools take: the key of a MAC (RFC 7292, appendix B) is derived on the main thread, in 50 ms. */
export const KEY_MAC_ITERATIONS_MAX = 10_000
/** Encrypted safes, and encrypted keys, of a file: usually one of each. */
export const KEY_FILE_PARTS_MAX = 4
/** Content of the type encrypted-data (RFC 5652). */
const ENCRYPTED = '1.2.840.113549.1.7.6'
const PBES2 = '1.2.840.113549.1.5.13'
const PBKDF2 = '1.2.840.113549.1.5.12'

function requireFew(iterations: number, most: number): void {
  if (!(iterations <= most)) throw new Error(`It asks for ${iterations} iterations, more than ${most}`)
}

/** Throws if a file has more encrypted parts than are opened, since each may take as long as the iterations allow. */
export function requireFewParts(parts: readonly unknown[]): void {
  if (parts.length > KEY_FILE_PARTS_MAX) throw new Error(`It has ${parts.length} encrypted parts`)
}

/** A copy, since parsing by a schema empties what is parsed. */
const copyOf = (value: { toBER(): ArrayBuffer }) => fromBER(value.toBER()).result

/**
 * Throws if opening the encryption would take long: a file of a few bytes may ask for billions of iterations, which would
 * hold a thread of the pool that all requests share.
 */
function requireModest({ algorithmId, algorithmParams }: AlgorithmIdentifier): void {
  if (algorithmId !== PBES2) throw new Error(`It is encrypted by ${algorithmId}`)
  const derivation = new PBES2Params({ schema: copyOf(algorithmParams) }).keyDerivationFunc
  if (derivation.algorithmId !== PBKDF2) throw new Error(`Its key is derived by ${derivation.algorithmId}`)
  const { iterationCount } = new PBKDF2Params({ schema: copyOf(derivation.algorithmParams) })
  requireFew(iterationCount, KEY_ITERATIONS_MAX)
}

/** Contents of a key file in any order, as DER. */
export interface KeyFileContents {
  /** PKCS #8. */
  privateKeys: Buffer[]
  certificates: Buffer[]
}

const der = (bytes: ArrayBuffer) => Buffer.from(bytes)

/** Decrypts a private key, which is answered as PKCS #8. */
async function openKey(bag: PKCS8ShroudedKeyBag, password: ArrayBuffer): Promise<Buffer[]> {
  requireModest(bag.encryptionAlgorithm)
  // It leaves the key in `parsedValue`, which its types do not declare.
  await (bag as unknown as { parseInternalValues(with_: object): Promise<void> }).parseInternalValues({
    password,
  })
  return bag.parsedValue ? [der(bag.parsedValue.toSchema().toBER())] : []
}

const passwordOf = (passphrase: string): ArrayBuffer => new Uint8Array(Buffer.from(passphrase, 'utf8')).buffer

/** Opens an encrypted private key (RFC 5958 with PBES2) away from the main thread. Throws if it cannot. */
export async function openEncryptedKey(file: Buffer, passphrase: string): Promise<KeyFileContents> {
  const privateKeys = await openKey(PKCS8ShroudedKeyBag.fromBER(file), passwordOf(passphrase))
  return { privateKeys, certificates: [] }
}

async function contentsOf(safe: SafeContents, password: ArrayBuffer): Promise<KeyFileContents> {
  const contents: KeyFileContents = { privateKeys: [], certificates: [] }
  for (const { bagValue } of safe.safeBags) {
    if (bagValue instanceof PKCS8ShroudedKeyBag) {
      contents.privateKeys.push(...(await openKey(bagValue, password)))
    } else if (bagValue instanceof PrivateKeyInfo) contents.privateKeys.push(der(bagValue.toSchema().toBER()))
    else if (bagValue instanceof CertBag && bagValue.parsedValue instanceof Certificate)
      contents.certificates.push(der(bagValue.parsedValue.toSchema().toBER()))
  }
  return contents
}

const isEncryptedKey = ({ bagValue }: SafeBag) => bagValue instanceof PKCS8ShroudedKeyBag

/** Opens a PKCS #12 file with current algorithms (RFC 7292 with PBES2). Throws if it cannot. */
export async function openPkcs12(file: Buffer, passphrase: string): Promise<KeyFileContents> {
  const password = passwordOf(passphrase)
  const pfx = PFX.fromBER(file)
  if (pfx.macData) requireFew(pfx.macData.iterations ?? 1, KEY_MAC_ITERATIONS_MAX)
  await pfx.parseInternalValues({ password, checkIntegrity: true })
  const authenticated = pfx.parsedValue?.authenticatedSafe
  if (!authenticated) throw new Error('It holds no safe')
  requireFewParts(authenticated.safeContents)
  for (const { content, contentType } of authenticated.safeContents)
    if (contentType === ENCRYPTED)
      requireModest(
        new EncryptedData({ schema: copyOf(content) }).encryptedContentInfo.contentEncryptionAlgorithm,
      )
  const safes = authenticated.safeContents.map(() => ({ password }))
  await authenticated.parseInternalValues({ safeContents: safes })
  const values: { value: SafeContents }[] = authenticated.parsedValue.safeContents
  requireFewParts(values.flatMap(({ value }) => value.safeBags.filter(isEncryptedKey)))
  const opened = await Promise.all(values.map(({ value }) => contentsOf(value, password)))
  return {
    privateKeys: opened.flatMap(({ privateKeys }) => privateKeys),
    certificates: opened.flatMap(({ certificates }) => certificates),
  }
}
