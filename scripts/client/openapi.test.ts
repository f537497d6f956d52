import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '@consilium/contract/openapi.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { openApiDocument as recognitionDocument } from '../../apps/ocr/src/openapi.ts'

type Json = Record<string, unknown>
interface Document extends Json {
  paths: Record<string, Record<string, { responses: Record<string, { content: Json }> }>>
}

/** Returns the problems that Redocly's recommended rules report, with their places. */
async function problemsOf(source: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({
    source: JSON.stringify(source),
    absoluteRef: 'openapi.json',
    config,
  })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
}

/** Returns the places of properties and parameters without a description. */
function undescribed(node: unknown, place: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  const bare = (name: string, one: Json) => (one['description'] ? [] : [`${place} ${name}`])
  const here = Array.isArray(node)
    ? node.flatMap((one: Json) => (typeof one?.['in'] === 'string' ? bare(String(one['name']), one) : []))
    : Object.entries(((node as Json)['properties'] as Record<string, Json> | undefined) ?? {}).flatMap(
        ([name, one]) => bare(name, one),
      )
  const inner = Object.entries(node).filter(([key]) => !['example', 'examples'].includes(key))
  return [...here, ...inner.flatMap(([key, value]) => undescribed(value, `${place}/${key}`))]
}

const platform = openApiDocument({ serverUrl: '/api', version: '0' }) as unknown as Document
const recognition = recognitionDocument({ version: '0', secured: true }) as unknown as Document

describe('the OpenAPI documents', () => {
  for (const [name, one] of [
    ['of the platform', platform],
    ['of the recognition service', recognition],
  ] as const) {
    it(`${name} passes Redocly's recommended rules`, async () => assert.deepEqual(await problemsOf(one), []))

    it(`${name} describes every parameter and every property`, () =>
      assert.deepEqual(undescribed(one, ''), []))

    it(`${name} shows an example of every answer, including errors`, () => {
      for (const [path, methods] of Object.entries(one.paths))
        for (const { responses } of Object.values(methods))
          for (const [status, { content }] of Object.entries(responses)) {
            const json = content['application/json'] as { example?: unknown; examples?: Json } | undefined
            assert.ok(!json || json.example !== undefined || json.examples, `${path} ${status}`)
          }
    })
  }

  it('is written to files by a command', () => {
    const folder = mkdtempSync(join(tmpdir(), 'consilium-openapi-'))
    try {
      execFileSync(process.execPath, [fileURLToPath(new URL('./openapi.ts', import.meta.url)), folder], {
        stdio: 'ignore',
      })
      const written = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as Document
      assert.deepEqual(Object.keys(written.paths), Object.keys(platform.paths))
      assert.ok(readFileSync(join(folder, 'recognition.json'), 'utf8').includes('/recognize/invoice'))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
