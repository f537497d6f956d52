import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { coalesced } from './notifier.ts'

const AN_HOUR_MS = 3_600_000

test('HSE-25: what is asked for in the pause is done together, at once for whoever hurries, and before the end', async () => {
  let runs = 0
  const work = coalesced(async () => {
    runs += 1
    await turn()
  }, AN_HOUR_MS)
  const later = async () => {
    for (let each = 0; each < 5; each++) await turn()
    return runs
  }
  work.ask()
  work.ask()
  assert.equal(await later(), 1)
  work.ask()
  assert.equal(await later(), 1)
  work.hurry()
  assert.equal(await later(), 2)
  assert.equal(await later(), 2)
  work.ask()
  work.hurry()
  work.hurry()
  assert.ok((await later()) >= 3)
  const before = runs
  work.ask()
  await work.settled()
  assert.equal(runs, before + 1)
})

test('HSE-25: without a pause what is asked for during a run is one further run', async () => {
  let runs = 0
  const work = coalesced(async () => {
    runs += 1
    await turn()
  })
  for (let each = 0; each < 3; each++) work.ask()
  await work.settled()
  assert.equal(runs, 2)
})
