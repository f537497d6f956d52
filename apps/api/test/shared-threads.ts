import { closeWorkerThreads, openWorkerThreads, type WorkerThreads } from '../src/worker-threads.ts'

let shared: WorkerThreads | undefined

/**
 * The threads of all services of a process that takes file after file (decision 172), since each would load the libraries of
 * documents and fonts anew. A file that runs alone has those of its service.
 */
export function sharedThreads(): { threads?: WorkerThreads } {
  if (process.send === undefined) return {}
  if (!shared) {
    const threads = openWorkerThreads(1)
    shared = threads
    process.once('disconnect', () => void closeWorkerThreads(threads))
  }
  return { threads: shared }
}
