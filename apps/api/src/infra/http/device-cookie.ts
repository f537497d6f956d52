import { randomBytes } from 'node:crypto'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/session.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Keys } from '../keys.ts'

const DEVICE_ID_BYTES = 16
const KEPT_SECONDS = 365 * 86_400
const PURPOSE = 'device'
const NAME = 'consilium_device'
const COOKIE = /(?:^|;\s*)(?:__Host-)?consilium_device=([\w-]{22})\.([\w-]{43})\s*(?:;|$)/

/** Recognises browsers that somebody has logged in with: a random id in a signed cookie, which no script reads. */
export interface Devices {
  idOf(request: FastifyRequest): string | null
  /** As `idOf`; a browser that has no id is given one with this answer. Null for other clients. */
  keep(request: FastifyRequest, reply: FastifyReply): string | null
}

export function createDevices(keys: Keys, { secure }: { secure: boolean }): Devices {
  const idOf = ({ headers }: FastifyRequest): string | null => {
    const [, id, signature] = COOKIE.exec(headers.cookie ?? '') ?? []
    return id && signature && keys.verify(id, PURPOSE, Buffer.from(signature, 'base64url')) ? id : null
  }
  return {
    idOf,
    keep(request, reply) {
      if (request.headers[SESSION_HEADER] !== SESSION_IN_COOKIE) return null
      const known = idOf(request)
      if (known) return known
      const id = randomBytes(DEVICE_ID_BYTES).toString('base64url')
      const value = `${id}.${keys.sign(id, PURPOSE).toString('base64url')}`
      const attributes = `Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
      reply.header('set-cookie', `${secure ? '__Host-' : ''}${NAME}=${value}; ${attributes}`)
      return id
    },
  }
}
