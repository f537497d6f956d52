import type { Fault } from './fault.ts'

const AGREEMENTS = 'apps/api/src/modules/agreements'
const CODES = `${AGREEMENTS}/signing/signing-codes.test.ts`
const CONDITIONS = `${AGREEMENTS}/signing/signing-conditions.test.ts`
const SIGNED = `${AGREEMENTS}/signed-documents/signed-agreements.test.ts`
const ACCOUNTS = 'apps/api/src/modules/accounts'

/** Faults in the steps of a signing, its codes, obstacles and amendments. */
export const SIGNING_FAULTS: readonly Fault[] = [
  {
    id: 'SEC-4',
    means: 'a code is valid for any contract of its expert',
    file: `${ACCOUNTS}/login/codes.ts`,
    from: 'JSON.stringify([phone, purpose, requester, binding, code])',
    to: "JSON.stringify([phone, purpose, requester, binding === '' ? '' : 'bound', code])",
    test: CODES,
  },
  {
    id: 'SEC-4',
    means: 'a code is valid for six minutes',
    file: `${ACCOUNTS}/login/codes.ts`,
    from: 'later(clock, CODE_MINUTES * MINUTE_MS)',
    to: 'later(clock, (CODE_MINUTES + 1) * MINUTE_MS)',
    test: CODES,
  },
  {
    id: 'SEC-4',
    means: 'a code is valid for four minutes',
    file: `${ACCOUNTS}/login/codes.ts`,
    from: 'later(clock, CODE_MINUTES * MINUTE_MS)',
    to: 'later(clock, (CODE_MINUTES - 1) * MINUTE_MS)',
    test: CODES,
  },
  {
    id: 'SEC-4',
    means: 'a wrong code for signing costs no try',
    file: `${ACCOUNTS}/login/codes.ts`,
    from: "    if (!stored || !keys.verify(hashed(request, code), 'sms', stored.codeHash))\n      throw",
    to: "    const isRight = stored && keys.verify(hashed(request, code), 'sms', stored.codeHash)\n    if (stored && !isRight) await repository.refundTry(db, stored.messageId)\n    if (!stored || !isRight)\n      throw",
    test: CODES,
  },
  {
    id: 'SEC-10',
    means: 'an agreement of a draft meeting is signed',
    file: `${AGREEMENTS}/policy.ts`,
    from: "  ['meetingNotApproved', 'AGREEMENT_MEETING_UNAPPROVED', ({ currentStage }) => currentStage === 'draft'],\n",
    to: '',
    test: CONDITIONS,
  },
  {
    id: 'SEC-10',
    means: 'an expert whose audit is pending signs',
    file: `${AGREEMENTS}/policy.ts`,
    from: "({ auditStatus }) => auditStatus !== 'approved'",
    to: "({ auditStatus }) => auditStatus === 'rejected'",
    test: CONDITIONS,
  },
  {
    id: 'COR-17',
    means: 'an agreement without a fee asks for personal data',
    file: `${AGREEMENTS}/policy.ts`,
    from: '({ payableAmount }) => Number(payableAmount) === 0',
    to: '({ payableAmount }) => Number(payableAmount) < 0',
    test: CONDITIONS,
  },
  {
    id: 'TRU-3',
    means: 'a contract with another identity number than the audited one is signed',
    file: `${AGREEMENTS}/signing/signable.ts`,
    from: 'profile.name !== name || profile.idCardNo !== idCardNo',
    to: 'profile.name !== name && profile.idCardNo !== idCardNo',
    test: CONDITIONS,
  },
  {
    id: 'ATT-8',
    means: 'a contract is drawn up before it is filled in',
    file: `${AGREEMENTS}/drafting.ts`,
    from: "if (!numbers || !agreement.bankRegion) throw new Refusal('AGREEMENT_NOT_FILLED')",
    to: "if (!numbers) throw new Refusal('AGREEMENT_NOT_READ')",
    test: `${AGREEMENTS}/agreements.test.ts`,
  },
  {
    id: 'ATT-8',
    means: 'whoever runs the meeting is offered to fill in the agreement',
    file: `${AGREEMENTS}/policy.ts`,
    from: 'agreement.userId === actor.userId && !isSigned(agreement) && standing',
    to: '!isSigned(agreement) && (actor.userId > 0) && standing',
    test: `${AGREEMENTS}/agreements.test.ts`,
  },
  {
    id: 'TRU-2',
    means: 'an outdated consent is enough',
    file: `${AGREEMENTS}/signing/signing.ts`,
    from: "  if (consentVersion !== undefined && consentVersion !== SIGNING_CONSENT.version)\n    throw new Refusal('CONSENT_OUTDATED')\n",
    to: '  void [consentVersion, SIGNING_CONSENT]\n',
    test: `${AGREEMENTS}/signing/signing-evidence.test.ts`,
  },
  {
    id: 'ATT-8',
    means: 'a typed signature is of another name',
    file: `${AGREEMENTS}/signing/signing.ts`,
    from: 'if (typedName !== undefined && typedName !== agreement.name)',
    to: "if (typedName !== undefined && typedName === '')",
    test: `${AGREEMENTS}/agreements.test.ts`,
  },
  {
    id: 'TRU-7',
    means: 'a further proposal waits beside the first one',
    file: `${AGREEMENTS}/amending.ts`,
    from: "  if (waiting) await amendments.endAmendment(trx, waiting.amendmentId, 'withdrawn')\n",
    to: '',
    test: SIGNED,
  },
  {
    id: 'TRU-7',
    means: 'another fee for a signed agreement needs no reason',
    file: `${AGREEMENTS}/amending.ts`,
    from: "  if (reason === null) throw refuseField('AMENDMENT_REASON_MISSING', 'reason')\n",
    to: "  if (reason === null) reason = ''\n",
    test: SIGNED,
  },
  {
    id: 'TRU-7',
    means: 'what an amendment replaces is not kept',
    file: `${AGREEMENTS}/amending.ts`,
    from: '  await history.supersede(trx, attendeeId, { userId: proposedBy, time, reason })\n',
    to: '  void [history, proposedBy, reason]\n',
    test: SIGNED,
  },
]
