import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { refresh } from '../../../lib/requests/send.ts'
import { useErrorNote } from '../../records/in-use.tsx'
import type { BulkAction } from '../list-definition.ts'

export interface Failure {
  id: number
  title: string
  reason: ReactNode
}

export interface BulkReport {
  done: number
  failures: Failure[]
}

/** Runs an action on each row in turn; a failure is recorded and does not stop the others. */
export function useBulk<Row>(rowId: (row: Row) => number, rowTitle: (row: Row) => string) {
  const client = useQueryClient()
  const reasonOf = useErrorNote()
  const [running, setRunning] = useState<{ done: number; of: number } | null>(null)
  const [report, setReport] = useState<BulkReport | null>(null)
  const failureOf = (row: Row, reason: ReactNode): Failure => ({
    id: rowId(row),
    title: rowTitle(row),
    reason,
  })
  const runEach = async (rows: readonly Row[], action: BulkAction<Row>['run']): Promise<Failure[]> => {
    const failures: Failure[] = []
    for (const [index, row] of rows.entries()) {
      setRunning({ done: index, of: rows.length })
      try {
        await action(row)
      } catch (error) {
        failures.push(failureOf(row, reasonOf(error)))
      }
    }
    return failures
  }
  const runAtOnce = async (
    rows: readonly Row[],
    action: NonNullable<BulkAction<Row>['runAll']>,
  ): Promise<Failure[]> => {
    setRunning({ done: 0, of: rows.length })
    try {
      const left = await action(rows)
      return rows.flatMap((row) => {
        const reason = left.get(rowId(row))
        return reason === undefined ? [] : [failureOf(row, reason)]
      })
    } catch (error) {
      return rows.map((row) => failureOf(row, reasonOf(error)))
    }
  }
  const run = async (rows: readonly Row[], action: BulkAction<Row>): Promise<BulkReport> => {
    const failures = await (action.runAll ? runAtOnce(rows, action.runAll) : runEach(rows, action.run))
    setRunning(null)
    const result = { done: rows.length - failures.length, failures }
    setReport(result)
    await refresh(client)
    return result
  }
  return { run, running, report, dismiss: () => setReport(null) }
}
