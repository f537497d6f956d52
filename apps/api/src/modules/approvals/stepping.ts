import {
  APPROVAL_OWNERS,
  rulesOf,
  type ApprovalKind,
  type ApprovalOwner,
} from '@consilium/contract/approvals/approval-kinds.ts'
import type { ApprovalStep } from '@consilium/contract/approvals/approval-policies.ts'
import { SIGNERS_MAX } from '@consilium/contract/approvals/approvals.ts'

/** What the steps of a request are chosen by. */
export interface Subject {
  kind: ApprovalKind
  amount: string | null
  category: string | null
}

/** The policy of one owner that holds. */
export interface OwnedPolicy {
  policyId: number
  ownerOrgId: number | null
  ownerKind: ApprovalOwner
  steps: readonly ApprovalStep[]
}

export interface ChosenStep extends ApprovalStep {
  policyId: number | null
  ownerOrgId: number | null
}

const holds = ({ amountFrom, category }: ApprovalStep, subject: Subject): boolean =>
  (amountFrom === null || (subject.amount !== null && Number(subject.amount) >= Number(amountFrom))) &&
  (category === null || category === subject.category)

const shippedStep = (kind: ApprovalKind, concerns: number | null): ChosenStep[] => {
  const { shipped } = rulesOf(kind)
  if (!shipped) return []
  const when = { amountFrom: null, category: null, dueDays: null, escalateTo: [] }
  const who = { roles: [...shipped.roles], persons: [], lead: shipped.lead, need: 'any' as const }
  return [{ ...who, ...when, policyId: null, ownerOrgId: shipped.owner === 'executor' ? concerns : null }]
}

/**
 * The steps of a request in order: those of each owner's policy that hold for it, and in place of a policy that was not made,
 * what was shipped for its owner. What was decided by two people is so still if no step holds.
 */
export function stepsFor(
  subject: Subject,
  policies: readonly OwnedPolicy[],
  concerns: number | null = null,
): ChosenStep[] {
  const steps = APPROVAL_OWNERS.flatMap((owner) => {
    const own = policies.filter(({ ownerKind }) => ownerKind === owner)
    if (own.length === 0 && owner === rulesOf(subject.kind).shipped?.owner)
      return shippedStep(subject.kind, concerns)
    return own.flatMap(({ policyId, ownerOrgId, steps: all }) =>
      all.filter((step) => holds(step, subject)).map((step) => ({ ...step, policyId, ownerOrgId })),
    )
  })
  return steps.length > 0 ? steps : shippedStep(subject.kind, concerns)
}

/** Steps of policies are so far apart that the signers who are added to one stand around it. */
export const PLACES_APART = 10

/** The step of a policy that a place belongs to, from 1. */
export const numberOf = (place: number): number => Math.round(place / PLACES_APART)

/** Where a further signer stands; null if the step has as many as it may. */
export function placeFor(taken: readonly number[], place: number, where: 'before' | 'after'): number | null {
  const base = numberOf(place) * PLACES_APART
  const around = taken.filter((each) => each !== base && numberOf(each) === numberOf(place))
  if (around.length >= SIGNERS_MAX) return null
  if (where === 'after') return Math.max(base, ...around) + 1
  return Math.min(base, ...around) - 1
}

export interface Candidate {
  userId: number
  isAbsent: boolean
  /** Who decides in the place of an absent person and can; null: nobody. */
  delegateUserId: number | null
}

/** What has happened to a request in its present round. */
export interface Course {
  askedBy: number | null
  /** Who has decided an earlier step. */
  decidedEarlier: ReadonlySet<number>
  /** Whose decision of this step is made, or passed on. */
  settledHere: ReadonlySet<number>
}

const isFree = (userId: number, { askedBy, decidedEarlier }: Course) =>
  userId !== askedBy && !decidedEarlier.has(userId)

/** Whose decision a step still waits for: nobody decides the own request, and one person decides one step. */
export const awaited = (candidates: readonly Candidate[], course: Course): Candidate[] =>
  candidates.filter(({ userId }) => isFree(userId, course) && !course.settledHere.has(userId))

/** Those of them who are there, or have somebody in their place. */
export const present = (candidates: readonly Candidate[], course: Course): Candidate[] =>
  awaited(candidates, course).filter(
    ({ isAbsent, delegateUserId }) =>
      !isAbsent || (delegateUserId !== null && isFree(delegateUserId, course)),
  )

/** Who decides for them: those themselves, and in place of the absent ones their delegates if these may. */
export const standIns = (candidates: readonly Candidate[], course: Course): number[] => [
  ...new Set(
    candidates.map(({ userId, isAbsent, delegateUserId }) =>
      isAbsent && delegateUserId !== null && isFree(delegateUserId, course) ? delegateUserId : userId,
    ),
  ),
]

/**
 * Whether an approval was the last that its step needs. Where the main account was asked because nobody was there, those who
 * are away are waited for no more.
 */
export const isPassed = (
  { need, isFallback }: { need: 'any' | 'all'; isFallback: boolean },
  candidates: readonly Candidate[],
  course: Course,
): boolean => need === 'any' || (isFallback ? present : awaited)(candidates, course).length === 0
