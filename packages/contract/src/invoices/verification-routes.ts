import { z } from 'zod'
import { MEETING_RUNNERS } from '../accounts/roles.ts'
import * as f from '../fields.ts'
import { data, type RouteTable } from '../route.ts'
import { VERIFIED_AT_ONCE_MAX, VerificationAsked, VerificationUsage } from './verification.ts'

const tag = 'Invoice verification'

export const verificationRoutes = {
  ask: {
    method: 'POST',
    path: '/business/meetingInvoice/verify',
    target: ['recordIds'],
    access: MEETING_RUNNERS,
    tag,
    summary:
      'Have invoices verified with the tax authority, in the background. Those that wait already are not asked for twice',
    body: z
      .strictObject({
        recordIds: z
          .array(f.id)
          .min(1)
          .max(VERIFIED_AT_ONCE_MAX)
          .transform((recordIds) => [...new Set(recordIds)])
          .meta({ description: 'Invoices to verify' }),
      })
      .meta({ example: { recordIds: [12] } }),
    answer: data(z.array(VerificationAsked)),
    accepted: true,
    errors: ['NOT_FOUND', 'MEETING_CLOSED', 'VERIFIER_OFF'],
  },
  usage: {
    method: 'GET',
    path: '/business/meetingInvoice/verification/usage',
    access: ['admin', 'manager'],
    beyondPortfolio: true,
    tag,
    summary: 'What the verification of invoices has used: calls, failures and costs by day',
    answer: data(VerificationUsage),
  },
} as const satisfies RouteTable
