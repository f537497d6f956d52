import type { Db } from '../../infra/db/db.ts'
import type { JobQueue, Jobs, QueueOptions } from '../../infra/jobs/jobs.ts'
import { OCR_TIMEOUT_SECONDS } from '../../infra/ocr/ocr-client.ts'
import { openRuns, type FileRun } from './run-repository.ts'

/** The time allowed for reading the file and storing its results. */
const STORAGE_SECONDS = 120

/** The queue of files to recognize, without its handler. */
export const QUEUE: Omit<QueueOptions<FileRun>, 'concurrency' | 'handler'> = {
  name: 'recognize-file',
  expireSeconds: OCR_TIMEOUT_SECONDS + STORAGE_SECONDS,
}

const nameOf = ({ batchId, fileNo, run }: FileRun) => `${batchId}/${fileNo}/${run}`

/** Queues the files that wait but have no job, as after a restore. Returns how many. */
export const requeueLost = (db: Db, queue: JobQueue<FileRun>): Promise<number> =>
  queue.sendLost(db, openRuns, nameOf)

/** The same from a process that recognizes nothing itself. */
export async function requeueWith(jobs: Jobs, db: Db): Promise<number> {
  const queue = jobs.queue<FileRun>({ ...QUEUE, concurrency: 0, handler: async () => {} })
  try {
    await jobs.start()
    return await requeueLost(db, queue)
  } finally {
    await jobs.close()
  }
}
