import assert from 'node:assert/strict'
import { it } from 'node:test'
import { momentsIn } from '@consilium/contract/moments.ts'

it('a date in a text is kept whole in every form in which it is written', () => {
  for (const moment of [
    '2026-11-20',
    '2026-11-20 09:30',
    '2026-11-20\u00a009:30',
    '2026-11-20 09:30–11:30',
    '09:30-11:30',
    '2026年11月20日',
    '2026年11月20日 09:30',
    '2026年11月',
    '20 November 2026',
    '1 May 2026 at 09:30',
    'January 2027',
  ])
    assert.deepEqual(momentsIn(`(${moment}) ${moment}`), ['(', moment, ') ', moment, ''])
  for (const text of ['in May', 'Marching 2026', '2026', '1-2-3', null])
    assert.equal(momentsIn(text), undefined, String(text))
})
