import { Counter, Gauge, type Registry } from 'prom-client'
import type { FastifyInstance } from 'fastify'
import type { Disks } from '../../storage/disks.ts'
import type { TaskRecord, TaskRecords } from '../../health/task-records.ts'
import type { Health } from './health.ts'

const MS_PER_SECOND = 1000

function addTaskTime(
  registry: Registry,
  tasks: TaskRecords,
  [name, ended, at]: [name: string, ended: string, at: keyof TaskRecord],
): void {
  new Gauge({
    name,
    help: `When a regular task of the operator last ${ended}, in seconds since 1970; 0: never`,
    labelNames: ['task'] as const,
    registers: [registry],
    async collect() {
      for (const [task, { [at]: time }] of await tasks())
        this.set({ task }, time === null ? 0 : Date.parse(time) / MS_PER_SECOND)
    },
  })
}

interface Measured {
  health: Health
  rooms: Disks['rooms']
  tasks: TaskRecords
}

/**
 * Whether this node and each of its parts works, the room of its disks, the ends of regular tasks, and how many requests were answered with a failure
 * of the service, by its name.
 */
export function addPartMetrics(
  app: FastifyInstance,
  registry: Registry,
  { health, rooms, tasks }: Measured,
): void {
  new Gauge({
    name: 'consilium_ready',
    help: '1 while the own parts of this node work, so that it should get requests, else 0',
    registers: [registry],
    async collect() {
      this.set((await health()).isReady ? 1 : 0)
    },
  })
  new Gauge({
    name: 'consilium_part_ready',
    help: '1 while a part works as it should, else 0',
    labelNames: ['part'] as const,
    registers: [registry],
    async collect() {
      for (const [part, state] of Object.entries((await health()).parts))
        this.set({ part }, state === 'ok' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'disk_bytes',
    help: 'Bytes of the file systems of DATA_DIR, of uploads under way, of FILES_DIR and of LOG_FILE, by kind',
    labelNames: ['disk', 'kind'] as const,
    registers: [registry],
    async collect() {
      await health()
      this.reset()
      for (const [disk, { size, available }] of rooms) {
        this.set({ disk, kind: 'size' }, size)
        this.set({ disk, kind: 'available' }, available)
      }
    },
  })
  addTaskTime(registry, tasks, ['task_last_success_seconds', 'succeeded', 'succeededAt'])
  addTaskTime(registry, tasks, ['task_last_failure_seconds', 'failed', 'failedAt'])
  const failures = new Counter({
    name: 'consilium_failed_requests_total',
    help: 'Requests answered with a status from 500, by the name of the error',
    labelNames: ['error'] as const,
    registers: [registry],
  })
  // A series that is there from the start lets an alert see the first failure.
  failures.inc({ error: 'SEALED_VALUE_INVALID' }, 0)
  app.addHook('onResponse', ({ failure }, _reply, done) => {
    if (failure !== null) failures.inc({ error: failure })
    done()
  })
}
