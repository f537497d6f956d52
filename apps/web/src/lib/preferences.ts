import { useCallback, useState } from 'react'
import { useSession } from './session.ts'

const PREFIX = 'consilium'

function read<T>(key: string, fallback: T): T {
  try {
    const kept = localStorage.getItem(key)
    return kept === null ? fallback : (JSON.parse(kept) as T)
  } catch {
    return fallback
  }
}

/** A choice of the logged-in user that outlives the page: two people at one computer have each their own. */
export function usePreference<T>(name: string, fallback: T): [T, (next: T) => void] {
  const key = `${PREFIX}.${useSession().user.userId}.${name}`
  const [value, setValue] = useState(() => read(key, fallback))
  const keep = useCallback(
    (next: T) => {
      setValue(next)
      localStorage.setItem(key, JSON.stringify(next))
    },
    [key],
  )
  return [value, keep]
}
