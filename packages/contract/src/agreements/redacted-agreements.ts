import { z } from 'zod'
import { SPONSOR_READERS } from '../accounts/roles.ts'
import * as f from '../fields.ts'
import { data, file, type RouteTable } from '../route.ts'
import { LaborAgreement } from './agreements.ts'

/** An agreement as a sponsor receives it: without identity, bank, phone and drawn signature. */
export const RedactedAgreement = LaborAgreement.pick({
  attendeeId: true,
  meetingId: true,
  meetingName: true,
  projectName: true,
  orgName: true,
  payerCreditCode: true,
  signatureStatus: true,
  name: true,
  unit: true,
  title: true,
  laborForm: true,
  payableAmount: true,
  vatAmount: true,
  surchargeAmount: true,
  incomeTax: true,
  netAmount: true,
  feeRuleVersion: true,
  laborProtocol: true,
  signedTime: true,
  contentHash: true,
  seal: true,
}).meta({ id: 'RedactedAgreement' })
export type RedactedAgreement = z.infer<typeof RedactedAgreement>

const tag = 'Labor agreements'
const params = z.object({ attendeeId: f.queryId })
const access = ['admin', 'manager', ...SPONSOR_READERS] as const

export const redactedAgreementRoutes = {
  get: {
    method: 'GET',
    path: '/business/laborAgreement/{attendeeId}/redacted',
    target: ['attendeeId'],
    access,
    tag,
    summary: 'Read an agreement without identity, bank, phone and drawn signature; the access is logged',
    params,
    answer: data(RedactedAgreement),
    logged: true,
  },
  pdf: {
    method: 'GET',
    path: '/business/laborAgreement/{attendeeId}/redacted/pdf',
    target: ['attendeeId'],
    access,
    tag,
    summary: 'Download a signed agreement as a redacted copy; the access is logged',
    params,
    answer: file('application/pdf'),
    errors: ['AGREEMENT_UNSIGNED'],
    logged: true,
  },
} as const satisfies RouteTable
