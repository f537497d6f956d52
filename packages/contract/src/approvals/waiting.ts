import { z } from 'zod'
import * as f from '../fields.ts'
import { choice } from '../words.ts'
import { APPROVAL_OWNER_LABELS, APPROVAL_OWNERS } from './approval-kinds.ts'

/** Persons whom a record names; of more it says how many. */
export const WAITING_NAMES_MAX = 10

/** A request that waits, as its record shows it. */
export const ApprovalWaiting = z
  .object({
    decisionId: f.id,
    amount: f.decimal.nullable(),
    stepNumber: z.int(),
    stepCount: z.int(),
    ownerKind: choice(APPROVAL_OWNERS, APPROVAL_OWNER_LABELS),
    names: z.array(z.string()).meta({
      description: `Who is asked now, at most ${WAITING_NAMES_MAX}; none for readers to whom only the owner of the step is told`,
    }),
    others: z.int().meta({ description: 'How many more are asked' }),
    need: z.enum(['any', 'all']),
    isAsked: z.boolean().meta({ description: 'Whether the caller is asked now' }),
    isSentBack: z.boolean(),
    askedByName: z.string().nullable(),
    askedTime: z.string(),
    dueTime: z.string().nullable(),
    isOverdue: z.boolean(),
  })
  .meta({ id: 'ApprovalWaiting', description: 'A request that waits, and for whom' })
export type ApprovalWaiting = z.infer<typeof ApprovalWaiting>
