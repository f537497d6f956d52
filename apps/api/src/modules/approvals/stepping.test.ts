import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  awaited,
  isPassed,
  placeFor,
  present,
  stepsFor,
  type Candidate,
  type ChosenStep,
  type OwnedPolicy,
} from './stepping.ts'

const HISTORIES = 2000
const PEOPLE = 8
const ASKER = 1
const ADMIN = 99

/** Numbers that look random and are the same in each run. */
function dice(seed: number) {
  let state = seed
  return (sides: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >>> 8) % sides
  }
}

const some = (roll: (sides: number) => number, max: number): number[] => [
  ...new Set(Array.from({ length: roll(max) + 1 }, () => roll(PEOPLE) + 1)),
]

/** Steps that name persons, so that a plain reading of the policy says who has to decide. */
function randomPolicies(roll: (sides: number) => number): OwnedPolicy[] {
  const step = () => ({
    roles: [],
    persons: some(roll, 4),
    lead: false,
    need: roll(2) ? ('any' as const) : ('all' as const),
    amountFrom: roll(3) ? null : String(roll(1000)),
    category: roll(4) ? null : 'venue',
    dueDays: null,
    escalateTo: [],
  })
  const owners = [
    { ownerKind: 'platform' as const, ownerOrgId: null },
    { ownerKind: 'sponsor' as const, ownerOrgId: 7 },
    { ownerKind: 'executor' as const, ownerOrgId: 8 },
  ]
  return owners
    .filter(({ ownerKind }) => ownerKind === 'platform' || roll(2))
    .map((owner, policyId) => ({ ...owner, policyId, steps: Array.from({ length: roll(6) }, step) }))
}

const candidatesOf = (
  { persons, roles }: ChosenStep,
  absent: ReadonlyMap<number, number | null>,
): Candidate[] =>
  [...persons, ...(roles.length > 0 ? [ADMIN] : [])].map((userId) => ({
    userId,
    isAbsent: absent.has(userId),
    delegateUserId: absent.get(userId) ?? null,
  }))

/** Who decided which step of a request, until it ends or waits. */
function play(roll: (sides: number) => number) {
  const amount = String(roll(1000))
  const category = roll(2) ? 'venue' : 'meals'
  const policies = randomPolicies(roll)
  const steps = stepsFor({ kind: 'budgetChange', amount, category }, policies)
  const absent = new Map<number, number | null>()
  for (let turn = 0; turn < roll(3); turn++) {
    const delegate = roll(PEOPLE) + 1
    absent.set(roll(PEOPLE) + 1, absent.has(delegate) ? null : delegate)
  }
  const decided: { place: number; by: number; for: number }[] = []
  let place = 0
  let isRefused = false
  while (place < steps.length && !isRefused) {
    const step = steps[place]!
    const course = {
      askedBy: ASKER,
      decidedEarlier: new Set(decided.filter((each) => each.place !== place).map(({ by }) => by)),
      settledHere: new Set(decided.filter((each) => each.place === place).map((each) => each.for)),
    }
    const candidates = candidatesOf(step, absent)
    const [next, ...others] = present(candidates, course)
    const chosen = others.length > 0 && roll(2) ? others[roll(others.length)]! : next
    // Nobody is left: the main account is asked, which stands outside of the people here.
    const by = chosen ? (chosen.isAbsent ? chosen.delegateUserId! : chosen.userId) : ADMIN + 1 + place
    decided.push({ place, by, for: chosen?.userId ?? by })
    isRefused = roll(10) === 0
    course.settledHere.add(chosen?.userId ?? by)
    if (!isRefused && isPassed({ need: step.need, isFallback: !chosen }, candidates, course)) place += 1
  }
  return { policies, steps, decided, isApproved: !isRefused, absent, amount, category }
}

describe('APR-1, APR-3: steps against a plain reading of the policies', () => {
  it(`APR-3: in ${HISTORIES} random histories nothing is approved without what its policies ask for, and none is stuck`, () => {
    let approved = 0
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const { policies, steps, decided, isApproved, absent, amount, category } = play(dice(seed))
      const holding = ['executor', 'platform', 'sponsor'].flatMap((owner) =>
        policies
          .filter(({ ownerKind }) => ownerKind === owner)
          .flatMap((policy) => policy.steps)
          .filter((step) => step.amountFrom === null || Number(step.amountFrom) <= Number(amount))
          .filter((step) => step.category === null || step.category === category),
      )
      const asked = holding.map(({ persons }) => persons)
      assert.deepEqual(
        steps.map(({ persons }) => persons),
        asked.length > 0 ? asked : [[]],
        String(seed),
      )
      assert.ok(decided.every(({ by, for: whose }) => by !== ASKER && whose !== ASKER))
      for (const each of decided)
        assert.ok(!decided.some(({ by, place }) => by === each.by && place !== each.place))
      if (!isApproved) continue
      approved += 1
      for (const [place, { persons, need }] of steps.entries()) {
        const own = decided.filter((each) => each.place === place)
        assert.ok(own.length > 0, String(seed))
        if (need === 'any') continue
        const earlier = decided.filter((each) => each.place < place).map(({ by }) => by)
        const missing = persons.filter(
          (id) => id !== ASKER && !earlier.includes(id) && !own.some((each) => each.for === id),
        )
        // Only who is away and has nobody to decide is stood in for by the main account.
        assert.ok(
          missing.every((id) => absent.has(id)),
          String(seed),
        )
      }
    }
    assert.ok(approved > HISTORIES / 4)
  })

  it('APR-4: of one step at most 3 signers, in the order in which they were added', () => {
    assert.deepEqual(
      [
        placeFor([10, 20], 20, 'before'),
        placeFor([10, 19, 20], 20, 'before'),
        placeFor([20, 21], 20, 'after'),
      ],
      [19, 18, 22],
    )
    assert.equal(placeFor([19, 20, 21, 22], 20, 'after'), null)
    assert.equal(placeFor([9, 10, 11, 20], 20, 'after'), 21)
  })

  it('APR-5: an absent person is waited for, but only a delegate who may decide counts as there', () => {
    const course = { askedBy: ASKER, decidedEarlier: new Set([2]), settledHere: new Set<number>() }
    const away = (delegateUserId: number | null): Candidate => ({ userId: 5, isAbsent: true, delegateUserId })
    for (const [delegate, isThere] of [
      [6, true],
      [ASKER, false],
      [2, false],
      [null, false],
    ] as const) {
      assert.equal(present([away(delegate)], course).length > 0, isThere)
      assert.equal(awaited([away(delegate)], course).length, 1)
    }
  })
})
