import { z } from 'zod'
import * as f from '../fields.ts'
import { data, page, type RouteTable } from '../route.ts'

export const OwnSession = z
  .object({
    sessionId: f.id,
    device: z.string().nullable().meta({ description: 'Browser and system', example: 'Chrome · Windows' }),
    address: z.string().nullable(),
    withFactor: z.boolean().meta({ description: 'Whether a second factor was used in it' }),
    isCurrent: z.boolean(),
    createTime: z.string(),
    lastUsedTime: z.string(),
    expireTime: z.string().meta({ description: 'Time of expiry unless the session is used before' }),
  })
  .meta({ id: 'OwnSession' })
export type OwnSession = z.infer<typeof OwnSession>

export const SESSION_COLUMNS = ['lastUsedTime', 'createTime'] as const
export const OwnSessionQuery = f.listQuery({}, SESSION_COLUMNS)
export type OwnSessionQuery = z.output<typeof OwnSessionQuery>

const Ended = z.object({ ended: z.int().min(0) }).meta({ id: 'SessionsEnded' })
const tag = 'Accounts'

export const ownSessionRoutes = {
  list: {
    method: 'GET',
    path: '/account/session/list',
    access: 'session',
    caller: 'person',
    tag,
    summary: "List the caller's sessions, last used first",
    query: OwnSessionQuery,
    answer: page(OwnSession),
  },
  endOthers: {
    method: 'POST',
    path: '/account/session/endOthers',
    access: 'session',
    caller: 'person',
    tag,
    summary: "End all of the caller's sessions but this one",
    answer: data(Ended),
  },
  end: {
    method: 'DELETE',
    path: '/account/session/{sessionId}',
    target: ['sessionId'],
    access: 'session',
    caller: 'person',
    tag,
    summary: "End sessions of the caller's account",
    params: z.object({ sessionId: f.pathIds }),
    answer: data(Ended),
  },
  endOf: {
    method: 'PUT',
    path: '/system/user/endSessions',
    target: ['userId'],
    access: ['admin'],
    caller: 'person',
    tag,
    summary: 'End all sessions of another account',
    body: z.strictObject({ userId: f.id }),
    answer: data(Ended),
    errors: ['NOT_FOUND', 'OWN_RECORD_FIXED'],
  },
} as const satisfies RouteTable
