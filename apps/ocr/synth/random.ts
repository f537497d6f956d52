/** A generator of pseudo-random numbers that gives the same sequence for the same seed on every machine. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  /** A whole number below the given one. */
  below(limit: number): number
  between(low: number, high: number): number
  chance(part: number): boolean
  pick<T>(list: readonly T[]): T
  digits(count: number): string
  /** A number of the normal distribution with mean 0 and standard deviation 1. */
  gauss(): number
}

const TWO_TO_32 = 2 ** 32
const TEN = 10

/** The generator mulberry32 by T. Ettinger (public domain). */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / TWO_TO_32
  }
}

export function seeded(seed: number): Random {
  const next = mulberry32(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (low, high) => low + next() * (high - low),
    chance: (part) => next() < part,
    pick: (list) => list[below(list.length)]!,
    digits: (count) => Array.from({ length: count }, () => below(TEN)).join(''),
    gauss: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}
