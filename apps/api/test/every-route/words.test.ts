// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ROLE_LABELS } from '@consilium/contract/accounts/roles.ts'
import { PERSON_ROLE_LABELS } from '@consilium/contract/persons/persons.ts'
import { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { errorCatalogue, errorMessage, type ErrorName, type Language } from '@consilium/contract/errors.ts'
import { RULE_OWNER_LABELS } from '@consilium/contract/gates/rule-owners.ts'
import { DICTIONARY_LABELS } from '@consilium/contract/labels.ts'
import { dictionaryRoutes } from '@consilium/contract/dictionaries/dictionaries.ts'
import { operations, type Operation } from '@consilium/contract/routes.ts'
import { inLanguage } from '@consilium/contract/words.ts'
import { z } from 'zod'
import { startCallers } from '../callers.ts'
import { startApi } from '../harness.ts'
import type { JsonSchema } from '../input/schema-arbitrary.ts'

const api = await startApi()
after(() => api.close())
const { callerOf, admin } = await startCallers(api)

const LANGUAGES: readonly Language[] = ['zh-CN', 'en']
const UNKNOWN = 'surprise'
/** Addresses and file types are the same in every language. */
const UNTRANSLATED = /https?:\/\/|\.xlsx?|\.csv|CSV|Excel|UTF-8|GBK|PNG|1\.38E\+10|\w+@example\.com/g
const LABELS = [ROLE_LABELS, PERSON_ROLE_LABELS, RULE_OWNER_LABELS]
  .flatMap((labels) => Object.values(labels).map(({ en }) => en))
  // One of the contents that a column of a bank file may have is called `empty`.
  .concat('Must not be empty')
const CHINESE = /[㐀-鿿]/

const WRONG_IN_BODY: Readonly<Record<string, unknown>> = {
  'a number': 12.5,
  'a negative number': -1,
  'a number beyond all limits': 1e300,
  text: '¡no!',
  'NaN as text': 'NaN',
  'long text': 'x'.repeat(6000),
  'an empty text': '',
  'a control character': 'a\u0007b',
  'a flag': true,
  null: null,
  'a list': ['¡no!', null],
  'a long list': Array.from({ length: 300 }, (_, index) => index),
  'an object': { a: 1 },
}
const WRONG_IN_ADDRESS: readonly string[] = [
  '¡no!',
  'NaN',
  '-1',
  '1.5',
  '99999999999999999999',
  'x'.repeat(300),
]

const jsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema ? Object.keys(jsonSchema(schema).properties ?? {}) : []

/** Returns the values of all enums in a schema, as sent on the wire; flags are left out. */
function chosenValues({ enum: values = [], properties = {}, items, anyOf = [] }: JsonSchema): string[] {
  const inner = [...Object.values(properties), ...anyOf, ...(items ? [items] : [])]
  return [...values.map(String), ...inner.flatMap(chosenValues)].filter(
    (value) => /[A-Za-z]{2}/.test(value) && !['true', 'false'].includes(value),
  )
}

/** Returns what is wrong with the wording of a message; empty if nothing is. */
function faultOf(message: string, language: Language, values: readonly string[]): string {
  if (message.trim() === '') return 'says nothing'
  if (/\/\^|\^\\d|\\p\{|Invalid input|NaN|undefined|\{\w+\}/.test(message)) return 'is not for people'
  const unlabelled = LABELS.reduce((text, label) => text.replaceAll(label, ''), message)
  const key = values.find((value) => new RegExp(`(?<![\\w-])${value}(?![\\w-])`).test(unlabelled))
  if (key !== undefined) return `names the value ${key}`
  const told = message.replace(UNTRANSLATED, '')
  if (language === 'en') return CHINESE.test(told) ? 'is Chinese' : ''
  return !CHINESE.test(told) || /[A-Za-z]{2,}/.test(told) ? 'is not Chinese' : ''
}

async function ask({ name, route }: Operation, request: { url: string; body?: unknown }, language: Language) {
  const form = route.uploads && request.body ? new FormData() : null
  for (const [field, value] of Object.entries(form ? (request.body as object) : {}))
    form!.append(field, typeof value === 'string' ? value : JSON.stringify(value))
  const response = await api.raw(request.url, {
    method: route.method,
    ...(route.access === 'public' ? {} : { token: callerOf(name).token }),
    headers: {
      'accept-language': language,
      ...(request.body === undefined || form ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { body: form ?? JSON.stringify(request.body) }),
  })
  if (response.status < 400) return response.body?.cancel().then(() => null)
  return ErrorAnswer.parse(await response.json())
}

/** Requests of an operation with one invalid part: an address or a body in which every field is wrong. */
function wrongRequests({
  route,
}: Operation): { what: string; url: string; body?: unknown; refused: boolean }[] {
  const path = route.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name.endsWith('Type') ? 'none' : '1',
  )
  const params = fieldsOf(route.params).length === 0 ? [] : WRONG_IN_ADDRESS
  const query = ['GET', 'DELETE'].includes(route.method) || route.query ? WRONG_IN_ADDRESS : []
  const bodyFields = fieldsOf(route.body)
  // A list of reports of a provider has no fields that could be unknown.
  const bodies =
    route.body && !(route.body instanceof z.ZodArray)
      ? [
          ...Object.entries(WRONG_IN_BODY).map(
            ([what, value]) => [what, Object.fromEntries(bodyFields.map((field) => [field, value]))] as const,
          ),
          ['nothing', {}] as const,
        ]
      : []
  return [
    ...params.map((value) => ({
      what: `path ${value}`,
      url: route.path.replace(/\{(\w+)\}/g, encodeURIComponent(value)),
      refused: false,
    })),
    ...query.map((value) => ({
      what: `query ${value}`,
      url: `${path}?${new URLSearchParams([...fieldsOf(route.query), UNKNOWN].map((field): [string, string] => [field, value])).toString()}`,
      refused: true,
    })),
    ...bodies.map(([what, body]) => ({ what, url: path, body: { ...body, [UNKNOWN]: 1 }, refused: true })),
  ]
}

describe('messages for invalid input', () => {
  for (const operation of operations)
    it(`COR-13: ${operation.name} has readable messages in both languages`, async () => {
      const { route } = operation
      const properties = Object.assign(
        {},
        ...[route.params, route.query, route.body].map((schema) => schema && jsonSchema(schema).properties),
      ) as Record<string, JsonSchema>
      /** Returns the allowed values of the field that a message is about. */
      const valuesOf = (field: string) => {
        const property = properties[field] ?? properties[field.split('.')[0] ?? '']
        return property ? chosenValues(property) : []
      }
      // Fields of an address have fewer kinds, so that each wrong value is asked about in one of the languages.
      const requests = wrongRequests(operation).flatMap((request, at) =>
        (request.body ? LANGUAGES : LANGUAGES.filter((_language, place) => at % 2 === place)).map(
          async (language) => ({ request, language, answer: await ask(operation, request, language) }),
        ),
      )
      for (const { request, language, answer } of await Promise.all(requests)) {
        const where = `${request.what}, ${language}`
        if (request.refused) {
          assert.equal(answer?.error, 'VALIDATION_FAILED', where)
          assert.ok(
            answer.details?.some(({ field }) => field === UNKNOWN),
            `${where}: unknown fields are refused`,
          )
        }
        if (!answer) continue
        for (const { field, message } of [{ field: '(all)', message: answer.msg }, ...(answer.details ?? [])])
          assert.equal(faultOf(message, language, valuesOf(field)), '', `${where}: ${field}: ${message}`)
      }
    })

  it('COR-13: every pattern and every choice of the contract has its own message in both languages', () => {
    const without = new Set<string>()
    const look = (schema: z.core.$ZodType, where: string): void => {
      const def = schema._zod.def as unknown as Record<string, unknown> & {
        checks?: z.core.$ZodCheck[]
        error?: () => unknown
      }
      const hasWords = (error: unknown) =>
        typeof error === 'function' && inLanguage(String((error as () => unknown)()), 'en') !== undefined
      if (def['type'] === 'enum' && !hasWords(def.error)) without.add(`${where}: choice`)
      for (const check of def.checks ?? []) {
        const { format, error } = check._zod.def as { format?: string; error?: unknown; check: string }
        if ((format === 'regex' || check._zod.def.check === 'custom') && !hasWords(error))
          without.add(`${where}: ${format ?? 'rule'}`)
      }
      const inner = [
        ...Object.entries((def['shape'] as Record<string, z.core.$ZodType> | undefined) ?? {}),
        ...['innerType', 'in', 'out', 'element'].flatMap((key) =>
          def[key] ? [[where, def[key] as z.core.$ZodType] as const] : [],
        ),
        // The words of a union apply to all of its members.
        ...(def.error
          ? []
          : ((def['options'] as z.core.$ZodType[] | undefined) ?? []).map((one) => [where, one] as const)),
      ]
      for (const [name, schemaInside] of inner) look(schemaInside, `${where}.${name}`)
    }
    for (const { name, route } of operations)
      for (const schema of [route.params, route.query, route.body]) if (schema) look(schema, name)
    assert.deepEqual([...without], [])
  })

  it('COR-13: every error of the catalogue has readable messages in both languages', () => {
    for (const [name, { zh, en }] of Object.entries(errorCatalogue)) {
      const params = Object.fromEntries(
        [...`${zh}${en}`.matchAll(/\{(\w+)\}/g)].map(([, key]) => [
          key!,
          ['from', 'to', 'kind', 'roles', 'column', 'columns'].includes(key!)
            ? { 'zh-CN': '某某', en: 'something' }
            : 7,
        ]),
      )
      for (const language of LANGUAGES)
        assert.equal(
          faultOf(errorMessage(name as ErrorName, language, params), language, []),
          '',
          `${name} ${language}`,
        )
    }
  })

  it('COR-13: labels of the contract match the dictionaries', async () => {
    for (const [dictType, labels] of Object.entries(DICTIONARY_LABELS)) {
      const data = await admin.call(dictionaryRoutes.dataOfType, { params: { dictType } })
      assert.deepEqual(
        Object.fromEntries(
          data.map(({ dictValue, dictLabel, dictLabelEn }) => [
            dictValue,
            { 'zh-CN': dictLabel, en: dictLabelEn },
          ]),
        ),
        labels,
      )
    }
  })
})
