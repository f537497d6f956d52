import { z } from 'zod'
import { address } from './address-setting.ts'
import { setting } from './setting.ts'

/** For keys shared between services. */
const KEY_MIN_LENGTH = 16
const INVOICE_VERIFICATIONS_PER_DAY = 1000
const IDENTITY_VERIFICATIONS_PER_DAY = 1000
const NAME_MAX = 60

/** Who says whether invoices are genuine, and whose identity is whose. */
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
  IDENTITY_VERIFIER_URL: setting(
    address().optional(),
    'Matches name, number and phone of experts as docs/identity-webhook.md says; none: they are checked by hand',
  ),
  IDENTITY_VERIFIER_SECRET: setting(
    z.string().min(KEY_MIN_LENGTH).optional(),
    'Signs the calls of IDENTITY_VERIFIER_URL, so that the receiver can verify them; production requires it',
  ),
  IDENTITY_VERIFIER_NAME: setting(
    z
      .string()
      .trim()
      .min(1)
      .max(NAME_MAX)
      .regex(/^[\p{Script=Han}\w ().,&·（）-]+$/u)
      .optional(),
    'Who answers at IDENTITY_VERIFIER_URL, as signed agreements name it; by default its host',
  ),
  IDENTITY_VERIFICATIONS_PER_DAY: setting(
    z.coerce.number().int().min(1).max(1_000_000).default(IDENTITY_VERIFICATIONS_PER_DAY),
    'Calls of IDENTITY_VERIFIER_URL per day; experts beyond wait for the next day',
  ),
}

export interface VerifierConfig {
  invoiceVerifier: { url: string; secret: string | null } | null
  verificationsPerDay: number
  identityVerifier: { url: string; secret: string | null; provider: string } | null
  identityChecksPerDay: number
}

type Values = z.output<z.ZodObject<typeof verifierSettings>>

export const verifierOf = (values: Values): VerifierConfig => ({
  invoiceVerifier: values.INVOICE_VERIFIER_URL
    ? { url: values.INVOICE_VERIFIER_URL, secret: values.INVOICE_VERIFIER_SECRET ?? null }
    : null,
  verificationsPerDay: values.INVOICE_VERIFICATIONS_PER_DAY,
  identityVerifier: values.IDENTITY_VERIFIER_URL
    ? {
        url: values.IDENTITY_VERIFIER_URL,
        secret: values.IDENTITY_VERIFIER_SECRET ?? null,
        provider: values.IDENTITY_VERIFIER_NAME ?? new URL(values.IDENTITY_VERIFIER_URL).hostname,
      }
    : null,
  identityChecksPerDay: values.IDENTITY_VERIFICATIONS_PER_DAY,
})
