// Engine: postgres
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { startApi } from '../harness.ts'

const SCRIPT = 'console.log("the app")'
const SHELL = '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><div id="root"></div>'
const BUILT: Record<string, string | Buffer> = {
  'index.html': SHELL,
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/index-abc.js': SCRIPT,
  'assets/index-abc.js.br': brotliCompressSync(SCRIPT),
  'assets/index-abc.js.gz': gzipSync(SCRIPT),
  'publicity/assets/page-abc.js': SCRIPT,
  'publicity/server.js': 'export {}',
  'publicity/manifest.json': '{}',
  '.vite/manifest.json': '{}',
}
const folder = mkdtempSync(join(tmpdir(), 'consilium-web-'))
for (const [path, content] of Object.entries(BUILT)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}
const api = await startApi({ env: { WEB_DIR: folder } })
after(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(api.app.url + path, { headers })
const asBrowser = (path: string) => get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
/** What the service answers to bytes that no client would send, until it closes the connection. */
const spoken = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(api.app.url)
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
    let heard = ''
    socket.setEncoding('utf8').on('data', (part: string) => (heard += part))
    socket.on('close', () => resolve(heard)).on('error', reject)
  })
const directive = (policy: string | null, name: string) =>
  policy
    ?.split('; ')
    .find((part) => part.startsWith(`${name} `))
    ?.slice(name.length + 1)

describe('the web app', () => {
  it('is served at the root and at every address of a page', async () => {
    for (const path of ['/', '/meetings/12?tab=attendees', '/login', '/api-help']) {
      const answer = await asBrowser(path)
      assert.equal(answer.status, 200, path)
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.match(await answer.text(), /id="root"/)
    }
    assert.equal((await fetch(`${api.app.url}/`, { method: 'HEAD' })).status, 200)
  })

  it('ASVS 3.4.6: no response may be shown in a frame', async () => {
    const admin = await api.admin()
    const bearer = { authorization: `Bearer ${admin.token}` }
    const paths = [
      '/',
      '/assets/index-abc.js',
      '/favicon.svg',
      '/health/live',
      '/api/docs/',
      '/api/openapi.json',
    ]
    for (const path of [...paths, '/api/nothing', '/api/getInfo', '/api/system/user/list?pageNum=x']) {
      const answer = await get(path, bearer)
      const policy = answer.headers.get('content-security-policy')
      assert.equal(directive(policy, 'frame-ancestors'), "'none'", path)
    }
  })

  it('is not served at addresses of the API or at those that only programs request', async () => {
    for (const path of ['/api/nothing', '/api', '/health/nothing', '/assets/gone-abc.js']) {
      const answer = await asBrowser(path)
      assert.equal(answer.status, 404, path)
      assert.equal(((await answer.json()) as { error: string }).error, 'ROUTE_NOT_FOUND')
    }
    assert.equal((await get('/meetings')).status, 404)
    assert.equal((await fetch(`${api.app.url}/meetings`, { method: 'POST' })).status, 404)
  })

  it('allows scripts of this origin only, and styles by a nonce of the response', async () => {
    const nonces = new Set<string>()
    for (let n = 0; n < 3; n++) {
      const answer = await asBrowser('/login')
      const policy = answer.headers.get('content-security-policy')
      const nonce = /'nonce-([A-Za-z0-9+/=]{22,})'/.exec(directive(policy, 'style-src') ?? '')?.[1] ?? ''
      assert.ok((await answer.text()).includes(`nonce="${nonce}"`))
      nonces.add(nonce)
      assert.equal(directive(policy, 'default-src'), "'none'")
      assert.equal(directive(policy, 'script-src'), "'self'")
      assert.equal(directive(policy, 'frame-ancestors'), "'none'")
      assert.equal(directive(policy, 'base-uri'), "'none'")
      assert.doesNotMatch(policy ?? '', /unsafe|\*|https?:/)
      assert.equal(answer.headers.get('cross-origin-opener-policy'), 'same-origin')
      assert.match(answer.headers.get('permissions-policy') ?? '', /camera=\(self\)/)
    }
    assert.equal(nonces.size, 3)
  })

  it('files with a content hash are cached permanently, compressed as the browser accepts', async () => {
    const answers: [string, string | null][] = [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ]
    for (const [accepted, encoding] of answers) {
      const answer = await get('/assets/index-abc.js', { 'accept-encoding': accepted })
      assert.equal(answer.headers.get('content-encoding'), encoding)
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.match(answer.headers.get('content-type') ?? '', /javascript/)
      assert.match(answer.headers.get('vary') ?? '', /accept-encoding/i)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(await answer.text(), SCRIPT)
    }
    assert.match((await get('/publicity/assets/page-abc.js')).headers.get('cache-control') ?? '', /immutable/)
    assert.equal((await get('/favicon.svg')).headers.get('cache-control'), 'public, max-age=3600')
  })

  it('serves only files that browsers need, and nothing outside the folder', async () => {
    for (const path of [
      '/.vite/manifest.json',
      '/publicity/server.js',
      '/publicity/manifest.json',
      '/assets/index-abc.js.br',
      '/assets/..%2f..%2findex.html',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/',
    ])
      assert.equal((await get(path)).status, 404, path)
  })
})

describe('every answer', () => {
  it('has nosniff, and no-store if it contains data', async () => {
    const answer = await api.raw('/getInfo')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('referrer-policy'), 'same-origin')
    assert.equal(answer.headers.get('strict-transport-security'), null)
  })

  it('ASVS 4.1.1: names the character set of its text', async () => {
    for (const path of ['/getInfo', '/unknown'])
      assert.equal((await api.raw(path)).headers.get('content-type'), 'application/json; charset=utf-8', path)
    assert.match((await asBrowser('/')).headers.get('content-type') ?? '', /^text\/html; charset=utf-8$/i)
  })

  it('ASVS 13.4.4: TRACE and other unknown methods are refused, and nothing comes back', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'PATCH']) {
      const answer = await spoken(
        `${method} /api/getInfo HTTP/1.1\r\nHost: x\r\nX-Secret: probe\r\nConnection: close\r\n\r\n`,
      )
      assert.match(answer, /^HTTP\/1\.1 4\d\d /, method)
      assert.ok(!answer.includes('probe'), method)
    }
  })

  it('ASVS 4.2.1: a message whose length is said in two ways is refused, and what follows it is not read', async () => {
    const smuggled = 'GET /api/getInfo HTTP/1.1\r\nHost: x\r\n\r\n'
    const ambiguous = [
      ['Content-Length: 4', 'Transfer-Encoding: chunked'],
      ['Content-Length: 4', 'Content-Length: 5'],
      ['Transfer-Encoding: chunked, identity'],
      ['Transfer-Encoding : chunked'],
      ['Content-Length: +4'],
    ]
    for (const headers of ambiguous) {
      const head = ['POST /api/login HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...headers]
      const answer = await spoken(`${head.join('\r\n')}\r\n\r\n0\r\n\r\n${smuggled}`)
      assert.match(answer, /^HTTP\/1\.1 400 /, headers.join())
      assert.equal(answer.match(/HTTP\/1\.1 /g)?.length, 1, headers.join())
    }
  })

  it('has HSTS if users connect by HTTPS', async () => {
    const other = await startApi({ env: { PUBLIC_URL: 'https://consilium.example' } })
    try {
      const answer = await other.raw('/getInfo')
      assert.match(answer.headers.get('strict-transport-security') ?? '', /^max-age=\d{8}/)
    } finally {
      await other.close()
    }
  })

  it('without a built app the root redirects to the API docs', async () => {
    const other = await startApi()
    try {
      assert.equal(other.app.servesWeb, false)
      const answer = await fetch(`${other.app.url}/`, { redirect: 'manual' })
      assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/api/docs/'])
      assert.equal((await fetch(`${other.app.url}/login`)).status, 404)
    } finally {
      await other.close()
    }
  })
})
