// Engine: both
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { createClock } from '../../src/infra/clock.ts'
import { startApi } from '../harness.ts'
import { restoreArchive } from './releases.ts'
import { ANSWERS, RULES_BEFORE, rulesAnswered, type RuleAnswers } from './rule-answers.ts'

interface Recorded {
  accounts: { executor: string; password: string }
  answers: RuleAnswers
}

const TIME_ZONE = 'Asia/Shanghai'
let recordedMs = Date.now()
const started = Date.now()
const clock = createClock(TIME_ZONE, () => new Date(recordedMs + Date.now() - started))
const api = await startApi({ clock })
after(() => api.close())

it('SPN-2: an installation from before rules had owners answers every gate, cap and tier as before its upgrade', async () => {
  const { settings, read } = await restoreArchive(RULES_BEFORE, api)
  const { accounts, answers } = JSON.parse(await read(ANSWERS)) as Recorded
  recordedMs = Date.parse(answers.time) - (Date.now() - started)
  const app = await api.startNode(settings['DATABASE_URL'] ?? null, settings)
  try {
    const now = await rulesAnswered(app.url, answers.time, accounts)
    for (const part of Object.keys(answers) as (keyof RuleAnswers)[])
      assert.deepEqual(JSON.parse(JSON.stringify(now[part])), answers[part], part)
  } finally {
    await app.close()
  }
})
