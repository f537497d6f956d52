import type { DomainEvent } from '../domain/events.ts'
import type { Foundation } from '../foundation.ts'
import { openEventBus } from '../infra/db/signals/events.ts'
import type { Engine } from '../infra/db/engine/engine.ts'
import { createJobs } from '../infra/jobs/jobs.ts'
import { requeueWith } from '../modules/recognition/requeue.ts'

/** Queues files that wait for recognition and have no job, from a process that is not the service. */
export async function requeueOn(
  engine: Engine,
  { db, log }: Pick<Foundation, 'db' | 'log'>,
): Promise<number> {
  const events = await openEventBus<DomainEvent>(engine, log)
  try {
    return await requeueWith(createJobs(engine, events, { log }), db)
  } finally {
    await events.close()
  }
}
