/*
 * Opens the app without a network. It keeps files of the app and nothing else: answers of the API are never stored, since
 * they are personal and out of date (docs/decisions/0063). The build fills in the files and the version
 * (vite.service-worker.ts); there are no imports, since browsers load it as a classic script.
 */
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface FetchingEvent extends LastingEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface AppKeeper {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', act: (event: LastingEvent) => void): void
  addEventListener(type: 'fetch', act: (event: FetchingEvent) => void): void
}

declare const FILES: readonly string[]
declare const VERSION: string

const worker = globalThis as unknown as AppKeeper
const PREFIX = 'consilium-app-'
const OWN = PREFIX + VERSION
/** Pages that were opened before an upgrade still ask for files of the former version. */
const VERSIONS_KEPT = 2
/** The page of the app at an address that is no page of its own, so that it holds no record and the service renders none. */
const SHELL = '/office-shell'
/** Addresses that the server answers itself: they are not the app. */
const NOT_APP = /^\/(?:api|health|metrics|publicity|verify|privacy)(?:\/|$)/

async function install(): Promise<void> {
  const cache = await caches.open(OWN)
  const shell = new Request(SHELL, { headers: { accept: 'text/html' } })
  await cache.addAll([shell, ...FILES])
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  // In the order in which they were made.
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN)
  const former = names.slice(0, Math.max(0, names.length - (VERSIONS_KEPT - 1)))
  await Promise.all(former.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** Files with a hash in their names never change. */
async function assetOf(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const cache = await caches.open(OWN)
    await cache.put(request, answer.clone())
  }
  return answer
}

/** The newest page from the server; the kept one only if there is no answer at all. */
async function pageOf(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const shell = await caches.match(SHELL, { ignoreVary: true })
    if (shell) return shell
    throw error
  }
}

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(assetOf(request))
  else if (request.mode === 'navigate' && !NOT_APP.test(pathname)) event.respondWith(pageOf(request))
})
