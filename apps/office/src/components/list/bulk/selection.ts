import { useCallback, useEffect, useMemo, useState } from 'react'

export interface Selection<Row> {
  rows: Row[]
  has: (id: number) => boolean
  toggle: (rows: readonly Row[], chosen: boolean) => void
  clear: () => void
}

const NOTHING: readonly never[] = []

/**
 * The selected rows across all pages of the list. Esc clears the selection. A row that is shown is the one that was read
 * last, since an action with an older version would be refused.
 */
export function useSelection<Row>(
  rowId: (row: Row) => number,
  shown: readonly Row[] = NOTHING,
): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row>>(new Map())
  const clear = useCallback(() => setChosen(new Map()), [])
  const isEmpty = chosen.size === 0
  useEffect(() => {
    if (isEmpty) return undefined
    const stop = new AbortController()
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) clear()
      },
      { signal: stop.signal },
    )
    return () => stop.abort()
  }, [isEmpty, clear])
  return useMemo(
    () => ({
      rows: [...chosen].map(([id, row]) => shown.find((each) => rowId(each) === id) ?? row),
      has: (id) => chosen.has(id),
      clear,
      toggle: (rows, isChosen) =>
        setChosen((before) => {
          const next = new Map(before)
          for (const row of rows) {
            if (isChosen) next.set(rowId(row), row)
            else next.delete(rowId(row))
          }
          return next
        }),
    }),
    [chosen, shown, clear, rowId],
  )
}
