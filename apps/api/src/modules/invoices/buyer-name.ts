/** One spelling for what is printed in different widths, with spaces, and in brackets of any kind. */
const plain = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/[[{〔【〈《]/gu, '(')
    .replace(/[\]}〕】〉》]/gu, ')')
    .replace(/[\s\p{Cf}]/gu, '')
    .toUpperCase()

/** Whether a buyer is one of the organizations that may be invoiced; null where either is unknown. */
export function isBuyerAmong(buyerName: string | null, orgNames: readonly string[]): boolean | null {
  if (buyerName === null || orgNames.length === 0) return null
  return orgNames.some((orgName) => plain(orgName) === plain(buyerName))
}
