import { X509Certificate } from 'node:crypto'
import { commonName } from '@consilium/pades/keys/certificate-name.ts'
import { requireReadable, type SigningKey } from '@consilium/pades/cms.ts'
import { pemOf, readSigningKey } from '@consilium/pades/keys/key-file.ts'
import { SigningKeyError, type KeyProblem } from '@consilium/pades/keys/key-problem.ts'

/** A key that can sign, and what is kept and shown of it. */
export interface ReadKey extends SigningKey {
  /** Key and certificates in the one form in which they are kept. */
  pem: string
  name: string
  issuer: string
  validUntil: Date
}

/** An error would lose its kind between threads. */
export type KeyTaskAnswer = ReadKey | { problem: KeyProblem; message: string }

async function read(file: Buffer, passphrase: string, now: Date): Promise<ReadKey> {
  const key = await readSigningKey(file, passphrase, now)
  requireReadable(key.certificates)
  const leaf = new X509Certificate(key.certificates[0])
  return {
    ...key,
    pem: pemOf(key),
    name: commonName(leaf),
    issuer: leaf.issuer.replaceAll('\n', ', '),
    validUntil: leaf.validToDate,
  }
}

/** Reads the key file of a user; called in a worker thread. */
export const signingKeyTask = (file: Buffer, passphrase: string, now: Date): Promise<KeyTaskAnswer> =>
  read(file, passphrase, now).catch((error: unknown) =>
    error instanceof SigningKeyError
      ? { problem: error.problem, message: error.message }
      : { problem: 'unreadable' as const, message: String(error) },
  )
