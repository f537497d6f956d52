import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { refresh } from '../../lib/send.ts'
import { useErrorNote } from '../in-use.tsx'

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
  const run = async (rows: readonly Row[], action: (row: Row) => Promise<unknown>): Promise<BulkReport> => {
    const failures: Failure[] = []
    for (const [index, row] of rows.entries()) {
      setRunning({ done: index, of: rows.length })
      try {
        await action(row)
      } catch (error) {
        failures.push({ id: rowId(row), title: rowTitle(row), reason: reasonOf(error) })
      }
    }
    setRunning(null)
    const result = { done: rows.length - failures.length, failures }
    setReport(result)
    await refresh(client)
    return result
  }
  return { run, running, report, dismiss: () => setReport(null) }
}
