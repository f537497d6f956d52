import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The form encoding is allowed for routes that answer a file, which pages request by a form. */
    takesForm?: boolean
  }
}

/** Returns the fields of a form; a repeated field becomes a list. */
function fieldsOf(form: string): Record<string, unknown> {
  const fields = new Map<string, string | string[]>()
  for (const [key, value] of new URLSearchParams(form)) {
    const before = fields.get(key)
    fields.set(key, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(fields)
}

/** Parses `application/x-www-form-urlencoded` bodies of the routes that accept them. */
export function addFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (request: { routeOptions: { config: { takesForm?: boolean } } }, body: string | Buffer) => {
      if (!request.routeOptions.config.takesForm) throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
      return fieldsOf(String(body))
    },
  )
}
