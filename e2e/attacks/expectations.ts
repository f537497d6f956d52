import assert from 'node:assert/strict'
import type { Answered } from './attack.ts'

const told = (answer: Answered) => `answered ${JSON.stringify(answer)}`

const isClientError = ({ status }: Answered) => status >= 400 && status < 500

/** Every answer is a 4xx of the envelope with this error, naming the field where one is given. */
export function refused(answers: readonly Answered[], error: string, field?: string): void {
  assert.ok(answers.length > 0, 'the attack was answered')
  for (const answer of answers) {
    assert.ok(isClientError(answer), told(answer))
    assert.equal(answer.error, error, told(answer))
    if (field !== undefined) assert.ok(answer.fields.includes(field), told(answer))
  }
}

/** Every answer is a success, a 4xx of the envelope, or a 429 or 503 that says when to come again. */
export function orderly(answers: readonly Answered[]): void {
  assert.ok(answers.length > 0, 'the attack was answered')
  for (const answer of answers) {
    const isBusy = answer.status === 429 || answer.status === 503
    if (isBusy) assert.ok(answer.retryAfter !== null && answer.retryAfter > 0, told(answer))
    else assert.ok(answer.status >= 200 && answer.status < 500, told(answer))
    if (answer.status >= 400) assert.ok(answer.error !== null, told(answer))
  }
}

/** The fastest of several equal requests. Noise only adds time, so the minimum is the best estimate. */
export function quickest(answers: readonly Answered[], limitMs: number): void {
  const ms = Math.min(...answers.map((answer) => answer.ms))
  assert.ok(ms <= limitMs, `the quickest answer took ${Math.round(ms)} ms, more than ${limitMs}`)
}
