import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Route, Standing } from '@consilium/contract/route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Subject } from '../refusal.ts'
import type { FileAnswer } from './file-answer.ts'
import type { Origin } from './origin.ts'
import type { SessionCarrier, Visit } from './cookies/session-cookie.ts'
import type { TicketCarrier } from './cookies/ticket-cookie.ts'
import type { Upload } from './uploads/upload.ts'

/** The caller, as far as serving a request needs it. */
export interface Caller extends Subject, Standing {
  /** Whether somebody is logged in, or a machine calls with a key. */
  readonly kind: 'person' | 'machine'
  readonly mustChangePassword: boolean
  /** Whether it is a manager that is limited to a portfolio of sponsors. */
  readonly isLimited: boolean
  /** True if the role requires a second factor that is not set up yet. */
  readonly mustEnrolFactor: boolean
}

/** The platform itself: jobs, readers, and what happens at a start or on the command line. It is no account. */
export interface Platform {
  readonly kind: 'platform'
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Part<R, K extends string> = R extends Record<K, infer T> ? Parsed<T> : undefined

/** Whom a route lets in. */
type Admitted<R extends Route, Actor extends Caller> = R extends { caller: 'person' }
  ? Extract<Actor, { kind: 'person' }>
  : Actor

/**
 * What a handler receives: validated input and the caller. A handler names what it takes: parts that few ask for are made where
 * one does, and are not in a rest of the others.
 */
export interface Call<R extends Route, Actor extends Caller> {
  actor: R['access'] extends 'public' ? Actor | null : Admitted<R, Actor>
  params: Part<R, 'params'>
  query: Part<R, 'query'>
  body: Part<R, 'body'>
  upload: R extends { upload: true } ? Upload : undefined
  uploads: R extends { uploads: object } ? Upload[] : undefined
  session: SessionCarrier
  visit: Visit
  ticket: TicketCarrier
  language: Language
  requestId: string
  ip: string
  origin: Origin
  /** Returns the origin and gives the browser a device id if it has none; called after a successful login. */
  keepDevice(): Origin
  headers: FastifyRequest['headers']
  /** The raw reply, for stream routes. */
  reply: R['answer'] extends { kind: 'stream' } ? FastifyReply : undefined
}

type Result<A> = A extends { kind: 'data'; schema: infer S extends z.ZodType }
  ? z.output<S>
  : A extends { kind: 'page'; schema: infer S extends z.ZodType }
    ? Page<z.output<S>>
    : A extends { kind: 'file' }
      ? FileAnswer
      : void

export type Handler<R extends Route, Actor extends Caller> = (
  call: Call<R, Actor>,
) => Promise<Result<R['answer']>> | Result<R['answer']>

/** Registers a route of the contract with its access check, validation, serialization and logging. */
export type BindFor<Actor extends Caller> = <R extends Route>(route: R, handler: Handler<R, Actor>) => void
