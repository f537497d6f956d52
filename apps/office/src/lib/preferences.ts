import { useCallback, useState } from 'react'
import { useSession } from './session/session.ts'

const PREFIX = 'consilium'

function read<T>(key: string, fallback: T): T {
  try {
    const kept = localStorage.getItem(key)
    return kept === null ? fallback : (JSON.parse(kept) as T)
  } catch {
    return fallback
  }
}

/** A setting of the logged-in user in this browser; users of one computer have separate settings. */
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
