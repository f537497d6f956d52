/*
 * Solves a share of a proof of work. The build bundles it at an address of its own (vite.proof-of-work.ts), where pages of
 * the office and those outside a session start it; browsers load it as a classic script.
 */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

type Challenge = Parameters<typeof solveChallenge>[0]['challenge']

interface Share {
  challenge: Challenge
  counterStart: number
  counterStep: number
}

addEventListener('message', ({ data }: MessageEvent<Share>) => {
  void solveChallenge({ ...data, deriveKey }).then((solution) => postMessage(solution))
})
