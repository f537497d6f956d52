/** Normalizes character widths, spaces and brackets, so that differently printed names compare equal. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[[{〔【〈《]/gu, '(')
    .replace(/[\]}〕】〉》]/gu, ')')
    .replace(/[\s\p{Cf}]/gu, '')
    .toUpperCase()

/** Returns true if the buyer is one of the organizations that may be invoiced, null if either is unknown. */
export function isBuyerAmong(buyerName: string | null, orgNames: readonly string[]): boolean | null {
  if (buyerName === null || orgNames.length === 0) return null
  return orgNames.some((orgName) => plainName(orgName) === plainName(buyerName))
}
