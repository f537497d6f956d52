const COUNTRY_CODE = /^(?:\+|00)86/

/** Reduces a phone number as typed or autofilled to the 11 digits of the contract. */
export const plainPhone = (typed: string) =>
  typed
    .normalize('NFKC')
    .replace(/[\s\-()]/g, '')
    .replace(COUNTRY_CODE, '')
