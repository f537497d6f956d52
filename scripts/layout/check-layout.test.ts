import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RULES, checkLayout } from './rules.ts'
import { type SourceFile, readSource } from './source.ts'

const MAX_FUNCTION_LINES = 60
const MAX_LINES = 400

type Tree = Record<string, string>
/** Files added to the clean tree. The rule must report the last one, at its first line unless stated otherwise. */
type Probe = { rule: string; files: Tree; line?: number }

const MODULES = 'apps/api/src/modules'

/** A small tree that keeps every rule, with words in comments and strings that the rules must ignore. */
const CLEAN: Tree = {
  'packages/contract/src/fields.ts': `import { z } from 'zod'\nexport const Id = z.int()`,
  'packages/contract/src/paths.ts': `export const PATH = '/v1'\nexport const STAGES = ['a1']`,
  'packages/contract/src/projects.ts': `import { z } from 'zod'\nimport { Id } from './fields.ts'\nexport { Id }`,
  'apps/api/migrations/0001_start.ts': `import { sql } from 'kysely'\nawait sql\`insert into project select 1\``,
  'apps/api/src/config.ts': `export const port = process.env.PORT`,
  'apps/api/src/main.ts': `import fastify from 'fastify'\nimport './app.ts'`,
  'apps/api/src/app.ts': `import type { FastifyInstance } from 'fastify'\nimport './modules/projects/routes.ts'`,
  'apps/api/src/infra/db/pool.ts': `import pg from 'pg'\nimport { Kysely } from 'kysely'`,
  'apps/api/src/infra/http/server.ts': `import swagger from '@fastify/swagger'`,
  'apps/api/src/infra/log.ts': `// import x from 'fastify', process.env\nexport const text = "import y from 'kysely'"`,
  [`${MODULES}/operation-log/service.ts`]: `import { add } from './repository.ts'\nexport { add }`,
  [`${MODULES}/operation-log/repository.ts`]: `import { sql } from 'kysely'\ndb.insertInto('oper_log as l'); sql\`update "oper_log" set a = 1\``,
  [`${MODULES}/projects/routes.ts`]: `import { list } from './service.ts'\nimport type { FastifyInstance } from 'fastify'`,
  [`${MODULES}/projects/service.ts`]: `import { add } from '../operation-log/service.ts'\nimport { all } from './repository.ts'`,
  [`${MODULES}/projects/repository.ts`]: `import type { Db } from '../../infra/db/pool.ts'
    db.insertInto('project').onConflict((c) => c.doUpdateSet(x)); db.selectFrom('oper_log')
    sql\`insert into project values (1) on conflict do update set a = 2\``,
  [`${MODULES}/projects/assignment-repository.ts`]: `db.deleteFrom('project')`,
  [`${MODULES}/projects/policy.ts`]: `import type { Actor } from '../accounts/service.ts'
    import { type Project, STAGES } from '@consilium/contract/projects.ts'
    import { reachesAll } from '../../domain/actor.ts'
    import { table } from './states.ts' // async, await`,
  [`${MODULES}/projects/states.ts`]: `export const table = { draft: ['await'] }`,
  [`${MODULES}/projects/projects.test.ts`]: `import pg from 'pg'\nimport fastify from 'fastify'\nprocess.env.X`,
  [`${MODULES}/accounts/service.ts`]: `export type Actor = { id: number }`,
  [`${MODULES}/organizations/service.ts`]: `import { add } from '../persons/service.ts'`,
  [`${MODULES}/meetings/repository.ts`]: `db.insertInto('meeting'); db.selectFrom('project as p')`,
  [`${MODULES}/meetings/policy.ts`]: `export const isClosedTo = () => true`,
  [`${MODULES}/agreements/repository.ts`]: `db.insertInto('labor_agreement'); db.selectFrom('meeting_attendee')`,
  [`${MODULES}/attendees/repository.ts`]: `db.insertInto('meeting_attendee').execute()`,
  [`${MODULES}/attendees/policy.ts`]: `import { isClosedTo } from '../meetings/policy.ts'`,
  [`${MODULES}/meeting-workflow/service.ts`]: `import '../attendees/service.ts'\nimport '../meetings/service.ts'`,
  'apps/office/src/features/meetings/page.tsx': `import { F } from '../projects/field.tsx'\nimport '../../lib/a.ts'`,
  'apps/office/test/list.browser.test.ts': `import { startApi, PAGE_SIZE } from '@consilium/api/test/harness.ts'
    import { PATH } from '@consilium/contract/paths.ts'`,
  'apps/office/src/app/main.tsx': `import { z } from '@consilium/contract/fields.ts'\nconst a = <p>It's here</p>`,
  'apps/api/test/harness.ts': `import pg from 'pg'\nexport const PAGE_SIZE = 200\nprocess.env.TEST_DATABASE_URL`,
  'scripts/tool.ts': `process.env.HOME`,
  // As long as may be: comments and empty lines do not count, nor does a table that an arrow returns.
  'apps/ocr/src/long.ts': `export function f() {${'\na()\n\n// b'.repeat(MAX_FUNCTION_LINES - 2)}\n}
    export const g = () => [${'\n1,'.repeat(MAX_FUNCTION_LINES)}]`,
}

const PROBES: Probe[] = [
  {
    rule: 'only-commands-install',
    files: {
      'apps/ocr/test/a.test.ts': `import { installMissing } from '../../../scripts/install-packages.ts'`,
    },
  },
  {
    rule: 'only-commands-install',
    files: { 'scripts/a.test.ts': `await import('./install-packages.ts')` },
  },
  {
    rule: 'packages-are-installed-in-one-place',
    files: { 'e2e/a.test.ts': `\nexecFileSync('apt-get', ['install', 'procps'])` },
    line: 2,
  },
  {
    rule: 'contract-imports-zod-only',
    files: { 'packages/contract/src/a.ts': `import { test } from 'node:path'` },
  },
  {
    rule: 'contract-imports-zod-only',
    files: { 'packages/contract/src/a.ts': `export * from '../../archive/src/zip.ts'` },
  },
  {
    rule: 'infra-imports-no-module',
    files: { 'apps/api/src/infra/a.ts': `\nimport('../modules/operation-log/service.ts')` },
    line: 2,
  },
  {
    rule: 'apps-stand-alone',
    files: { 'apps/office/src/lib/a.ts': `import type { A } from '../../../api/src/app.ts'` },
  },
  {
    rule: 'apps-stand-alone',
    files: { 'apps/office/src/lib/a.ts': `import type { A } from '@consilium/api/app.ts'` },
  },
  {
    rule: 'apps-stand-alone',
    files: { 'apps/office/src/lib/a.ts': `import { startApi } from '@consilium/api/test/harness.ts'` },
  },
  {
    rule: 'apps-stand-alone',
    files: { 'apps/office/test/a.test.ts': `import { startApi } from '../../api/test/harness.ts'` },
  },
  {
    rule: 'apps-stand-alone',
    files: { 'packages/archive/src/a.ts': `import '../../../apps/ocr/src/app.ts'` },
  },
  {
    rule: 'web-layers',
    files: { 'apps/office/src/features/projects/a.tsx': `import type { P } from '../../app/pages.ts'` },
  },
  {
    rule: 'web-layers',
    files: { 'apps/office/src/lib/a.ts': `import('../components/notify.ts')` },
  },
  {
    rule: 'web-layers',
    files: { 'apps/office/src/features/projects/a.tsx': `import { B } from '../meetings/b.tsx'` },
  },
  {
    rule: 'web-layers',
    files: { 'apps/office/src/publicity/a.tsx': `import { B } from '../lib/b.ts'` },
  },
  {
    rule: 'web-layers',
    files: { 'apps/office/src/kitchen/a.tsx': `import { B } from '../lib/b.ts'` },
  },
  {
    rule: 'no-import-circles',
    files: {
      'packages/contract/src/b.ts': `export const b = 1\nimport { c } from './c.ts'`,
      'packages/contract/src/c.ts': `export const c = 1\n\nimport type { b } from './b.ts'`,
    },
    line: 3,
  },
  {
    rule: 'fastify-at-the-edge',
    files: { [`${MODULES}/operation-log/service.ts`]: `import type {\n A,\n B } from 'fastify'` },
    line: 3,
  },
  {
    rule: 'fastify-at-the-edge',
    files: { 'apps/api/src/infra/log.ts': `import x from "@fastify/multipart"` },
  },
  {
    rule: 'database-driver-in-repositories',
    files: { [`${MODULES}/operation-log/service.ts`]: `import type { Kysely } from 'kysely'` },
  },
  {
    rule: 'database-driver-in-repositories',
    files: { 'apps/api/src/infra/log.ts': `const pg = require('pg')` },
  },
  {
    rule: 'queries-in-repositories',
    files: { [`${MODULES}/operation-log/service.ts`]: `db\n  .selectFrom('oper_log')` },
    line: 2,
  },
  {
    rule: 'queries-in-repositories',
    files: { [`${MODULES}/operation-log/service.ts`]: 'await sql<Row>`select 1`' },
  },
  {
    rule: 'private-members-of-pg',
    files: { 'apps/api/src/infra/db/a.ts': `\nconst isKnown = client.connection.parsedStatements[name]` },
    line: 2,
  },
  {
    rule: 'private-members-of-pg',
    files: { 'apps/api/src/infra/db/a.ts': `import { serialize } from 'pg-protocol/dist/serializer.js'` },
  },
  { rule: 'environment-in-config', files: { 'apps/api/src/infra/a.ts': `const a = process.env.A` } },
  { rule: 'environment-in-config', files: { 'apps/api/src/infra/a.ts': `const a = process['env'].A` } },
  { rule: 'environment-in-config', files: { 'packages/contract/src/a.ts': `const { env } = process` } },
  {
    rule: 'environment-in-config',
    files: { 'apps/api/src/infra/a.ts': 'const a = `${`x`} ${process.env.A}`' },
  },
  {
    rule: 'environment-not-imported',
    files: { 'apps/api/src/infra/a.ts': `import { env } from 'node:process'` },
  },
  {
    rule: 'modules-import-lower-modules',
    files: { [`${MODULES}/operation-log/service.ts`]: `import '../accounts/service.ts'` },
  },
  {
    rule: 'modules-import-lower-modules',
    files: { [`${MODULES}/operation-log/service.ts`]: `import type { F } from '../files/service.ts'` },
  },
  {
    rule: 'modules-import-lower-modules',
    files: { [`${MODULES}/experts/service.ts`]: `import '../persons/service.ts'` },
  },
  {
    rule: 'modules-import-lower-modules',
    files: { [`${MODULES}/projects/service.ts`]: `import '../operation-log/policy.ts'` },
  },
  {
    rule: 'modules-import-lower-modules',
    files: { [`${MODULES}/agreements/service.ts`]: `import '../attendees/service.ts'` },
  },
  {
    rule: 'modules-import-lower-modules',
    files: { [`${MODULES}/projects/policy.ts`]: `import { isClosedTo } from '../meetings/policy.ts'` },
  },
  {
    rule: 'infra-imports-no-module',
    files: { 'apps/api/src/infra/a.ts': `import type { Actor } from '../domain/actor.ts'` },
  },
  {
    rule: 'infra-imports-no-module',
    files: { 'apps/api/src/infra/db/a.ts': `import type { Context } from '../../context.ts'` },
  },
  {
    rule: 'domain-imports-no-module',
    files: { 'apps/api/src/domain/a.ts': `import type { F } from '../modules/files/service.ts'` },
  },
  {
    rule: 'readers-stand-above-modules',
    files: { [`${MODULES}/meetings/telling.ts`]: `import { createReaders } from '../../readers/readers.ts'` },
  },
  {
    rule: 'readers-use-services',
    files: {
      'apps/api/src/readers/a/reader.ts': `import { add } from '../../modules/projects/repository.ts'`,
    },
  },
  {
    rule: 'reads-stay-below',
    files: {
      [`${MODULES}/meetings/stage-repository.ts`]: `db.selectFrom('meeting as m')\n  .innerJoin(['meeting_attendee as t'])`,
    },
    line: 2,
  },
  {
    rule: 'reads-stay-below',
    files: {
      [`${MODULES}/projects/score-repository.ts`]: '\nsql`select (select count(*) from meeting m) as n`',
    },
    line: 2,
  },
  {
    rule: 'records-are-read-as-facts',
    files: {
      [`${MODULES}/projects/facts-repository.ts`]: `part.selectFrom('project_sponsor').select(['project_id'])`,
      [`${MODULES}/meetings/score-repository.ts`]: `\ndb.selectFrom('project_sponsor as s')`,
    },
    line: 2,
  },
  {
    rule: 'records-are-read-as-facts',
    files: {
      [`${MODULES}/projects/facts-repository.ts`]: `part.selectFrom('project_sponsor').select(['project_id'])`,
      [`${MODULES}/meetings/score-repository.ts`]:
        'sql`select from meeting m join project_sponsor s using (project_id)`',
    },
  },
  { rule: 'modules-are-known', files: { [`${MODULES}/kitchen/service.ts`]: `export const a = 1` } },
  { rule: 'modules-are-known', files: { [`${MODULES}/all.ts`]: `export const a = 1` } },
  {
    rule: 'pure-files-import-types',
    files: { [`${MODULES}/projects/policy.ts`]: `import { list } from './service.ts'` },
  },
  {
    rule: 'pure-files-import-types',
    files: { [`${MODULES}/projects/states.ts`]: `import type { A } from 'node:fs'` },
  },
  {
    rule: 'pure-files-import-types',
    files: { [`${MODULES}/projects/states.ts`]: `import { type A, b } from '../../context.ts'` },
  },
  {
    rule: 'pure-files-import-types',
    files: { [`${MODULES}/projects/policy.ts`]: `import { log } from '../../infra/log.ts'` },
  },
  {
    rule: 'pure-files-do-nothing',
    files: { 'apps/api/src/domain/actor.ts': `export const may = () => fetch('/')` },
  },
  {
    rule: 'pure-files-do-nothing',
    files: { [`${MODULES}/projects/policy.ts`]: `export const may = async () => true` },
  },
  {
    rule: 'pure-files-do-nothing',
    files: { [`${MODULES}/projects/states.ts`]: `export const now = () => Date.now()` },
  },
  {
    rule: 'routes-import-no-repository',
    files: { [`${MODULES}/projects/routes.ts`]: `import { all } from './repository.ts'` },
  },
  { rule: 'no-barrels', files: { 'packages/contract/src/index.ts': `export * from './fields.ts'` } },
  { rule: 'no-barrels', files: { 'apps/office/src/features/index.tsx': `export const a = 1` } },
  { rule: 'names-say-something', files: { 'apps/api/src/infra/utils/dates.ts': `export const a = 1` } },
  { rule: 'names-say-something', files: { 'apps/api/test/helpers.ts': `export const a = 1` } },
  { rule: 'names-say-something', files: { 'scripts/common.test.ts': `export const a = 1` } },
  { rule: 'imports-are-declared', files: { 'packages/tracing/src/a.ts': `import sharp from 'sharp'` } },
  { rule: 'imports-are-declared', files: { 'apps/api/src/infra/a.ts': `import { test } from 'fast-check'` } },
  { rule: 'imports-are-declared', files: { 'e2e/a.ts': `import Fastify from 'fastify'` } },
  {
    rule: 'folders-fit-a-listing',
    files: Object.fromEntries(
      Array.from({ length: 26 }, (_, at) => [`bench/rows/row-${String(at).padStart(2, '0')}.ts`, 'a()']),
    ),
  },
  { rule: 'files-are-short', files: { 'scripts/long.ts': 'a()\n'.repeat(MAX_LINES + 1) } },
  {
    rule: 'functions-fit-a-screen',
    files: { 'apps/ocr/src/a.ts': `\n\nexport const f = () => {${'\na()'.repeat(MAX_FUNCTION_LINES)}\n}` },
    line: 3,
  },
  {
    rule: 'functions-fit-a-screen',
    files: { 'packages/contract/src/a.ts': `const a = { f() {${'\na()'.repeat(MAX_FUNCTION_LINES)} } }` },
  },
  {
    rule: 'limits-are-numbers-in-tests',
    files: {
      'packages/contract/src/limits.ts': `export const TRIES: number = 5`,
      'apps/api/test/a.test.ts': `\nimport { TRIES } from '@consilium/contract/limits.ts'`,
    },
    line: 2,
  },
  {
    rule: 'limits-are-numbers-in-tests',
    files: {
      [`${MODULES}/accounts/codes.ts`]: `export const CODE_SECONDS = (CODE_MINUTES + 1) * 60`,
      [`${MODULES}/accounts/codes.test.ts`]: `import { CODE_SECONDS, check } from './codes.ts'`,
    },
  },
  {
    rule: 'limits-are-numbers-in-tests',
    files: { 'apps/api/test/meeting-world.ts': `export { AMOUNT_MAX } from '../src/amounts.ts'` },
  },
  {
    rule: 'limits-are-numbers-in-tests',
    files: { 'e2e/attacks/a.ts': `import { ROWS_MIN as least } from '../../apps/api/src/rows.ts'` },
  },
]

const check = (tree: Tree) => {
  const files: SourceFile[] = Object.entries(tree).map(([path, text]) => ({ path, text }))
  return checkLayout(files)
}

const importsOf = (text: string) => readSource({ path: 'apps/api/src/a.ts', text }).imports

test('a tree that keeps the rules passes', () => {
  assert.deepEqual(check(CLEAN), [])
})

for (const { rule, files, line = 1 } of PROBES) {
  const path = Object.keys(files).at(-1) ?? ''
  test(`${rule} finds ${path}: ${files[path]?.slice(0, 60)}`, () => {
    const found = check({ ...CLEAN, ...files }).map((violation) => ({ ...violation, message: '' }))
    assert.deepEqual(found, [{ path, line, rule, message: '' }])
  })
}

for (const write of [
  `db.insertInto('oper_log')`,
  `db.updateTable("oper_log as o")`,
  'db\n.deleteFrom(`oper_log`)',
  'sql`INSERT INTO "oper_log" values (1)`',
  'sql`update public.oper_log o set a = 1`',
  'sql`delete\n from oper_log`',
]) {
  test(`one-writer-per-table finds a second module's ${write}`, () => {
    const path = `${MODULES}/projects/repository.ts`
    const found = check({ ...CLEAN, [path]: write })
    assert.deepEqual([...new Set(found.map(({ rule }) => rule))], ['one-writer-per-table'])
    assert.ok(
      found.some(
        (violation) => violation.path === path && /oper_log.*operation-log.*projects/.test(violation.message),
      ),
    )
  })
}

test('HSE-38: each rule has a probe, and so has what infra may import', () => {
  const probed = new Set([...PROBES.map(({ rule }) => rule), 'one-writer-per-table'])
  assert.deepEqual(
    RULES.map(({ id }) => id).filter((id) => !probed.has(id)),
    [],
  )
})

test('HSE-32: a folder may hold 25 files, and as many migrations as there are', () => {
  const full = (folder: string, count: number): Tree =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/row-${at}.ts`, 'a()']))
  assert.deepEqual(check({ ...full('bench/rows', 25), ...full('bench/rows/wide', 25) }), [])
  assert.deepEqual(check(full('apps/api/migrations', 90)), [])
})

test('generated files and tests may be long', () => {
  const long = 'a()\n'.repeat(MAX_LINES + 1)
  assert.deepEqual(check({ 'apps/api/src/a.test.ts': long, 'apps/office/src/tree.gen.ts': long }), [])
})

test('imports are found after exports, across lines and without semicolons', () => {
  const found = importsOf(
    `export { a }\nimport b from './b.ts'\nexport const c = 1\nexport type {\n D\n} from './d.ts'`,
  )
  assert.deepEqual(
    found.map(({ target, typeOnly, line }) => ({ target, typeOnly, line })),
    [
      { target: 'apps/api/src/b.ts', typeOnly: false, line: 2 },
      { target: 'apps/api/src/d.ts', typeOnly: true, line: 6 },
    ],
  )
})

test('imports in comments, strings, templates and regular expressions are not found', () => {
  const text = [
    `// import a from 'a'`,
    `/* import b from 'b' */`,
    `const c = "import c from 'c'"`,
    "const d = `import d from 'd' ${`import 'e'`} import('f')`",
    `const g = /import '[/]g'/`,
    `const h = a / b; import('h') / 2`,
    `const i = "\\"" + 'import "i"'`,
  ].join('\n')
  assert.deepEqual(
    importsOf(text).map(({ spec }) => spec),
    ['h'],
  )
})

test('imports of types, dynamic imports, require and re-exports are found with their names', () => {
  const text = [
    `import a, { type b as c } from 'b'`,
    `import d, * as e from 'd'`,
    `import type f from 'f'`,
    `import { g, type h } from 'g'`,
    `export * from 'i'`,
    `export type * from 'j'`,
    `export { k as l } from 'k'`,
    'await import(`m`)',
    `type N = import('n').N`,
    `import o = require('o')`,
    `const p = require('p')`,
    `import 'q'`,
  ].join('\n')
  assert.deepEqual(
    importsOf(text).map(({ spec, names, typeOnly }) => [spec, names, typeOnly]),
    [
      ['b', ['b'], false],
      ['d', [], false],
      ['f', [], true],
      ['g', ['g', 'h'], false],
      ['i', [], false],
      ['j', [], true],
      ['k', ['k'], false],
      ['m', [], false],
      ['n', [], true],
      ['o', [], false],
      ['p', [], false],
      ['q', [], false],
    ],
  )
})

test('code has no comments, and bare code no content of strings, templates, patterns and JSX text', () => {
  const text = "const a = <p b='c'>It's {`d${e}f`}</p> // g\nconst h = /i/g /* j */"
  const { code, bare } = readSource({ path: 'apps/office/src/a.tsx', text })
  assert.equal(code, "const a = <p b='c'>It's {`d${e}f`}</p>     \nconst h = /i/g        ")
  assert.equal(bare, "const a = <p b=' '>     {` ${e} `}</p>     \nconst h = /  g        ")
})

test('a file that cannot be parsed fails the check', () => {
  assert.throws(() => check({ 'scripts/a.ts': 'import { a from' }), /scripts\/a\.ts/)
})
