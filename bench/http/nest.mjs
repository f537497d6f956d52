/* eslint-disable import/no-unassigned-import, typescript/no-extraneous-class -- it is what NestJS asks for */
// NestJS 11 as its documentation writes it, with decorators called as functions, which is what they compile to.
import 'reflect-metadata'
import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ClassSerializerInterceptor,
  Controller,
  Get,
  Injectable,
  Module,
  Query,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common'
import { NestFactory, Reflector } from '@nestjs/core'
import { plainToInstance, Type } from 'class-transformer'
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator'

const MAX_PAGE_SIZE = 200
const MAX_TEXT = 100

/** The query as a class with rules; only what a request may carry is known. */
class MeetingQuery {}
const rule = (name, ...rules) => {
  Reflect.defineMetadata('design:type', Object, MeetingQuery.prototype, name)
  for (const each of rules) each(MeetingQuery.prototype, name)
}
for (const name of ['pageNum', 'pageSize'])
  rule(
    name,
    IsOptional(),
    Type(() => Number),
    IsInt(),
    Min(1),
    Max(MAX_PAGE_SIZE),
  )
for (const name of ['projectName', 'meetingName', 'orgName'])
  rule(name, IsOptional(), IsString(), MaxLength(MAX_TEXT))
rule('isAsc', IsOptional(), IsIn(['asc', 'desc']))

class Meeting {}
class MeetingPage {}
Type(() => Meeting)(MeetingPage.prototype, 'rows')

/** A session is looked up by the hash of its token. */
const tokenHash = (authorization = '') =>
  createHash('sha256').update(authorization.slice('Bearer '.length)).digest('hex')

/** With `checks`, the token of the session is hashed. `declareAnswer` says by what an answer is checked. */
function moduleOf(database, queryType, { checks = false, declareAnswer = () => {} } = {}) {
  class SessionGuard {
    async canActivate(context) {
      const request = context.switchToHttp().getRequest()
      const { authorization } = request.headers
      if (checks && !tokenHash(authorization)) return false
      return Boolean(authorization && (await database.caller()))
    }
  }
  Injectable()(SessionGuard)
  class Meetings {
    async list() {
      return plainToInstance(MeetingPage, await database.page())
    }
  }
  Reflect.defineMetadata('design:paramtypes', [queryType], Meetings.prototype, 'list')
  Query()(Meetings.prototype, 'list', 0)
  const list = Object.getOwnPropertyDescriptor(Meetings.prototype, 'list')
  Get('list')(Meetings.prototype, 'list', list)
  declareAnswer(Meetings.prototype, 'list', list)
  UseGuards(SessionGuard)(Meetings)
  Controller('business/meeting')(Meetings)
  class App {}
  Module({ controllers: [Meetings], providers: [SessionGuard] })(App)
  return App
}

async function listen(app) {
  await app.listen(0, '127.0.0.1')
  return { port: app.getHttpServer().address().port, close: () => app.close() }
}

/** Express, class-validator and the serializer of classes. */
export async function startExpress(database) {
  const app = await NestFactory.create(moduleOf(database, MeetingQuery), { logger: ['error'] })
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }))
  app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector)))
  return listen(app)
}

/** The shape of an answer with rows as these: of each field a text, number, boolean, list or object, or null. */
function answerShape(z, { rows }) {
  const kinds = { string: z.string(), number: z.number(), boolean: z.boolean() }
  const shapeOf = (values) => {
    const value = values.find((each) => each !== null)
    const kind = Array.isArray(value) ? z.array(z.unknown()) : (kinds[typeof value] ?? z.unknown())
    return kind.nullable()
  }
  const fields = Object.keys(rows[0]).map((name) => [name, shapeOf(rows.map((row) => row[name]))])
  const row = z.object(Object.fromEntries(fields))
  return z.object({ code: z.number(), msg: z.string(), total: z.number(), rows: z.array(row) })
}

/** One line for each request in a file, as the product writes. */
function logRequests(server) {
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ method, route: routeOptions.url, status: reply.statusCode, ms })
    done()
  })
}

/** Fastify and nestjs-zod; with `checks` it hashes the session, checks its answer and logs the request, too. */
export async function startFastify(database, { checks = false } = {}) {
  const [{ FastifyAdapter }, nestjsZod, { z }] = await Promise.all([
    import('@nestjs/platform-fastify'),
    import('nestjs-zod'),
    import('zod'),
  ])
  const { createZodDto, ZodSerializerDto, ZodSerializerInterceptor, ZodValidationPipe } = nestjsZod
  const paging = z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).optional()
  const text = z.string().max(MAX_TEXT).optional()
  const shape = { pageNum: paging, pageSize: paging, projectName: text, meetingName: text, orgName: text }
  class ZodQuery extends createZodDto(
    z.strictObject({ ...shape, isAsc: z.enum(['asc', 'desc']).optional() }),
  ) {}
  const declareAnswer = checks
    ? ZodSerializerDto(createZodDto(answerShape(z, await database.page())))
    : undefined
  const logFile = () => join(mkdtempSync(join(tmpdir(), 'bench-http-')), 'log')
  const settings = checks ? { logger: { level: 'info', file: logFile() }, disableRequestLogging: true } : {}
  const app = await NestFactory.create(
    moduleOf(database, ZodQuery, { checks, ...(declareAnswer ? { declareAnswer } : {}) }),
    new FastifyAdapter(settings),
    { logger: ['error'] },
  )
  app.useGlobalPipes(new ZodValidationPipe())
  if (checks) {
    app.useGlobalInterceptors(new ZodSerializerInterceptor(app.get(Reflector)))
    logRequests(app.getHttpAdapter().getInstance())
  }
  return listen(app)
}

export const startFastifyWithChecks = (database) => startFastify(database, { checks: true })
