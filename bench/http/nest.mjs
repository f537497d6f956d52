/* eslint-disable import/no-unassigned-import, typescript/no-extraneous-class -- it is what NestJS asks for */
// NestJS 11 as its documentation writes it, with decorators called as functions, which is what they compile to.
import 'reflect-metadata'
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

function moduleOf(database, queryType) {
  class SessionGuard {
    async canActivate(context) {
      const request = context.switchToHttp().getRequest()
      return Boolean(request.headers.authorization && (await database.caller()))
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

/** Fastify and nestjs-zod. */
export async function startFastify(database) {
  const [{ FastifyAdapter }, { createZodDto, ZodValidationPipe }, { z }] = await Promise.all([
    import('@nestjs/platform-fastify'),
    import('nestjs-zod'),
    import('zod'),
  ])
  const paging = z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).optional()
  const text = z.string().max(MAX_TEXT).optional()
  const shape = { pageNum: paging, pageSize: paging, projectName: text, meetingName: text, orgName: text }
  class ZodQuery extends createZodDto(
    z.strictObject({ ...shape, isAsc: z.enum(['asc', 'desc']).optional() }),
  ) {}
  const app = await NestFactory.create(moduleOf(database, ZodQuery), new FastifyAdapter(), {
    logger: ['error'],
  })
  app.useGlobalPipes(new ZodValidationPipe())
  return listen(app)
}
