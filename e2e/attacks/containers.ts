import type { Attack } from './attack.ts'
import { refused } from './expectations.ts'

const RECOGNIZE = '/business/meetingInvoice/recognize'
const NO_SUCH_MEETING = '999999999'

/** The end records of a ZIP64 that claims forty million entries, and nothing else. */
function millionsOfEntries(): Buffer {
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 0, 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(40_000_000n, 24)
  record.writeBigUInt64LE(40_000_000n, 32)
  record.writeBigUInt64LE(0n, 40)
  record.writeBigUInt64LE(0n, 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 0, 'latin1')
  locator.writeBigUInt64LE(BigInt(LOCAL_START.length), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.fill(0xff, 8, 20)
  return Buffer.concat([LOCAL_START, record, locator, end])
}
const LOCAL_START = Buffer.from('PK\x03\x04'.padEnd(30, '\0'), 'latin1')

function recognition(meetingId: string, name: string, bytes: Buffer): FormData {
  const form = new FormData()
  form.append('meetingId', meetingId)
  form.append('files', new File([new Uint8Array(bytes)], name))
  return form
}

export const CONTAINER_ATTACKS: readonly Attack[] = [
  {
    id: 'SEC-1',
    title: 'a 128-byte ZIP that claims 40 million entries, for no meeting',
    attack: async ({ send }) => [
      await send({ path: RECOGNIZE, body: recognition(NO_SUCH_MEETING, 'a.zip', millionsOfEntries()) }),
    ],
    expect: (answers) => refused(answers, 'NOT_FOUND'),
  },
]
