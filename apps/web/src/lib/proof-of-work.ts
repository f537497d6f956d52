import { solveChallengeWorkers } from 'altcha-lib'

const THREADS_MAX = 4

/** Solves the proof of work of the service in a worker. */
export async function solveProof(challenge: string): Promise<string> {
  const parsed = JSON.parse(challenge) as Parameters<typeof solveChallengeWorkers>[0]['challenge']
  const solution = await solveChallengeWorkers({
    challenge: parsed,
    concurrency: Math.min(navigator.hardwareConcurrency || 1, THREADS_MAX),
    createWorker: () => new Worker(new URL('./proof-of-work.worker.ts', import.meta.url), { type: 'module' }),
  })
  if (!solution) throw new Error('The proof of work was not found')
  return btoa(JSON.stringify({ challenge: parsed, solution }))
}
