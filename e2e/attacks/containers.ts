import { zip, zipClaiming } from '@consilium/archive/test/zip.ts'
import type { Attack, Target } from './attack.ts'
import { quickest, refused } from './expectations.ts'

const RECOGNIZE = '/business/meetingInvoice/recognize'
const UPLOAD = '/common/upload'
const NO_SUCH_MEETING = '999999999'
const MIB = 1024 * 1024
const REFUSED_WITHIN_MS = 100

const formOf = (field: string, name: string, bytes: Buffer): FormData => {
  const form = new FormData()
  form.append(field, new File([new Uint8Array(bytes)], name))
  return form
}

function recognition(meetingId: string, name: string, bytes: Buffer): FormData {
  const form = formOf('files', name, bytes)
  form.append('meetingId', meetingId)
  return form
}

/** Sends the request `times` times, one after another. */
async function repeat({ send }: Target, times: number, request: () => Parameters<Target['send']>[0]) {
  const answers = []
  for (let time = 0; time < times; time++) answers.push(await send(request()))
  return answers
}

/** A document with a hundred equally named parts that share one stream of 60 MiB. */
const sharedStream = zip([
  { name: '[Content_Types].xml', bytes: Buffer.alloc(60 * MIB) },
  ...Array.from({ length: 99 }, () => ({ name: '[Content_Types].xml', sharesWith: 0 })),
])

export const CONTAINER_ATTACKS: readonly Attack[] = [
  {
    id: 'SEC-1',
    title: 'a 128-byte ZIP that claims 40 million entries, for no meeting',
    attack: (target) =>
      repeat(target, 5, () => ({
        path: RECOGNIZE,
        body: recognition(NO_SUCH_MEETING, 'a.zip', zipClaiming(40_000_000n)),
      })),
    expect(answers) {
      refused(answers, 'NOT_FOUND')
      quickest(answers, REFUSED_WITHIN_MS)
    },
  },
  {
    id: 'SEC-1',
    title: 'the same ZIP as a document',
    attack: (target) =>
      repeat(target, 5, () => ({ path: UPLOAD, body: formOf('file', 'a.docx', zipClaiming(40_000_000n)) })),
    expect(answers) {
      refused(answers, 'FILE_TYPE_REFUSED', 'file')
      quickest(answers, REFUSED_WITHIN_MS)
    },
  },
  {
    id: 'SEC-2',
    title: 'a .docx of 100 parts of one name that share a stream of 60 MiB',
    attack: ({ send }) =>
      Promise.all(
        Array.from({ length: 5 }, () => send({ path: UPLOAD, body: formOf('file', 'a.docx', sharedStream) })),
      ),
    expect: (answers) => refused(answers, 'FILE_TYPE_REFUSED', 'file'),
  },
]
