import { randomBytes } from 'node:crypto'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Keys } from '../../keys/keys.ts'

const DEVICE_ID_BYTES = 16
const KEPT_SECONDS = 365 * 86_400
const PURPOSE = 'device'
const NAME = 'consilium_device'
const SECURE_NAME = `__Host-${NAME}`
const VALUE = /^([\w-]{22})\.([\w-]{43})$/

/** Recognizes browsers that have logged in before, by a random id in a signed cookie that scripts cannot read. */
export interface Devices {
  idOf(request: FastifyRequest): string | null
  /** Returns the id, after setting the cookie if the browser has none. Returns null for other clients. */
  keep(request: FastifyRequest, reply: FastifyReply): string | null
}

export function createDevices(keys: Keys, { secure }: { secure: boolean }): Devices {
  const idOf = ({ cookies }: FastifyRequest): string | null => {
    const [, id, signature] = VALUE.exec(cookies[SECURE_NAME] ?? cookies[NAME] ?? '') ?? []
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
      reply.setCookie(secure ? SECURE_NAME : NAME, value, {
        path: '/',
        maxAge: KEPT_SECONDS,
        httpOnly: true,
        sameSite: 'lax',
        secure,
      })
      return id
    },
  }
}
