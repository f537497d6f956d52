import type { IdentityStatement } from '../../experts/service.ts'

export type { IdentityStatement } from '../../experts/service.ts'

const UNKNOWN = '未知'
const CHANGED = '（此后登记的姓名、证件或手机号有变更）'

/** The names and reasons of a statement with only what the font of the document has. */
export const printableStatement = (
  { match, basis }: IdentityStatement,
  printable: (text: string) => string,
): IdentityStatement => ({
  match: match && { ...match, provider: printable(match.provider) },
  basis: basis && {
    ...basis,
    provider: basis.provider && printable(basis.provider),
    approvedByName: basis.approvedByName && printable(basis.approvedByName),
    reason: basis.reason && printable(basis.reason),
  },
})

function said({ match, basis }: IdentityStatement): string {
  if (match) return `姓名、证件号码与手机号经${match.provider}核验一致（${match.time}）`
  if (!basis) return '未登记核验信息'
  const { by, provider, matchedTime, approvedByName, approvedTime, isChanged } = basis
  const after = isChanged ? CHANGED : ''
  if (by === 'verifier') return `姓名、证件号码与手机号经${provider}核验一致（${matchedTime}）${after}`
  return `由${approvedByName ?? UNKNOWN}人工核对（${approvedTime}）${after}`
}

/** The lines of the certificate page. */
export const identityRows = (identity: IdentityStatement): [string, string][] => {
  const { match, basis } = identity
  const isByHand = !match && basis?.by === 'hand'
  return [
    ['身份核验', said(identity)],
    ...(isByHand && basis.reason !== null ? [['核对说明', basis.reason] satisfies [string, string]] : []),
  ]
}

/** The same as values of the statement that the document carries. */
export function identityValues({ match, basis }: IdentityStatement): Record<string, string | null> {
  if (match)
    return {
      identityBy: 'verifier',
      identityProvider: match.provider,
      identityTime: match.time,
      identityReason: null,
    }
  if (!basis) return { identityBy: null, identityProvider: null, identityTime: null, identityReason: null }
  const isByHand = basis.by === 'hand'
  return {
    identityBy: basis.by,
    identityProvider: isByHand ? basis.approvedByName : basis.provider,
    identityTime: isByHand ? basis.approvedTime : basis.matchedTime,
    identityReason: isByHand ? basis.reason : null,
    ...(basis.isChanged ? { identityChanged: 'yes' } : {}),
  }
}
