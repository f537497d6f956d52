// Engine: postgres
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const FIELD = `  probeNote: written(
    { label: ['试填说明', 'Probe note'], text: 'A field of this test' },
    z.string().nullable(),
    f.optionalText(f.NOTE_MAX),
  ),
`

/** Declarations, the line before which each gets the field, the table, and the kind of record in the round trip. */
const RECORDS = [
  { file: 'meetings/meeting-record.ts', before: '  createTime: ', table: 'meeting', kind: 'meetings' },
  {
    file: 'attendees/attendee-record.ts',
    before: '  createTime: ',
    table: 'meeting_attendee',
    kind: 'attendees',
  },
  { file: 'experts/expert-record.ts', before: '  createTime: ', table: 'expert', kind: 'experts' },
  { file: 'projects/project-record.ts', before: '  createTime: ', table: 'project', kind: 'projects' },
  {
    file: 'invoices/invoice-record.ts',
    before: '  recognized: ',
    table: 'meeting_invoice',
    kind: 'records of the kind meetingInvoice',
  },
] as const

const copy = mkdtempSync(join(tmpdir(), 'consilium-new-field-'))
after(() => rmSync(copy, { recursive: true }))

const isKept = (path: string) => !path.includes('node_modules')

/** The API and its packages, with the packages of others as they are. */
function copyProduct(): void {
  for (const path of ['package.json', 'tsconfig.json', 'packages', 'apps/api'])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true, filter: isKept })
  const packages = new Map(
    globSync('{packages,apps}/*', { cwd: copy }).map((path) => [path.split('/')[1]!, join(copy, path)]),
  )
  mkdirSync(join(copy, 'node_modules/@consilium'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@consilium') symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name))
  for (const [name, path] of packages) {
    symlinkSync(path, join(copy, 'node_modules/@consilium', name))
    const own = path.replace(copy, ROOT) + '/node_modules'
    if (existsSync(own)) symlinkSync(own, join(path, 'node_modules'))
  }
}

function addFields(): void {
  for (const { file, before } of RECORDS) {
    const path = join(copy, 'packages/contract/src', file)
    const text = readFileSync(path, 'utf8')
    assert.equal(text.split(before).length, 2, `${file} has one line ${before}`)
    writeFileSync(path, text.replace(before, FIELD + before))
  }
  const columns = RECORDS.map(({ table }) => `alter table ${table} add column probe_note text`).join('; ')
  writeFileSync(
    join(copy, 'apps/api/migrations/9999_probe_note.ts'),
    `import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql\`${columns}\`.execute(db)
}
`,
  )
}

it('HSE-28: a migration and a line in its declaration are all that a new field needs to be written and read', () => {
  copyProduct()
  addFields()
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--test',
      '--test-reporter=tap',
      `--test-name-pattern=every field of (${RECORDS.map(({ kind }) => kind).join('|')}) is read`,
      'apps/api/test/round-trip.test.ts',
    ],
    { cwd: copy, encoding: 'utf8', env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
  )
  for (const { kind } of RECORDS)
    assert.match(stdout, new RegExp(`^ok \\d+ - HSE-28: every field of ${kind} is`, 'm'), stdout + stderr)
})
