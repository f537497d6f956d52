import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The form encoding is allowed for routes that answer a file, which pages request by a form. */
    takesForm?: boolean
  }
}

/** Limit of a form: the filters of an export, with some lists of ids. */
const FORM_MAX_BYTES = 64 * 1024
/** Fields of a form, each repetition counted. */
const FORM_FIELDS_MAX = 1000

/** Returns the fields of a form; a repeated field becomes a list. */
function fieldsOf(form: string): Record<string, unknown> {
  const fields = new Map<string, string[]>()
  const entries = new URLSearchParams(form)
  if (entries.size > FORM_FIELDS_MAX) throw new Refusal('BODY_TOO_LARGE')
  for (const [key, value] of entries) {
    const values = fields.get(key)
    if (values) values.push(value)
    else fields.set(key, [value])
  }
  return Object.fromEntries([...fields].map(([key, values]) => [key, values.length > 1 ? values : values[0]]))
}

/** Parses `application/x-www-form-urlencoded` bodies of the routes that accept them. */
export function addFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
    async (request: { routeOptions: { config: { takesForm?: boolean } } }, body: string | Buffer) => {
      if (!request.routeOptions.config.takesForm) throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
      return fieldsOf(String(body))
    },
  )
}
