const COUNTRY_CODE = /^(?:\+|00)86/

/** A phone as people type it or their browser fills it in, brought to the 11 digits of the contract. */
export const plainPhone = (typed: string) => typed.replace(/[\s\-()（）]/g, '').replace(COUNTRY_CODE, '')
