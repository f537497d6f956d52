import { ENTRIES_MAX } from '@consilium/contract/attendance/sign-in-paths.ts'
import { CallFailed } from '@consilium/contract/client.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/requests/api.ts'
import { sessionQuery } from '../../../lib/session/session.ts'
import { openOutbox, type KeptEntry, type KnownMeeting, type Outbox } from './outbox.ts'

/** Browsers do not always notice that the network is back. */
const ASKED_EVERY_MS = 15_000
const UNAUTHENTICATED = 401

/** The present by the clock of the device, `yyyy-MM-dd HH:mm:ss` in the time zone of the service. */
export const deviceTime = (timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(new Date())

/** Sends what waits, so many at a time as the service takes. Returns how many it has recorded, now or before. */
async function sendWaiting(outbox: Outbox, meetingId: number, timeZone: string): Promise<number> {
  let recorded = 0
  for (;;) {
    const waiting = (await outbox.list()).filter(({ refusal }) => refusal === null).slice(0, ENTRIES_MAX)
    if (waiting.length === 0) return recorded
    const entries = waiting.map(({ entryKey, kind, phone, name, time }) => {
      const given = name === '' ? {} : { name }
      return { entryKey, kind, phone, time, ...given }
    })
    const body = { meetingId, deviceTime: deviceTime(timeZone), entries }
    const results = await call(attendanceRoutes.sendEntries, { body })
    const done = results.filter(({ outcome }) => outcome !== 'refused').map(({ entryKey }) => entryKey)
    for (const { entryKey, outcome, reason } of results) {
      const entry = waiting.find((each) => each.entryKey === entryKey)
      if (entry && outcome === 'refused') await outbox.keep({ ...entry, refusal: reason ?? '' })
    }
    await outbox.remove(done)
    recorded += done.length
  }
}

export interface OutboxState {
  entries: readonly KeptEntry[]
  meeting: KnownMeeting | undefined
  recorded: number
  isSending: boolean
  isOffline: boolean
  needsLogin: boolean
  error: unknown
  /** Returns false if the device keeps as many as it may. */
  keep(entry: Omit<KeptEntry, 'time' | 'entryKey' | 'refusal'>): Promise<boolean>
  remove(entryKey: string): Promise<void>
  send(): Promise<void>
}

interface Delivery {
  recorded: number
  isSending: boolean
  isOffline: boolean
  needsLogin: boolean
  error: unknown
}

const AT_FIRST: Delivery = { recorded: 0, isSending: false, isOffline: false, needsLogin: false, error: null }

/** What is known of the meeting, asked once while there is a network; null if nobody is logged in. */
async function learnMeeting(
  client: QueryClient,
  outbox: Outbox,
  meetingId: number,
): Promise<KnownMeeting | null> {
  const profile = await client.fetchQuery(sessionQuery)
  if (!profile) return null
  const known = await outbox.knownMeeting()
  if (known) return known
  const { meetingName } = await call(meetingRoutes.get, { params: { meetingId } })
  const learned = { meetingId, title: meetingName, timeZone: profile.timeZone }
  await outbox.noteMeeting(learned)
  return learned
}

/** What an attempt to send comes to. Never rejects. */
async function attempt(
  client: QueryClient,
  outbox: Outbox,
  meetingId: number,
): Promise<Omit<Delivery, 'isSending'>> {
  const nothing = { recorded: 0, isOffline: false, needsLogin: false, error: null }
  try {
    const known = await learnMeeting(client, outbox, meetingId)
    if (!known) return { ...nothing, needsLogin: true }
    return { ...nothing, recorded: await sendWaiting(outbox, meetingId, known.timeZone) }
  } catch (error) {
    if (!(error instanceof CallFailed)) return { ...nothing, isOffline: true }
    return error.status === UNAUTHENTICATED ? { ...nothing, needsLogin: true } : { ...nothing, error }
  }
}

/** What this device keeps of the meeting, as it was when it was last read. */
function useKept(meetingId: number) {
  const [outbox, setOutbox] = useState<Outbox>()
  const [broken, setBroken] = useState<unknown>()
  const [entries, setEntries] = useState<readonly KeptEntry[]>([])
  const [meeting, setMeeting] = useState<KnownMeeting>()
  const refresh = useCallback(async (from: Outbox) => {
    setEntries(await from.list())
    setMeeting(await from.knownMeeting())
  }, [])
  useEffect(() => {
    const open = async () => {
      const opened = await openOutbox(meetingId)
      await refresh(opened)
      setOutbox(opened)
      // Without this the browser may delete what is kept when its disk is full.
      void navigator.storage?.persist?.()
    }
    open().catch(setBroken)
  }, [meetingId, refresh])
  return { outbox, broken, entries, meeting, refresh }
}

/** Calls `send` at once, when the network is back, and every now and then. */
function useSendingWhenever(send: () => Promise<void>): void {
  useEffect(() => {
    const sendNow = () => void send()
    sendNow()
    addEventListener('online', sendNow)
    const timer = setInterval(sendNow, ASKED_EVERY_MS)
    return () => {
      removeEventListener('online', sendNow)
      clearInterval(timer)
    }
  }, [send])
}

/** What this device keeps of a meeting. It is sent whenever there is a network and a session. */
export function useOutbox(meetingId: number): OutboxState | { broken: unknown } | undefined {
  const client = useQueryClient()
  const { outbox, broken, entries, meeting, refresh } = useKept(meetingId)
  const [delivery, setDelivery] = useState(AT_FIRST)
  const isBusy = useRef(false)

  const send = useCallback(async () => {
    if (!outbox || isBusy.current) return
    isBusy.current = true
    setDelivery((now) => ({ ...now, isSending: true, error: null }))
    const outcome = await attempt(client, outbox, meetingId)
    await refresh(outbox)
    isBusy.current = false
    setDelivery((now) => ({ ...outcome, recorded: now.recorded + outcome.recorded, isSending: false }))
  }, [client, outbox, meetingId, refresh])
  useSendingWhenever(send)

  if (broken !== undefined) return { broken }
  if (!outbox) return undefined
  return {
    ...delivery,
    entries,
    meeting,
    send,
    async keep(entry) {
      const time = deviceTime(meeting?.timeZone)
      const isKept = await outbox.keep({ ...entry, time, entryKey: crypto.randomUUID(), refusal: null })
      await refresh(outbox)
      if (isKept) void send()
      return isKept
    },
    async remove(entryKey) {
      await outbox.remove([entryKey])
      await refresh(outbox)
    },
  }
}
