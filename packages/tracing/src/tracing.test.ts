import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, it } from 'node:test'
import { startCollector } from '../test/collector.ts'
import { tracingEnvironment, tracingOf, tracingSettings } from './settings.ts'
import { openTracing } from './open-tracing.ts'
import type { Tracing } from './tracing.ts'
import { z } from 'zod'

const SERVICE = { name: 'a-service', version: '1.0.0' }
const QUEUE = 40

const collector = await startCollector()
after(() => collector.close())

const openTo = (
  endpoint: string,
  given: { share?: number; queueMax?: number; warn?: (message: string) => void } = {},
): Promise<Tracing> => {
  const { share = 1, warn = () => {}, ...rest } = given
  return openTracing({
    settings: { endpoint, headers: { 'x-key': 'a key' }, share },
    service: SERVICE,
    warn,
    ...rest,
  })
}

it('tells spans with their parents, and failures by their code without the message', async () => {
  const tracing = await openTo(`${collector.url}/`)
  const failure = Object.assign(new Error('王晓明 is there twice'), { code: '23505' })
  await assert.rejects(
    tracing.inSpan('outer', {}, () =>
      tracing.inSpan('inner', { kind: 'client', attributes: { 'a.number': 3 } }, () =>
        Promise.reject(failure),
      ),
    ),
    failure,
  )
  await tracing.close()
  const inner = await collector.span('inner span', ({ name }) => name === 'inner')
  const outer = await collector.span('outer span', ({ name }) => name === 'outer')
  assert.deepEqual([inner.parentSpanId, inner.traceId, outer.parentSpanId], [outer.spanId, outer.traceId, ''])
  assert.deepEqual(inner.attributes, { 'a.number': 3, 'error.type': '23505' })
  assert.ok(inner.failed && outer.failed)
  assert.equal(inner.service, SERVICE.name)
  assert.equal(collector.headers()['x-key'], 'a key')
  assert.ok(!collector.text().includes('王晓明'))
})

it('goes on with the trace of whoever asked, and adds what was done elsewhere', async () => {
  const tracing = await openTo(collector.url)
  const asked = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
  const carrier = await tracing.inSpan('asked', { kind: 'server', from: asked }, async () => {
    tracing.add([{ name: 'elsewhere', from: Date.now() - 5, to: Date.now() }])
    return tracing.carrier()
  })
  assert.deepEqual(tracing.carrier(), {}, 'nothing is passed on outside of a span')
  await tracing.close()
  const span = await collector.span('asked span', ({ name }) => name === 'asked')
  assert.deepEqual(
    [span.traceId, span.parentSpanId],
    ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'],
  )
  assert.equal(carrier['traceparent'], `00-${span.traceId}-${span.spanId}-01`)
  const elsewhere = await collector.span('span from elsewhere', ({ name }) => name === 'elsewhere')
  assert.equal(elsewhere.parentSpanId, span.spanId)
})

it('tells nothing of what is outside of the share, here and in called processes', async () => {
  const tracing = await openTo(collector.url, { share: 0 })
  const carrier = await tracing.inSpan('left out', {}, async () => tracing.carrier())
  assert.match(carrier['traceparent'] ?? '', /-00$/)
  await tracing.close()
  assert.ok(collector.spans().every(({ name }) => name !== 'left out'))
})

it('keeps a bounded number of spans while the collector hangs, and is heard again afterwards', async () => {
  const slow = await startCollector()
  const warned: string[] = []
  const tracing = await openTo(slow.url, { queueMax: QUEUE, warn: (message) => warned.push(message) })
  const work = (name: string) => tracing.inSpan(name, {}, async () => {})
  slow.become('hangs')
  for (let n = 0; n < QUEUE; n++) await work('before')
  await slow.untilAsked(1)
  for (let n = 0; n < QUEUE * 50; n++) await work('meanwhile')
  slow.become('takes')
  await slow.span('span of the time when it hung', ({ name }) => name === 'meanwhile')
  await work('again')
  await slow.span('later span', ({ name }) => name === 'again')
  await tracing.close()
  const kept = slow.spans().filter(({ name }) => name === 'meanwhile').length
  assert.ok(kept <= QUEUE, `${kept} spans were kept`)
  assert.deepEqual(warned.length, 1, 'it is said once')
  await slow.close()
})

it('goes on without a collector, and closes', async () => {
  const warned: string[] = []
  const tracing = await openTo('http://127.0.0.1:9', { warn: (message) => warned.push(message) })
  assert.equal(await tracing.inSpan('unheard', {}, async () => 'done'), 'done')
  await tracing.close()
  assert.equal(warned.length, 1)
})

it('reads the settings of OpenTelemetry, and writes them for another process', () => {
  const read = (env: Record<string, string>) => tracingOf(z.object(tracingSettings).parse(env))
  assert.equal(read({}), null)
  assert.equal(read({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER_ARG: '0.5' }), null)
  const settings = read({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc=, x-tenant=1',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  })
  assert.deepEqual(settings, {
    endpoint: 'http://collector:4318',
    headers: { authorization: 'Bearer abc=', 'x-tenant': '1' },
    share: 0.25,
  })
  assert.deepEqual(read(tracingEnvironment(settings)), settings)
  for (const bad of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://collector' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'no pair' },
    { OTEL_TRACES_SAMPLER_ARG: '2' },
  ])
    assert.throws(() => read(bad as unknown as Record<string, string>), JSON.stringify(bad))
})

/** Imports a service in a process of its own and names what it loaded of the tracing libraries. */
function loadedBy(source: string): string[] {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
    ${source}
    console.log(JSON.stringify(loaded.filter((url) => /@opentelemetry\\/(?!api\\/)|tracing\\/src\\/otlp/.test(url))))`
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program]
  return JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', cwd: process.cwd() }),
  ) as string[]
}

it('loads its libraries only when it is on', () => {
  const services = ['apps/api/src/app.ts', 'apps/ocr/src/app.ts', 'apps/ocr/src/steps.ts']
  const imports = services.map(
    (file) => `await import(new URL(${JSON.stringify(file)}, 'file://' + process.cwd() + '/'))`,
  )
  const open = (settings: string) =>
    `const { openTracing } = await import(new URL('packages/tracing/src/open-tracing.ts', 'file://' + process.cwd() + '/'))
     await openTracing({ settings: ${settings}, service: { name: 'x', version: '1' }, warn() {} })`
  assert.deepEqual(loadedBy(`${imports.join(';')};${open('null')}`), [])
  const on = `{ endpoint: 'http://127.0.0.1:9', headers: {}, share: 1 }`
  assert.notDeepEqual(loadedBy(open(on)), [])
})
