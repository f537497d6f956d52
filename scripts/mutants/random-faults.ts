import type { Fault } from './fault.ts'

const MODULES = 'apps/api/src/modules'
const HOLDING = `${MODULES}/caps/holding.ts`
const PERSON_CAPS = `${MODULES}/caps/person-caps.test.ts`
const STEPPING = `${MODULES}/approvals/stepping.ts`
const DELEGATES = `${MODULES}/approvals/delegates.test.ts`
const APPROVING = `${MODULES}/batches/approving.ts`
const BATCHES = `${MODULES}/batches/batches.test.ts`
const AMENDING = `${MODULES}/agreements/amending.ts`
const AMENDMENTS = `${MODULES}/agreements/amendment-decisions.test.ts`

/** Faults that were drawn at random and that no test had noticed. */
export const RANDOM_FAULTS: readonly Fault[] = [
  {
    id: 'CAP-6',
    means: 'accounts of one person are paid beyond a cap while another cap holds',
    file: HOLDING,
    from: 'appliedCaps(policies, one).some((applied) => {\n    const used',
    to: 'appliedCaps(policies, one).every((applied) => {\n    const used',
    test: PERSON_CAPS,
  },
  {
    id: 'CAP-6',
    means: 'what one account is beyond a later cap by itself is not paid',
    file: HOLDING,
    from: ' && used.gt(usedOf(applied, own, one.day))',
    to: '',
    test: PERSON_CAPS,
  },
  {
    id: 'APR-5',
    means: 'a record that waits names the absent person and not the delegate',
    file: STEPPING,
    from: 'isAbsent && delegateUserId !== null && isFree(delegateUserId, course) ? delegateUserId : userId',
    to: 'userId',
    test: DELEGATES,
  },
  {
    id: 'APR-5',
    means: 'a record that waits names a delegate who decided an earlier step',
    file: STEPPING,
    from: 'isAbsent && delegateUserId !== null && isFree(delegateUserId, course) ?',
    to: 'isAbsent && delegateUserId !== null ?',
    test: DELEGATES,
  },
  {
    id: 'APR-1',
    means: 'a release is decided on although its tax is another by now',
    file: APPROVING,
    from: 'batch.isStale || (isReleasable && (await isStaleNow(scope, trx, batch)))',
    to: 'batch.isStale',
    test: BATCHES,
  },
  {
    id: 'PAY-2',
    means: 'a batch is released in a later month than that of its payments',
    file: APPROVING,
    from: 'if (paidDate?.slice(0, PERIOD) !== clock.today().slice(0, PERIOD)) return true',
    to: '',
    test: BATCHES,
  },
  {
    id: 'PAY-6',
    means: 'of several headings for the same the least usual one counts',
    file: `${MODULES}/bank-files/answer-rows.ts`,
    from: 'if (at >= 0 && !found.has(field))',
    to: 'if (at >= 0)',
    test: `${MODULES}/batches/answers/answer-words.test.ts`,
  },
  {
    id: 'PLN-3',
    means: 'a manager is not offered the audit of a plan without steps',
    file: `${MODULES}/plans/service.ts`,
    from: 'asked.get(row.planId) ?? true',
    to: 'asked.get(row.planId) ?? false',
    test: `${MODULES}/plans/plans.test.ts`,
  },
  {
    id: 'OCR-9',
    means: 'a busy service is asked again before it wishes',
    file: `${MODULES}/recognition/recognizer.ts`,
    from: "outcome.kind === 'busy' ? outcome.retryAfterSeconds : 0",
    to: '0',
    test: `${MODULES}/recognition/recognition.test.ts`,
  },
  {
    id: 'CAP-6',
    means: 'what an expert answers is a try of the executor',
    file: HOLDING,
    from: "fields.by === 'executor'",
    to: 'true',
    test: `${MODULES}/caps/cap-tries.test.ts`,
  },
  {
    id: 'ATD-5',
    means: 'three titles of a file are not offered',
    file: `${MODULES}/attendance/conference/conference-sheet.ts`,
    from: 'length >= TITLES_MIN',
    to: 'length > TITLES_MIN',
    test: `${MODULES}/attendance/attendance.test.ts`,
  },
  {
    id: 'TAX-8',
    means: 'the withholding file names a person as paid first',
    file: `${MODULES}/payments/tax-exports/tax-rows.ts`,
    from: '?? first\n  if (!first',
    to: '&& first\n  if (!first',
    test: `${MODULES}/payments/tax-exports/tax-exports.test.ts`,
  },
  {
    id: 'ATD-8',
    means: 'a decision on presence does not say who decided',
    file: `${MODULES}/attendance/reading.ts`,
    from: 'decided?.reviewedByName ?? null',
    to: 'decided?.reviewedByName && null',
    test: `${MODULES}/attendance/attendance.test.ts`,
  },
  {
    id: 'TRU-11',
    means: 'a warrant that cannot be read vouches for a seal',
    file: `${MODULES}/agreements/signed-documents/seal-warrant.ts`,
    from: 'return false',
    to: 'return true',
    test: `${MODULES}/agreements/signed-documents/offline-check.test.ts`,
  },
  {
    id: 'TRU-7',
    means: 'a fee that waits without a contract keeps the taxes of the executor before',
    file: AMENDING,
    from: 'if (isSame && amendment.laborProtocol === null) continue',
    to: 'if (isSame || amendment.laborProtocol === null) continue',
    test: AMENDMENTS,
  },
]
