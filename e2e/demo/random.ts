/** Pseudorandom choices that are equal in every run. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** An integer; both bounds are inclusive. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Distinct items in random order; all of them if there are not more. */
  sample<T>(items: readonly T[], count: number): T[]
  digits(count: number): string
}

const WORD = 2 ** 32

/** mulberry32 by Tommy Ettinger (public domain). Its 32-bit state suffices for made-up data. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / WORD
  }
}

export function createRandom(seed: number): Random {
  const next = generator(seed)
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(0, items.length - 1)]!,
    sample(items, count) {
      const rest = [...items]
      const taken = Math.min(count, rest.length)
      return Array.from({ length: taken }, () => rest.splice(int(0, rest.length - 1), 1)[0]!)
    },
    digits: (count) => Array.from({ length: count }, () => int(0, 9)).join(''),
  }
}
