// Engine: postgres
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migratedDatabase } from '../../apps/api/test/db/test-engine.ts'
import { launchChromium } from '../../apps/office/test/chromium.ts'
import { watch } from '../../apps/office/test/page-watch.ts'
import { freePort } from '@consilium/test-kit/free-port.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PATIENCE_MS = 180_000
const POLL_MS = 100
const COPIED = ['apps', 'packages', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json']
/** Of a page of the office that opens without a session. */
const DOOR_TEXTS = 'apps/office/src/features/attendance/offline/texts.ts'
const HEALTH = 'apps/api/src/infra/http/metrics/health.ts'

/** A separate checkout, whose files the test can change. */
function copyOfCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'consilium-dev-'))
  const isSource = (path: string) => !/\/(?:node_modules|dist|dist\.draft|data)$/.test(path)
  for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter: isSource })
  for (const folder of ['', 'apps/api', 'apps/ocr', 'apps/office']) {
    const packages = join(ROOT, folder, 'node_modules')
    if (existsSync(packages)) symlinkSync(packages, join(copy, folder, 'node_modules'))
  }
  return copy
}

const copy = copyOfCheckout()
// The test is not about the first start.
const database = await migratedDatabase()
const port = await freePort()
const origin = `http://localhost:${port}`
const child = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', join(copy, 'scripts/dev.ts')],
  {
    cwd: copy,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: database.url,
      PORT: String(port),
      ADMIN_PASSWORD: 'admin-password',
      OCR_WORKERS: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  },
)
let printed = ''
for (const stream of [child.stdout, child.stderr])
  stream.on('data', (text: Buffer) => (printed += text.toString()))

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > deadline || child.exitCode !== null)
      assert.fail(`${what}; the command has printed:\n${printed}`)
    await delay(POLL_MS)
  }
}

function change(path: string, from: string, to: string): void {
  const text = readFileSync(join(copy, path), 'utf8')
  assert.ok(text.includes(from), `${path} has no ${from}`)
  writeFileSync(join(copy, path), text.replace(from, to))
}

const health = () =>
  fetch(`${origin}/health/live`).then(
    (answer) => answer.text(),
    () => '',
  )
const browser = await launchChromium()

before(() => until('it is not ready', () => printed.includes('Next:') && /^Web +\S+$/m.test(printed)))
after(async () => {
  await browser.close()
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
  await database.drop()
  rmSync(copy, { recursive: true, force: true })
})

it('HSE-20: npm run dev prints the address and the login', () => {
  assert.match(printed, new RegExp(`^Web +${origin}$`, 'm'))
  assert.match(printed, new RegExp(`^API +${origin}/api$`, 'm'))
  assert.match(printed, /^Log in as +admin/m)
  assert.match(printed, /^Recognition http:\/\/127\.0\.0\.1:\d+/m)
})

it('HSE-20: a changed text of the app reaches the open page, whose policy stays strict', async () => {
  const context = await browser.newContext({ locale: 'en' })
  const { faults } = await watch(context, { origin, expected: [] })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const answer = await page.goto(`${origin}/door/1`)
  const policy = answer?.headers()['content-security-policy'] ?? ''
  assert.match(policy, /default-src 'none'; script-src 'self' 'nonce-[^']+';/)
  assert.doesNotMatch(policy, /unsafe/)
  await page.getByRole('heading', { name: 'Offline sign-in' }).waitFor()
  change(DOOR_TEXTS, 'Offline sign-in', 'What the developer has just written')
  await page.getByText('What the developer has just written').waitFor()
  assert.deepEqual(faults(), [])
  await context.close()
})

it('HSE-20: a changed file of the API takes effect at the same address', async () => {
  assert.equal(await health(), '{"status":"ok"}')
  change(HEALTH, "{ status: 'ok' }", "{ status: 'changed' }")
  await until('the API was not restarted', async () => (await health()) === '{"status":"changed"}')
})

it('HSE-20: the public pages are served too, and those outside a session', async () => {
  const home = await fetch(origin, { redirect: 'manual', headers: { accept: 'text/html' } })
  assert.deepEqual([home.status, home.headers.get('location')], [303, '/login'])
  const login = await fetch(`${origin}/login`, { headers: { accept: 'text/html' } })
  assert.match(await login.text(), /<script type="module" src="\/expert\/assets\//)
  const answer = await fetch(`${origin}/publicity`)
  assert.equal(answer.status, 200)
  assert.match(await answer.text(), /<script type="module" src="\/publicity\/assets\//)
})
