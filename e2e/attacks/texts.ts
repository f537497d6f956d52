import { workbookFile } from '@consilium/sheets/test/workbook-file.ts'
import type { Attack, Target } from './attack.ts'
import { orderly, refused } from './expectations.ts'
import { newExecutor } from './organizations.ts'

/** One character that Unicode NFKC expands to eighteen. */
const LONG_LIGATURE = '\ufdfa'
const HEADER = '姓名,手机号,用户名,部门,职务,角色,开户地区'

/** Imports a file into a new organization. */
async function importFile(target: Target, name: string, bytes: Buffer | string) {
  const { orgId } = await newExecutor(target)
  const form = new FormData()
  form.append('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name))
  return [await target.send({ path: `/business/person/executorImport?orgId=${orgId}`, body: form })]
}

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const rowOf = (...texts: string[]) => `<row>${texts.map(cell).join('')}</row>`

export const TEXT_ATTACKS: readonly Attack[] = [
  {
    id: 'SEC-3',
    title: 'a workbook with 40,000 open brackets in a header cell',
    attack: async (target) =>
      importFile(
        target,
        'a.xlsx',
        await workbookFile({ rows: rowOf(...HEADER.split(','), '('.repeat(40_000)) + rowOf('王') }),
      ),
    expect: orderly,
  },
  {
    id: 'SEC-3',
    title: 'a CSV file with 40,000 open brackets in a header cell',
    attack: (target) => importFile(target, 'a.csv', `${'('.repeat(40_000)},${HEADER}\n王`),
    expect: orderly,
  },
  {
    id: 'SEC-3',
    title: 'a workbook with two million U+FDFA in a phone cell',
    attack: async (target) =>
      importFile(
        target,
        'a.xlsx',
        await workbookFile({
          rows: rowOf(...HEADER.split(',')) + rowOf('王', LONG_LIGATURE.repeat(2_000_000)),
        }),
      ),
    expect: orderly,
  },
  {
    id: 'SEC-3',
    title: 'a CSV file with two million U+FDFA in a phone cell',
    attack: (target) => importFile(target, 'a.csv', `${HEADER}\n王,${LONG_LIGATURE.repeat(2_000_000)}`),
    expect: (answers) => refused(answers, 'SHEET_NOT_READABLE'),
  },
  {
    id: 'SEC-8',
    title: 'two braces and 2,000 spaces in the preview of a template, five times',
    attack: ({ send }) =>
      Promise.all(
        Array.from({ length: 5 }, () =>
          send({
            path: '/business/laborTemplate/preview',
            body: { templateName: '模板', content: `协议{{${' '.repeat(2000)}` },
          }),
        ),
      ),
    expect(answers) {
      for (const { status } of answers) if (status >= 500) throw new Error(`answered ${status}`)
      orderly(answers)
    },
  },
]
