// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { operations } from '@consilium/contract/routes.ts'
import { startApi } from './harness.ts'
import { openWorld, seasonClock } from './meeting-world.ts'
import { meetingKinds } from './round-trip/meetings.ts'
import { peopleKinds } from './round-trip/people.ts'
import { projectKinds } from './round-trip/projects.ts'
import { differencesOf, routesOf } from './round-trip/trip.ts'

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const admin = await api.admin()
const world = await openWorld(api)
const kinds = {
  ...(await peopleKinds(api, world.manager, admin)),
  ...(await projectKinds(api, world.manager)),
  ...(await meetingKinds(world)),
}

/** Routes of such a name whose body is no fields of a record, or whose fields are tested in a test of their own. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'passkey.create': 'The answer of an authenticator (passkeys.test.ts)',
  'passkey.createOptions': 'It has no fields',
  'projectPicture.create': 'A file that becomes a picture (pictures in projects)',
  'approvalPolicy.create': 'Steps, which approvals.test.ts reads back',
  'approval.createAbsence': 'An absence, which approvals.test.ts reads back',
  'gate.createPolicy': 'Rules, which gates.test.ts reads back',
  'cap.createPolicy': 'Caps and tiers, which caps.test.ts reads back',
  'bot.create': 'Sealed addresses and secrets (bots.test.ts)',
  'reminder.createRule': 'A rule, which reminders.test.ts reads back',
  'treatyRelief.create': 'treaty-reliefs.test.ts reads it back',
  'bankPreset.create': 'Columns, which own-presets.test.ts draws',
  'bankPreset.update': 'Columns, which own-preset-approvals.test.ts reads back',
  'paymentBatch.create': 'Lines of people who are due, which batches.test.ts reads back',
  'recognition.submit': 'Files, which recognition.test.ts reads back',
}

for (const [name, kind] of Object.entries(kinds))
  it(`HSE-28: every field of ${name} is read as it was written`, async () =>
    assert.deepEqual(await differencesOf(kind), []))

it('HSE-28: every route that makes or changes a record is among them', () => {
  const tried = new Set<string>(Object.values(kinds).flatMap(routesOf))
  const isOfRecord = (name: string) => /\.(create|update|submit)/.test(name)
  const left = operations.filter(({ name }) => isOfRecord(name) && !tried.has(name) && !(name in ELSEWHERE))
  assert.deepEqual(
    left.map(({ name }) => name),
    [],
  )
  assert.deepEqual(
    Object.keys(ELSEWHERE).filter((name) => tried.has(name) || operations.every((one) => one.name !== name)),
    [],
  )
})
