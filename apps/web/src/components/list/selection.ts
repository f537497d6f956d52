import { useCallback, useEffect, useMemo, useState } from 'react'

export interface Selection<Row> {
  rows: Row[]
  has: (id: number) => boolean
  toggle: (rows: readonly Row[], chosen: boolean) => void
  clear: () => void
}

/** The selected rows across all pages of the list. Esc clears the selection. */
export function useSelection<Row>(rowId: (row: Row) => number): Selection<Row> {
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
      rows: [...chosen.values()],
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
    [chosen, clear, rowId],
  )
}
