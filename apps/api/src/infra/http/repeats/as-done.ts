import type { Route } from '@consilium/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../refusal.ts'
import { recordOf, same, type Read } from '../input/as-read.ts'
import { targetOf, type OperationEntry } from '../operation-entry.ts'
import { isFields, shapeOf } from '../input/wire-forms.ts'

/** Finds who made the last change of a target by an operation, and when; undefined if nobody did lately. */
export type LastChange = (
  done: Pick<OperationEntry, 'operation' | 'target'>,
) => Promise<{ userId: number | null; name: string; time: string } | undefined>

export type AsDone = (request: FastifyRequest, error: unknown) => Promise<unknown>

/**
 * True if a repetition of the change can be told from a change by someone else: the record carries a version and can be
 * read. The change is then one transaction with its entry in the operation log, which says who made it.
 */
export const isTellable = (route: Route): boolean =>
  route.body !== undefined && route.target !== undefined && Object.hasOwn(shapeOf(route.body), 'version')

/**
 * Answers a change with the record itself if it is refused as stale although the record has exactly the content sent and the
 * same account changed it last: the request was repeated after its answer was lost. Throws any other error again.
 */
export function asDone(
  { route, operation }: { route: Route; operation: string },
  { reading, read, lastChange }: { reading: Route; read: Read; lastChange: LastChange },
): AsDone {
  const stored = recordOf(reading, read)
  return async (request, error) => {
    const fields = request.body
    if (!(error instanceof Refusal) || error.error !== 'STALE_RECORD' || !isFields(fields)) throw error
    const record = await stored(request, fields)
    const last = await lastChange({ operation, target: targetOf(route, request, record) })
    if (last) error.changedBy = { name: last.name, time: last.time }
    const has = (key: string) => Object.hasOwn(record ?? {}, key) && same(fields[key], record?.[key])
    if (!record || !Object.keys(fields).every((key) => key === 'version' || has(key))) throw error
    const { userId = null } = request.actor ?? {}
    if (userId === null || last?.userId !== userId) throw error
    return record
  }
}
