import { after, describe, it } from 'node:test'
import { openSession } from './attacks/session.ts'
import { ATTACKS } from './attacks/table.ts'

const session = await openSession()
after(() => session.close())

describe('attacks are refused, and others are still served', () => {
  for (const attack of ATTACKS)
    it(`${attack.id}: ${attack.title}`, async () => {
      const { failure } = await session.run(attack)
      if (failure) throw failure
    })
})
