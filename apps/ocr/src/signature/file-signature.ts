import { NOT_SIGNED, type FileSignature } from '@consilium/contract/recognition/recognition.ts'
import type { Certificate } from './certificate.ts'
import { NotThis } from './der.ts'
import { vouchedFor } from './trust.ts'
import type { Verdict } from './verify.ts'

type Reason = NonNullable<FileSignature['reason']>

export const invalid = (reason: Reason, signer: string | null = null): FileSignature => ({
  status: 'invalid',
  signer,
  reason,
})
export const unsupported = (reason: Reason, signer: string | null = null): FileSignature => ({
  status: 'unsupported',
  signer,
  reason,
})

export function ofVerdict(verdict: Verdict, certificate: Certificate): FileSignature {
  const { subject: signer } = certificate
  if (verdict === 'right') return vouchedFor(certificate, signer)
  return verdict === 'wrong' ? invalid('SIGNATURE_WRONG', signer) : unsupported('ALGORITHM_UNKNOWN', signer)
}

/** Tries readings of a signature one after the other; one that throws NotThis gives way to the next. */
export function firstReading(...readings: readonly (() => FileSignature)[]): FileSignature {
  for (const read of readings)
    try {
      return read()
    } catch (error) {
      if (!(error instanceof NotThis)) return invalid('SIGNATURE_DAMAGED')
    }
  return unsupported('FORMAT_UNKNOWN')
}

const SEVERITY = ['invalid', 'unsupported', 'untrusted', 'valid', 'none'] as const

/** The worst of several signatures speaks for the file: one that is wrong is not made good by another. */
export const worstOf = (signatures: readonly FileSignature[]): FileSignature =>
  SEVERITY.flatMap((status) => signatures.filter((one) => one.status === status))[0] ?? NOT_SIGNED
