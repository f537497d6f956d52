import { z } from 'zod'
import { createProbe } from './part.ts'
import { readIfThere, type Storage } from '../storage/storage.ts'

/** What an operator has done regularly, and monitoring watches. */
export const TASKS = ['backup', 'verify-log'] as const
export type Task = (typeof TASKS)[number]

const FRESH_MS = 10_000

const keyOf = (task: Task) => `operations/${task}.json`
/** The records in the storage of files, which all nodes and commands share. */
export const TASK_KEYS: readonly string[] = TASKS.map(keyOf)

const TaskRecord = z.object({
  succeededAt: z.iso.datetime().nullable(),
  failedAt: z.iso.datetime().nullable(),
})
/** When a task last succeeded and last failed. */
export type TaskRecord = z.infer<typeof TaskRecord>

const NEVER: TaskRecord = { succeededAt: null, failedAt: null }

async function readRecord(storage: Storage, task: Task): Promise<TaskRecord> {
  const bytes = await readIfThere(storage, keyOf(task))
  if (!bytes) return NEVER
  try {
    return TaskRecord.parse(JSON.parse(bytes.toString()))
  } catch {
    return NEVER
  }
}

/** Remembers how a task has ended. */
export async function recordTask(storage: Storage, task: Task, hasSucceeded: boolean): Promise<void> {
  const before = await readRecord(storage, task)
  const now = new Date().toISOString()
  const record: TaskRecord = hasSucceeded ? { ...before, succeededAt: now } : { ...before, failedAt: now }
  await storage.put(keyOf(task), Buffer.from(JSON.stringify(record)))
}

/** What is known of each task. While the storage does not answer, that is what it said before. */
export type TaskRecords = () => Promise<ReadonlyMap<Task, TaskRecord>>

export function watchTasks(storage: Storage): TaskRecords {
  const records = new Map<Task, TaskRecord>()
  const probe = createProbe(
    {
      freshMs: FRESH_MS,
      async check() {
        for (const task of TASKS) records.set(task, await readRecord(storage, task))
        return 'ok'
      },
    },
    // The storage is a part of its own, which is told of.
    () => {},
  )
  return async () => {
    await probe()
    return records
  }
}
