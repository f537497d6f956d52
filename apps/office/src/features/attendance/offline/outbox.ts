/*
 * Sign-ins that this device keeps until the service has recorded them: in IndexedDB, each encrypted with a key that no
 * script can read, so that a copy of the browser's files shows no phone and no name.
 */

/** More are refused: they would wait for hours on a weak network, and a meeting seldom has so many at one door. */
export const KEPT_MAX = 500

const DATABASE = 'consilium-door'
const VERSION = 1
const KEYS = 'keys'
const MEETINGS = 'meetings'
const ENTRIES = 'entries'
const BY_MEETING = 'meetingId'
const OWN_KEY = 'own'
const CIPHER = 'AES-GCM'
const KEY_BITS = 256
const IV_BYTES = 12

/** What was typed for one person. `refusal` says why the service did not record it; null while it waits. */
export interface KeptEntry {
  entryKey: string
  kind: 'in' | 'out'
  phone: string
  name: string
  /** `yyyy-MM-dd HH:mm:ss` by the clock of the device, in the time zone of the service. */
  time: string
  refusal: string | null
}

/** What the page shows of a meeting without a network; nothing about a person. */
export interface KnownMeeting {
  meetingId: number
  title: string
  timeZone: string
}

interface SealedEntry {
  entryKey: string
  meetingId: number
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

/** False where the browser refuses to keep anything, as WeChat's does, or where the page did not come over TLS. */
export const canKeep = (): boolean =>
  'indexedDB' in globalThis && globalThis.indexedDB !== undefined && globalThis.crypto?.subtle !== undefined

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })

/** Resolves once the transaction is on the disk, as far as the browser says. */
const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    // A failed request aborts its transaction.
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB failed')))
  })

async function openStore(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION)
  request.addEventListener('upgradeneeded', () => {
    const store = request.result
    store.createObjectStore(KEYS)
    store.createObjectStore(MEETINGS, { keyPath: BY_MEETING })
    store.createObjectStore(ENTRIES, { keyPath: 'entryKey' }).createIndex(BY_MEETING, BY_MEETING)
  })
  return answerOf(request)
}

/** Two windows that start at once both make a key; the first one that is stored is used by both. */
async function ownKey(store: IDBDatabase): Promise<CryptoKey> {
  const find = () => answerOf<CryptoKey | undefined>(store.transaction(KEYS).objectStore(KEYS).get(OWN_KEY))
  const found = await find()
  if (found) return found
  const made = await crypto.subtle.generateKey({ name: CIPHER, length: KEY_BITS }, false, [
    'encrypt',
    'decrypt',
  ])
  const transaction = store.transaction(KEYS, 'readwrite')
  const keys = transaction.objectStore(KEYS)
  if ((await answerOf(keys.count(OWN_KEY))) === 0) keys.add(made, OWN_KEY)
  await endOf(transaction)
  return (await find()) ?? made
}

const boundTo = (meetingId: number, entryKey: string) => new TextEncoder().encode(`${meetingId}:${entryKey}`)

export interface Outbox {
  /** The entries of the meeting, newest first. */
  list(): Promise<KeptEntry[]>
  /** Adds or replaces an entry. Returns false, and keeps nothing, if the device has as many as it may. */
  keep(entry: KeptEntry): Promise<boolean>
  remove(entryKeys: readonly string[]): Promise<void>
  noteMeeting(meeting: KnownMeeting): Promise<void>
  knownMeeting(): Promise<KnownMeeting | undefined>
}

export async function openOutbox(meetingId: number): Promise<Outbox> {
  const store = await openStore()
  const key = await ownKey(store)

  async function unseal({ entryKey, iv, sealed }: SealedEntry): Promise<KeptEntry> {
    const additionalData = boundTo(meetingId, entryKey)
    const plain = await crypto.subtle.decrypt({ name: CIPHER, iv, additionalData }, key, sealed)
    return JSON.parse(new TextDecoder().decode(plain)) as KeptEntry
  }

  return {
    async list() {
      const index = store.transaction(ENTRIES).objectStore(ENTRIES).index(BY_MEETING)
      const rows = await answerOf<SealedEntry[]>(index.getAll(meetingId))
      const entries = await Promise.all(rows.map(unseal))
      return entries.toSorted((a, b) => b.time.localeCompare(a.time))
    },
    async keep(entry) {
      const { entryKey } = entry
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
      const plain = new TextEncoder().encode(JSON.stringify(entry))
      const additionalData = boundTo(meetingId, entryKey)
      const sealed = await crypto.subtle.encrypt({ name: CIPHER, iv, additionalData }, key, plain)
      const transaction = store.transaction(ENTRIES, 'readwrite', { durability: 'strict' })
      const entries = transaction.objectStore(ENTRIES)
      const isThere = (await answerOf(entries.count(entryKey))) > 0
      const mayKeep = isThere || (await answerOf(entries.count())) < KEPT_MAX
      if (mayKeep) entries.put({ entryKey, meetingId, iv, sealed } satisfies SealedEntry)
      await endOf(transaction)
      return mayKeep
    },
    async remove(entryKeys) {
      const transaction = store.transaction(ENTRIES, 'readwrite')
      for (const entryKey of entryKeys) transaction.objectStore(ENTRIES).delete(entryKey)
      await endOf(transaction)
    },
    async noteMeeting(meeting) {
      const transaction = store.transaction(MEETINGS, 'readwrite')
      transaction.objectStore(MEETINGS).put(meeting)
      await endOf(transaction)
    },
    knownMeeting: () =>
      answerOf<KnownMeeting | undefined>(store.transaction(MEETINGS).objectStore(MEETINGS).get(meetingId)),
  }
}
