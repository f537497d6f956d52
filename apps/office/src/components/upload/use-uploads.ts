import { useRef, useState } from 'react'
import { isAbort } from '../../lib/requests/api.ts'
import { newKey } from '@consilium/contract/client.ts'

/** More concurrent uploads would only slow each other down on a phone. */
const AT_ONCE = 2

export interface UploadItem {
  key: string
  file: File
  state: 'waiting' | 'sending' | 'failed'
  /** Progress from 0 to 1. */
  share: number
  /** Reason of the failure. */
  error: unknown
}

export interface SendOptions {
  onProgress: (share: number) => void
  signal: AbortSignal
}

export interface UploadOptions<Answer> {
  send: (file: File, options: SendOptions) => Promise<Answer>
  /** Called in the order in which the uploads finish. */
  onDone: (answer: Answer, file: File) => void
}

export interface Uploads {
  /** The uploads that are not finished yet. */
  items: readonly UploadItem[]
  isBusy: boolean
  add: (files: readonly File[]) => void
  /** Also takes a failed file off the list. */
  cancel: (key: string) => void
  retry: (key: string) => void
}

/** Uploads a few files at a time; each can be cancelled, and retried after a failure. */
export function useUploads<Answer>(options: UploadOptions<Answer>): Uploads {
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const stops = useRef(new Map<string, AbortController>())
  const queue = useRef<UploadItem[]>([])
  const latest = useRef(options)
  latest.current = options

  const change = (key: string, changes: Partial<UploadItem>) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...changes } : item)))
  const drop = (key: string) => setItems((all) => all.filter((item) => item.key !== key))

  const sendOne = async ({ key, file }: UploadItem) => {
    const stop = new AbortController()
    stops.current.set(key, stop)
    change(key, { state: 'sending', share: 0, error: null })
    try {
      const onProgress = (share: number) => change(key, { share })
      const answer = await latest.current.send(file, { onProgress, signal: stop.signal })
      drop(key)
      latest.current.onDone(answer, file)
    } catch (error) {
      if (isAbort(error)) drop(key)
      else change(key, { state: 'failed', error })
    } finally {
      stops.current.delete(key)
      sendNext()
    }
  }
  const sendNext = () => {
    while (stops.current.size < AT_ONCE) {
      const next = queue.current.shift()
      if (!next) return
      void sendOne(next)
    }
  }
  const enqueue = (more: readonly UploadItem[]) => {
    queue.current.push(...more)
    sendNext()
  }

  return {
    items,
    isBusy: items.some(({ state }) => state !== 'failed'),
    add: (files) => {
      const more = files.map((file): UploadItem => ({
        key: newKey(),
        file,
        state: 'waiting',
        share: 0,
        error: null,
      }))
      setItems((all) => [...all, ...more])
      enqueue(more)
    },
    cancel: (key) => {
      queue.current = queue.current.filter((item) => item.key !== key)
      stops.current.get(key)?.abort()
      drop(key)
    },
    retry: (key) => {
      const item = items.find((each) => each.key === key)
      if (!item) return
      change(key, { state: 'waiting', error: null })
      enqueue([item])
    },
  }
}
