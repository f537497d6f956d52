import { z } from 'zod'
import { address } from './address-setting.ts'
import { setting } from './setting.ts'

/** For keys shared between services. */
const KEY_MIN_LENGTH = 16
const INVOICE_VERIFICATIONS_PER_DAY = 1000

/** Who says whether invoices are genuine. */
export const verifierSettings = {
  INVOICE_VERIFIER_URL: setting(
    address().optional(),
    'Verifies invoices with the tax authority as docs/verifier-webhook.md says; none: invoices are not verified',
  ),
  INVOICE_VERIFIER_SECRET: setting(
    z.string().min(KEY_MIN_LENGTH).optional(),
    'Signs the calls of INVOICE_VERIFIER_URL, so that the receiver can verify them; production requires it',
  ),
  INVOICE_VERIFICATIONS_PER_DAY: setting(
    z.coerce.number().int().min(1).max(1_000_000).default(INVOICE_VERIFICATIONS_PER_DAY),
    'Calls of INVOICE_VERIFIER_URL per day; invoices beyond wait for the next day',
  ),
}

export interface VerifierConfig {
  invoiceVerifier: { url: string; secret: string | null } | null
  verificationsPerDay: number
}

type Values = z.output<z.ZodObject<typeof verifierSettings>>

export const verifierOf = (values: Values): VerifierConfig => ({
  invoiceVerifier: values.INVOICE_VERIFIER_URL
    ? { url: values.INVOICE_VERIFIER_URL, secret: values.INVOICE_VERIFIER_SECRET ?? null }
    : null,
  verificationsPerDay: values.INVOICE_VERIFICATIONS_PER_DAY,
})
