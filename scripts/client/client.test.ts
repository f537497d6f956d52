// Engine: postgres
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startApi } from '../../apps/api/test/harness.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM = `
import { createClient, CallFailed } from '@consilium/client'
import { accountRoutes } from '@consilium/client/accounts'
import { projectRoutes } from '@consilium/client/projects'
import document from '@consilium/client/openapi.json' with { type: 'json' }

const [, , baseUrl = '', username = '', password = ''] = process.argv
const session = await createClient({ baseUrl }).call(accountRoutes.login, { body: { username, password } })
const token: string = session.token
const client = createClient({ baseUrl, token, language: 'en' })
const { rows, total } = await client.call(projectRoutes.list, { query: { pageSize: 5 } })
const names: string[] = rows.map((row) => row.projectName)
// @ts-expect-error a project has no such field
const wrong = rows.map((row) => row.noSuchField)
const refused = await client
  .call(projectRoutes.get, { params: { projectId: 1 } })
  .then((project) => project.projectName)
  .catch((error: unknown) => (error instanceof CallFailed ? error.answer.error : 'another failure'))
console.log(JSON.stringify({ names, total, refused, wrong: wrong.length, openapi: document.openapi }))
`
const TYPES = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom'],
    types: ['node'],
    strict: true,
    noEmit: true,
    resolveJsonModule: true,
  },
  include: ['program.ts'],
}

const folder = mkdtempSync(join(tmpdir(), 'consilium-client-'))
const api = await startApi()
after(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Does what `npm install` of the tarball does, without a registry for zod. */
function install(tarball: string): void {
  const client = join(folder, 'node_modules/@consilium/client')
  mkdirSync(client, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', client, '--strip-components=1'])
  for (const name of ['zod', '@types', 'undici-types'])
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
}

it('HSE-23: another program can call the API with the packed client, which includes types and the OpenAPI file', async () => {
  const printed = execFileSync(process.execPath, [join(ROOT, 'scripts/client/client.ts'), folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  install(printed.trim())
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TYPES))
  // Several checkers repeat much work, and freeing memory takes as long as the check.
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['--project', folder, '--singleThreaded'], {
    stdio: 'inherit',
    env: { ...process.env, GOGC: '400' },
  })
  const { userName, password } = await api.admin()
  const program = [join(folder, 'program.ts'), api.baseUrl, userName, password]
  const { stdout } = await promisify(execFile)(process.execPath, program)
  assert.deepEqual(JSON.parse(stdout), {
    names: [],
    total: 0,
    refused: 'NOT_FOUND',
    wrong: 0,
    openapi: '3.1.0',
  })
})
