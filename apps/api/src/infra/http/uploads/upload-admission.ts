import { Refusal } from '../../refusal.ts'

/** Total size of uploaded files in memory, over all requests; others wait. Storing a file takes as much again. */
const WORKED_ON_MAX_BYTES = 32 * 1024 * 1024
/** Maximum time that a received file waits for memory. */
const WAIT_MS = 30_000
/** Maximum number of concurrent uploads: of one account, and of all. */
const AT_ONCE_OF_ACCOUNT = 8
const AT_ONCE = 200
const RETRY_SECONDS = 5

const busy = () => new Refusal('TOO_MANY_REQUESTS', { params: { seconds: RETRY_SECONDS } })

interface Waiting {
  bytes: number
  admit(): void
}

/** Limits concurrent uploads and the memory of files in use. */
export function createUploadAdmission() {
  const underWay = new Map<number, number>()
  const waiting: Waiting[] = []
  let requests = 0
  let left = WORKED_ON_MAX_BYTES

  function admitNext(): void {
    for (let next = waiting[0]; next && next.bytes <= left; next = waiting[0]) {
      waiting.shift()
      left -= next.bytes
      next.admit()
    }
  }

  function free(bytes: number): void {
    left += bytes
    admitNext()
  }

  return {
    /** Called before the body is read. Throws TOO_MANY_REQUESTS; returns the function that ends the upload. */
    enter(userId: number): () => void {
      const own = underWay.get(userId) ?? 0
      if (requests >= AT_ONCE || own >= AT_ONCE_OF_ACCOUNT) throw busy()
      requests += 1
      underWay.set(userId, own + 1)
      return () => {
        requests -= 1
        const rest = (underWay.get(userId) ?? 1) - 1
        if (rest > 0) underWay.set(userId, rest)
        else underWay.delete(userId)
      }
    },

    /**
     * Waits until the bytes fit into memory and returns the function that frees them. Throws TOO_MANY_REQUESTS after
     * the maximum wait.
     */
    reserve(bytes: number): Promise<() => void> {
      return new Promise((resolve, reject) => {
        const entry: Waiting = {
          bytes: Math.min(bytes, WORKED_ON_MAX_BYTES),
          admit() {
            clearTimeout(timer)
            resolve(() => free(entry.bytes))
          },
        }
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1)
          reject(busy())
          admitNext()
        }, WAIT_MS)
        waiting.push(entry)
        admitNext()
      })
    },
  }
}

export type UploadAdmission = ReturnType<typeof createUploadAdmission>
