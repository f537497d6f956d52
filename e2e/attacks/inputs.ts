import assert from 'node:assert/strict'
import { sealRoutes } from '@consilium/contract/signing/seals.ts'
import { UNREADABLE_KEYS, UNSUITABLE_KEYS } from '../../apps/api/test/input/hostile-keys.ts'
import { workbookFile, type WorkbookParts } from '@consilium/sheets/test/workbook-file.ts'
import { often } from '@consilium/test-kit/often.ts'
import type { Answered, Attack, Request, Target } from './attack.ts'
import { orderly } from './expectations.ts'
import { executorOf, newExecutor } from './organizations.ts'

const PROJECT = '/business/project'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
const MIB = 1024 * 1024
/** Below the limit of all headers, so that the service answers and not the parser of HTTP. */
const HEADER = 14_000
const DIGITS = '9'.repeat(1000)

/** The beginning of a text of one megabyte, and what makes it whole. */
const filled = (start: string, piece: string | ((index: number) => string), end: string) => {
  const pieces = [start]
  for (let index = 0, length = 0; length < MIB - 2000; index++) {
    const next = typeof piece === 'string' ? piece : piece(index)
    pieces.push(next)
    length += Buffer.byteLength(next)
  }
  return [...pieces, end].join('')
}

/** JSON of a megabyte in every shape that something once took long over. */
const BODIES = [
  filled('{', (index) => `"k${index}":1,`, '"end":1}'),
  // As many fields as are taken, each with a long name.
  `{${Array.from({ length: 4990 }, (_, index) => `"${'x'.repeat(195)}${index}":1`).join()}}`,
  `{${Array.from({ length: 4990 }, (_, index) => `"execAdminUserIds[${index}]":1`).join()}}`,
  filled('', '{"a":', ''),
  filled('', '[', ''),
  filled('{"execAdminUserIds":[', '1,', '1]}'),
  `{"execAdminUserIds":[${Array.from({ length: 9990 }, () => `"${'x'.repeat(95)}"`).join()}]}`,
  filled('{"execAdminUserIds":[', `${DIGITS},`, '1]}'),
  filled('{"orgId":', '9', '}'),
  filled('{"projectName":"', 'x', '"}'),
  filled('{"', 'x', '":1}'),
  filled('{"projectName":"', '\\ud83d', '"}'),
  filled('{"projectName":"', '\ufdfa', '"}'),
  filled('{"description":"', '\\"', '"}'),
  filled('{"startTime":"', ' ', '"}'),
]

const QUERIES = [
  Array.from({ length: 2000 }, (_, index) => `k${index}=1`).join('&'),
  Array.from({ length: 1500 }, (_, index) => `ids[${index % 9999}]=`).join('&'),
  `projectName=${'%EF%B7%BA'.repeat(HEADER / 9)}`,
  `pageNum=${'9'.repeat(HEADER)}`,
  `params${'[a]'.repeat(HEADER / 3)}=1`,
]

const HEADERS: Record<string, string>[] = [
  { 'accept-language': 'a-a,'.repeat(HEADER / 4) },
  { 'accept-language': `zh;q=0.${'9'.repeat(HEADER)}` },
  { cookie: 'a=1;'.repeat(HEADER / 4) },
  { 'x-forwarded-for': '1.1.1.1,'.repeat(HEADER / 8) },
  { 'idempotency-key': 'x'.repeat(HEADER) },
  { 'if-none-match': '"a",'.repeat(HEADER / 4) },
  { range: `bytes=${'0-0,'.repeat(HEADER / 4)}0-0` },
]

function formOfFields(count: number, bytes: number): FormData {
  const form = new FormData()
  for (let index = 0; index < count; index++) form.append(`meetingId${index}`, 'x'.repeat(bytes))
  return form
}

function* requests(): Generator<Request> {
  for (const body of BODIES) yield { path: PROJECT, body, headers: JSON_TYPE }
  // The same for exports, which take the filters of a list.
  for (const body of BODIES.slice(0, 3)) yield { path: `${PROJECT}/export`, body, headers: JSON_TYPE }
  yield { path: `${PROJECT}/export`, body: filled('', 'ids=1&', 'ids=1'), headers: FORM }
  yield { path: `${PROJECT}/export`, body: 'a=&'.repeat(21_000), headers: FORM }
  yield { path: `${PROJECT}/export`, body: filled('projectName=', '%41', ''), headers: FORM }
  for (const query of QUERIES) yield { method: 'GET', path: `${PROJECT}/list?${query}` }
  for (const headers of HEADERS) yield { method: 'GET', path: `${PROJECT}/list`, headers }
  for (const path of ['/common/upload', '/business/meetingInvoice/recognize']) {
    yield { path, body: formOfFields(900, 1000) }
    yield { path, body: formOfFields(1, MIB) }
  }
}

/** One after the other, so that each is measured by itself. */
async function inTurn({ send }: Target, all: Iterable<Request>): Promise<Answered[]> {
  const answers: Answered[] = []
  for (const request of all) answers.push(await send(request))
  return answers
}

async function importInto(target: Target, files: readonly (readonly [string, Buffer])[]) {
  const { orgId } = await newExecutor(target)
  return inTurn(
    target,
    files.map(([name, bytes]) => {
      const form = new FormData()
      form.append('file', new File([new Uint8Array(bytes)], name))
      return { path: `/business/person/executorImport?orgId=${orgId}`, body: form }
    }),
  )
}

const book = async (rows: string) => ['a.xlsx', await workbookFile({ rows })] as const

/** One after the other, since each takes hundreds of megabytes while it is made. */
async function builtInTurn(all: readonly (() => WorkbookParts)[]): Promise<(readonly [string, Buffer])[]> {
  const files: (readonly [string, Buffer])[] = []
  for (const make of all) files.push(['b.xlsx', await workbookFile(make())])
  return files
}

/** What the XML of a workbook may come to, but for the parts that every workbook has. */
const XML = 31 * MIB
/** A text of that size without a tag, which is refused, and one with a tag in each mebibyte. */
const huge = (piece: string) => piece.repeat(XML / Buffer.byteLength(piece))
const inRuns = (piece: string) =>
  `<a/>${piece.repeat(Math.floor((MIB - 100) / Buffer.byteLength(piece)))}`.repeat(31)
const sharedStrings = (strings: string) => ({
  rows: '<row/>',
  parts: { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` },
})

/** Workbooks as large as they may be unpacked, one for each part that is read and each kind of construct. */
const USUAL_BOOKS: readonly (() => WorkbookParts)[] = [
  () => ({ rows: inRuns('中') }),
  () => ({ rows: '<row><c t="s"><v>0</v></c></row>'.repeat(300_000), strings: [' '.repeat(99_000)] }),
  () => sharedStrings(`<si>${'<t>xxxxxxxx</t>'.repeat(900_000)}</si>`),
  () => ({
    rows: '<row/>',
    numberFormats: `<numFmt numFmtId="164" formatCode="${'0'.repeat(MIB - 100)}"/>`,
    formats: '<xf numFmtId="164"/>'.repeat(400_000),
  }),
  () => ({
    rows: '',
    parts: { 'xl/workbook.xml': `<workbook>${'<sheet name="a"/>'.repeat(1_900_000)}</workbook>` },
  }),
]

/** Further texts in the same constructs, and what is refused before much of it is read; a release tries them. */
const FURTHER_BOOKS: readonly (() => WorkbookParts)[] = [
  () => ({ rows: '<row/>'.repeat(10_000_000) }),
  () => ({ rows: `<a b="${huge('\n')}"/>` }),
  ...['x', '中', '😀', '\n', '\r\n', ']', `"'`].map((piece) => () => ({ rows: huge(piece) })),
  ...['x', '😀', ' '].map((piece) => () => ({ rows: inRuns(piece) })),
  () => ({ rows: `<${'x'.repeat(MIB - 100)}/>`.repeat(31) }),
  () => ({ rows: `<a b="${'x'.repeat(MIB - 100)}"/>`.repeat(31) }),
  () => ({ rows: `<a ${' '.repeat(MIB - 100)}/>`.repeat(31) }),
  () => ({ rows: `<!--${huge('- ')}-->` }),
  () => ({ rows: `<![CDATA[${huge('] ')}]]>` }),
  () => ({ rows: `<?a ${huge('? ')}?>` }),
  () => ({ rows: `<${huge('x')}/>` }),
  () => ({ rows: `<a ${huge('x')}=""/>` }),
  () => ({ rows: `<a b="${huge('x')}"/>` }),
  () => ({ rows: `<a ${huge(' ')}/>` }),
  () => ({ rows: `&${huge('x')};` }),
  () => ({ rows: '', parts: { 'xl/worksheets/sheet1.xml': `<!DOCTYPE a [${huge(`"'`)}]><worksheet/>` } }),
  () => ({ rows: '<row><c r="ZZ1" t="s"><v>0</v></c></row>'.repeat(300_000), strings: ['x'.repeat(99_000)] }),
  () => sharedStrings(`<si><t>${'_x0041_'.repeat(14_000)}</t></si>`.repeat(600)),
  () => sharedStrings('<si/>'.repeat(1_900_000)),
  () => ({
    rows: '',
    parts: {
      'xl/_rels/workbook.xml.rels': `<Relationships>${'<Relationship Id="x" Type="y" Target="z"/>'.repeat(600_000)}</Relationships>`,
    },
  }),
  () => ({
    rows: '<row/>',
    parts: Object.fromEntries(
      Array.from({ length: 1900 }, (_none, at) => [`xl/worksheets/s${at}.xml`, '<a/>']),
    ),
  }),
]

const USUAL_TABLES = [
  ','.repeat(15_000_000),
  '"'.repeat(20_000_000),
  `${'""'.repeat(40_000)}\n`.repeat(250),
  `${' '.repeat(90_000)}\n`.repeat(220),
]
const FURTHER_TABLES = ['\n'.repeat(20_000_000), `${'x'.repeat(90_000)}\n`.repeat(220)]

/** Inputs that are small to send and were long to read. */
export const INPUT_ATTACKS: readonly Attack[] = [
  {
    id: 'SEC-32',
    title:
      'a megabyte of fields, levels, items, text, halves of characters and digits, in every part of a request',
    attack: (target) => inTurn(target, requests()),
    expect: orderly,
  },
  {
    id: 'SEC-33',
    title: 'keys and certificates of every kind and size, as the seal of a new executor',
    async attack(target) {
      const { orgId, token } = await executorOf(target)
      const files = [...UNSUITABLE_KEYS, ...UNREADABLE_KEYS].map(([, bytes]) => bytes.toString('base64'))
      const { method, path } = sealRoutes.change
      const picture = 'data:image/png;base64,AAAA'
      return inTurn(
        target,
        files.map((keyFile) => ({
          method,
          path,
          token,
          body: { orgId, version: 0, picture, keeperName: '赵敏', keyFile },
        })),
      )
    },
    expect(answers) {
      orderly(answers)
      const names = new Set(answers.map(({ error }) => error))
      assert.deepEqual(names, new Set(['SEAL_KEY_UNSUITABLE', 'SEAL_KEY_UNREADABLE']))
    },
  },
  {
    id: 'SEC-37',
    title: 'workbooks and CSV files that are deep, wide and long, in every part and construct that is read',
    attack: async (target) =>
      importInto(target, [
        await book('<a>'.repeat(2_000_000)),
        await book(`<row ${Array.from({ length: 1_000_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
        await book(`<row>${'<c/>'.repeat(900_000)}</row>`),
        await book(`<row><c t="inlineStr"><is><t>${'&amp;'.repeat(12_000_000)}</t></is></c></row>`),
        ...(await builtInTurn([...USUAL_BOOKS, ...FURTHER_BOOKS.slice(0, often(0, FURTHER_BOOKS.length))])),
        ...[...USUAL_TABLES, ...FURTHER_TABLES.slice(0, often(0, FURTHER_TABLES.length))].map(
          (text) => ['a.csv', Buffer.from(text)] as const,
        ),
      ]),
    expect: orderly,
  },
]
