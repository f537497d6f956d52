import type { Route } from '@consilium/contract/route.ts'
import type {
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  onSendHookHandler,
  preValidationHookHandler,
} from 'fastify'
import { Refusal } from '../../refusal.ts'
import { networkOf } from '../origin.ts'
import { tokenOf, type CookieOptions } from '../cookies/session-cookie.ts'

/** Requests that are worked on at once: of one session or of all visitors at one address, and of one address at all. */
export const CALLER_AT_ONCE = 4
export const NETWORK_AT_ONCE = 64
/** Requests that wait for each of them; further ones are refused. */
export const CALLER_WAITING_MAX = 400
export const NETWORK_WAITING_MAX = 1000
/** The longest time that a request waits. */
const WAIT_MS = 30_000
const RETRY_SECONDS = 5

interface Waiting {
  begin(): void
}

interface Share {
  running: number
  waiting: Waiting[]
}

/** Gives each key so many places; who finds them taken waits in the order of arrival. */
export function createShares({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }) {
  const shares = new Map<string, Share>()

  function leave(key: string, share: Share): void {
    const next = share.waiting.shift()
    if (next) return next.begin()
    share.running -= 1
    if (share.running === 0) shares.delete(key)
  }

  /** Calls `entered` with what ends the turn, at once if a place is free. Returns what gives up or ends the turn. */
  return function enter(key: string, entered: () => void, refused: () => void): () => void {
    const share = shares.get(key) ?? { running: 0, waiting: [] }
    shares.set(key, share)
    if (share.running < atOnce) {
      share.running += 1
      entered()
      return () => leave(key, share)
    }
    if (share.waiting.length >= waitingMax) {
      refused()
      return () => {}
    }
    let isRunning = false
    const entry: Waiting = {
      begin() {
        isRunning = true
        clearTimeout(timer)
        entered()
      },
    }
    const giveUp = () => {
      clearTimeout(timer)
      const place = share.waiting.indexOf(entry)
      if (place >= 0) share.waiting.splice(place, 1)
    }
    const timer = setTimeout(() => {
      giveUp()
      refused()
    }, WAIT_MS)
    share.waiting.push(entry)
    return () => (isRunning ? leave(key, share) : giveUp())
  }
}

/** Hooks of a route, in the order in which they run. */
interface FairTurn {
  /** Before the caller is asked for. */
  onRequest: onRequestHookHandler[]
  /** Before the body is received. */
  beforeBody: onRequestHookHandler[]
  preValidation: preValidationHookHandler[]
  onSend: onSendHookHandler[]
}

type Turned = Pick<Route, 'method' | 'answer' | 'upload' | 'uploads'>

const WITHOUT_TURN: FairTurn = { onRequest: [], beforeBody: [], preValidation: [], onSend: [] }

/** True if the request is not worked on for most of its time: it only sends events, or its admission is another one. */
const isExempt = ({ answer, upload, uploads }: Turned) =>
  answer.kind === 'stream' || upload !== undefined || uploads !== undefined

/**
 * Lets each caller have so many requests in work at once, before anything is asked of the database for them: a flood
 * from one account or address waits for itself and not for others. A session is known by its token here, whether or not
 * it is valid; invented tokens share the places of their address.
 */
export function createFairTurns(cookie: CookieOptions): (route: Turned) => FairTurn {
  const ofCaller = createShares({ atOnce: CALLER_AT_ONCE, waitingMax: CALLER_WAITING_MAX })
  const ofNetwork = createShares({ atOnce: NETWORK_AT_ONCE, waitingMax: NETWORK_WAITING_MAX })

  function begin(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    const network = networkOf(request.ip)
    const held: (() => void)[] = []
    let isOver = false
    const giveBack = () => {
      isOver = true
      for (const give of held.splice(0)) give()
    }
    const hold = (give: () => void) => {
      if (isOver) give()
      else held.push(give)
    }
    const refuse = () => {
      giveBack()
      done(new Refusal('TOO_MANY_REQUESTS', { params: { seconds: RETRY_SECONDS } }))
    }
    request.endTurn = giveBack
    // An answer closes as soon as it has been given out, or its client has left.
    reply.raw.once('close', giveBack)
    const enterNetwork = () => hold(ofNetwork(network, () => done(), refuse))
    hold(ofCaller(tokenOf(request, cookie) ?? network, enterNetwork, refuse))
  }

  function end(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
    request.endTurn?.()
    done()
  }

  return (route) => {
    if (isExempt(route)) return WITHOUT_TURN
    // A slow sender of a body, like a slow reader of a file, keeps nobody from anything.
    const takesBody = route.method !== 'GET'
    const isDownload = route.answer.kind === 'file' && route.method === 'GET'
    return {
      onRequest: [begin],
      beforeBody: takesBody ? [end] : [],
      preValidation: takesBody ? [begin] : [],
      onSend: isDownload ? [(request, reply, _payload, done) => end(request, reply, done)] : [],
    }
  }
}
