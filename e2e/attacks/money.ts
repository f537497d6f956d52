import assert from 'node:assert/strict'
import { batchRoutes } from '@consilium/contract/batches/batches.ts'
import { often } from '@consilium/test-kit/often.ts'
import type { Attack } from './attack.ts'
import { executorOf } from './organizations.ts'

const FILES = often(40, 200)
const FORBIDDEN = 403

/** Attacks on what is paid. */
export const MONEY_ATTACKS: readonly Attack[] = [
  {
    id: 'PAY-5',
    title: `${FILES} bank files by their numbers, asked for by an administrator, the account of a payer and nobody`,
    async attack(target) {
      const tokens = [target.adminToken, (await executorOf(target)).token, null]
      const asked = Array.from({ length: FILES }, (_none, index) => index + 1)
      const answers = []
      for (const token of tokens)
        answers.push(
          ...(await Promise.all(
            asked.map((batchId) =>
              target.send({ path: batchRoutes.download.path, token, body: { batchId, purpose: '核对' } }),
            ),
          )),
        )
      return answers
    },
    expect(answers) {
      assert.equal(answers.length, 3 * FILES)
      for (const { status } of answers) assert.ok([401, FORBIDDEN, 429].includes(status), String(status))
      assert.ok(answers.some(({ status }) => status === FORBIDDEN))
    },
  },
]
