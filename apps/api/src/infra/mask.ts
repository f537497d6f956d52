const maskMiddle = (value: string, head: number, tail: number) =>
  value.length <= head + tail
    ? '*'.repeat(value.length)
    : value.slice(0, head) + '*'.repeat(value.length - head - tail) + value.slice(-tail)

/** `110105********002X` */
export const maskIdCard = (value: string) => maskMiddle(value, 6, 4)
/** `6222***********5678` */
export const maskBankAccount = (value: string) => maskMiddle(value, 4, 4)
/** `138****8000` */
export const maskPhone = (value: string) => maskMiddle(value, 3, 4)
