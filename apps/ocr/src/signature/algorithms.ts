/** Object identifiers of what invoices are signed with. */

/** Digests by the names that Node knows them by. MD5 is broken and missing. */
const DIGESTS: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '1.2.156.10197.1.401': 'sm3',
  // SM3 without a key, which some producers name.
  '1.2.156.10197.1.401.1': 'sm3',
}

/** Signatures that name their digest, or take the one that the signature names beside them. */
const SIGNATURES: Readonly<Record<string, { scheme: Scheme; digest: string | null }>> = {
  '1.2.840.113549.1.1.1': { scheme: 'rsa', digest: null },
  '1.2.840.113549.1.1.5': { scheme: 'rsa', digest: 'sha1' },
  '1.2.840.113549.1.1.11': { scheme: 'rsa', digest: 'sha256' },
  '1.2.840.113549.1.1.12': { scheme: 'rsa', digest: 'sha384' },
  '1.2.840.113549.1.1.13': { scheme: 'rsa', digest: 'sha512' },
  '1.2.156.10197.1.504': { scheme: 'rsa', digest: 'sm3' },
  '1.2.840.10045.2.1': { scheme: 'ecdsa', digest: null },
  '1.2.840.10045.4.1': { scheme: 'ecdsa', digest: 'sha1' },
  '1.2.840.10045.4.3.2': { scheme: 'ecdsa', digest: 'sha256' },
  '1.2.840.10045.4.3.3': { scheme: 'ecdsa', digest: 'sha384' },
  '1.2.840.10045.4.3.4': { scheme: 'ecdsa', digest: 'sha512' },
  '1.2.156.10197.1.501': { scheme: 'sm2', digest: 'sm3' },
  '1.2.156.10197.1.301': { scheme: 'sm2', digest: 'sm3' },
  '1.2.156.10197.1.301.1': { scheme: 'sm2', digest: 'sm3' },
}

export type Scheme = 'rsa' | 'ecdsa' | 'sm2'

/** The curve of a key that signs with SM2. */
export const SM2_CURVE = '1.2.156.10197.1.301'

export const digestName = (oid: string): string | null => DIGESTS[oid] ?? null
export const signatureScheme = (oid: string) => SIGNATURES[oid] ?? null
