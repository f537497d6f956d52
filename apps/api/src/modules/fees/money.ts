import Big from 'big.js'

/** Decimal arithmetic with its own settings. Strict mode throws on binary floating-point numbers. */
export const Money = Big()
Money.DP = 20
Money.RM = Big.roundHalfUp
Money.strict = true

export const MONEY_DECIMALS = 2

/** Rounds half up to the cent. */
export const toCents = (amount: Big): Big => amount.round(MONEY_DECIMALS, Money.roundHalfUp)

export const sum = (amounts: readonly Big[]): Big =>
  amounts.reduce((total, amount) => total.plus(amount), Money('0'))
