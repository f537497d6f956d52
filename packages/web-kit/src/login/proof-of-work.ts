const WORKER = '/proof-of-work.js'
const THREADS_MAX = 4

/** Solves the proof of work of the service in workers, each of which tries a share of the numbers. */
export async function solveProof(text: string): Promise<string> {
  const challenge = JSON.parse(text) as unknown
  const threads = Math.min(navigator.hardwareConcurrency || 1, THREADS_MAX)
  const workers = Array.from({ length: threads }, () => new Worker(WORKER))
  try {
    const solution = await new Promise((resolve, reject) => {
      for (const [share, worker] of workers.entries()) {
        // Null where a share was given up.
        worker.addEventListener('message', ({ data }) => {
          if (data !== null) resolve(data)
          else reject(new Error('The proof of work was not found'))
        })
        worker.addEventListener('error', () => reject(new Error('The proof of work cannot be loaded')))
        worker.postMessage({ challenge, counterStart: share, counterStep: threads })
      }
    })
    return btoa(JSON.stringify({ challenge, solution }))
  } finally {
    for (const worker of workers) worker.terminate()
  }
}
