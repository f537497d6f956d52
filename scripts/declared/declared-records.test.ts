import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { attendeeRecord } from '@consilium/contract/attendees/attendee-record.ts'
import { DIMENSION_FIELDS } from '@consilium/contract/dimensions/carried-dimensions.ts'
import { dimensionRecord } from '@consilium/contract/dimensions/dimension-record.ts'
import { expertRecord } from '@consilium/contract/experts/expert-record.ts'
import { hospitalRecord } from '@consilium/contract/hospitals/hospital-record.ts'
import { INVOICE_READ_FIELDS } from '@consilium/contract/invoices/invoice-reading.ts'
import { invoiceRecord } from '@consilium/contract/invoices/invoice-record.ts'
import { meetingRecord } from '@consilium/contract/meetings/meeting-record.ts'
import { paymentRecord } from '@consilium/contract/payments/payment-record.ts'
import { projectRecord } from '@consilium/contract/projects/project-record.ts'
import type { AnyRecord } from '@consilium/contract/record.ts'
import { sourceOf, withoutPlace } from './declared-records.ts'

const ROOT = join(import.meta.dirname, '../..')

const CARRIED = Object.fromEntries(
  Object.values(DIMENSION_FIELDS).map(({ ids }) => [
    ids,
    'ProjectDimensions and MeetingDimensions have one for each',
  ]),
)

/** Declared records with the folder of the portal in which their forms are, and fields that no input writes. */
const RECORDS: readonly {
  record: AnyRecord
  folder: string
  withoutInput: Readonly<Record<string, string>>
}[] = [
  {
    record: meetingRecord,
    folder: 'apps/office/src/features/meetings',
    withoutInput: {
      execUserId: 'ExecutorField names it in a constant',
      ...CARRIED,
    },
  },
  {
    record: attendeeRecord,
    folder: 'apps/office/src/features/attendees',
    withoutInput: { meetingId: 'the page of the meeting says it' },
  },
  {
    record: expertRecord,
    folder: 'apps/office/src/features/experts',
    withoutInput: {
      auditStatus: 'AuditButton sets it',
      auditOpinion: 'AuditButton sets it',
      nationality: 'PersonalFactsFields has it',
      sex: 'PersonalFactsFields has it',
      birthDate: 'PersonalFactsFields has it',
      bankName: 'AccountFields has it',
      bankAccount: 'AccountFields has it',
      bankBranch: 'AccountFields has it',
      bankRegion: 'AccountFields has it',
      idCardAttachments: 'experts upload them in their profile',
    },
  },
  { record: dimensionRecord, folder: 'apps/office/src/features/dimensions', withoutInput: {} },
  { record: hospitalRecord, folder: 'apps/office/src/features/hospitals', withoutInput: {} },
  {
    record: projectRecord,
    folder: 'apps/office/src/features/projects',
    withoutInput: { orgId: 'the portal assigns sponsors and executors instead', ...CARRIED },
  },
  {
    record: invoiceRecord,
    folder: 'apps/office/src/features/invoices',
    withoutInput: Object.fromEntries(
      INVOICE_READ_FIELDS.map((name) => [name, 'InvoiceFields has one for each of them']),
    ),
  },
  {
    record: paymentRecord,
    folder: 'apps/office/src/features/payments',
    withoutInput: {
      attendeeId: 'the row of the list says it',
      netAmount: 'it is what the preview has shown',
    },
  },
]

test('HSE-28: every field that a declared record lets people write has its place in a form', () => {
  for (const { record, folder, withoutInput } of RECORDS)
    assert.deepEqual(
      withoutPlace(record, sourceOf(ROOT, folder)).toSorted(),
      Object.keys(withoutInput).toSorted(),
      folder,
    )
})

test('HSE-28: a text of the portal that names a declared field says what its label says', () => {
  for (const { record, folder } of RECORDS) {
    const texts = readFileSync(join(ROOT, folder, 'texts.ts'), 'utf8')
    const found = [...texts.matchAll(/^ {2}(\w+): \['([^']*)', '([^']*)'\],$/gm)].flatMap(
      ([, name = '', zh, en]) =>
        record.fields[name] && !zh?.includes('{{') ? [{ name, said: [zh, en] }] : [],
    )
    assert.ok(found.length > 0, folder)
    assert.deepEqual(
      found,
      found.map(({ name }) => ({ name, said: [...record.fields[name]!.label] })),
    )
  }
})
