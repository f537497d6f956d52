const maskMiddle = (value: string, head: number, tail: number) =>
  value.length <= head + tail
    ? '*'.repeat(value.length)
    : value.slice(0, head) + '*'.repeat(value.length - head - tail) + value.slice(value.length - tail)

/** `110105********002X` */
export const maskIdCard = (value: string) => maskMiddle(value, 6, 4)
/** `6222***********5678` */
export const maskBankAccount = (value: string) => maskMiddle(value, 4, 4)
/** `138****8000` */
export const maskPhone = (value: string) => maskMiddle(value, 3, 4)
/** `王**` */
export const maskName = (value: string) => maskMiddle(value, 1, 0)
/** `w***@example.com` */
export const maskMail = (value: string) => value.replace(/^(.)[^@]*/, '$1***')
