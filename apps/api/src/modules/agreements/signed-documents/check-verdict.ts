import type { DocumentCheck } from './document-check.ts'

/**
 * What a reader may make of a file: `good`, if it is intact and by those whom the reader trusts; `unproven`, if it is intact
 * but does not show who signed or when; `broken`, if it is not to be relied on.
 */
export type CheckVerdict = 'good' | 'unproven' | 'broken'

const isForeign = ({ sealer, isSealerTrusted }: DocumentCheck) => sealer === 'foreign' && !isSealerTrusted

const isBroken = (check: DocumentCheck) =>
  check.file.state !== 'valid' ||
  (check.fingerprint !== null && !(check.contentFits && check.eventFits)) ||
  check.file.signatures.some(({ isOutdated }) => isOutdated) ||
  check.isExpected === false ||
  isForeign(check)

export function verdictOf(check: DocumentCheck): CheckVerdict {
  if (isBroken(check)) return 'broken'
  const hasFlaw = check.file.signatures.some(({ timestamp }) => timestamp?.flaw)
  return check.isSignerTrusted && check.isSealerTrusted && !hasFlaw ? 'good' : 'unproven'
}
