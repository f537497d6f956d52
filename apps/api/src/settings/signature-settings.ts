import { z } from 'zod'
import { isCallable } from './address-setting.ts'
import { setting } from './setting.ts'

/** Maximum length of a common name (RFC 5280, appendix A.1). */
const COMMON_NAME_MAX = 64
const AUTHORITIES_MAX = 2
const OBJECT_IDENTIFIER = /^[0-2](?:\.\d{1,20}){1,20}$/

const addressesOf = (text: string) =>
  text
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')

/** What agreements are signed with, and who states the time of a signature. */
export const signatureSettings = {
  SIGNING_KEY_FILE: setting(
    z.string().optional(),
    'Key and certificates that agreements are signed with: PEM or PKCS #12; none: created once and kept in DATA_DIR',
  ),
  SIGNING_KEY_PASSPHRASE: setting(z.string().optional(), 'Passphrase of SIGNING_KEY_FILE'),
  SIGNING_NAME: setting(
    z.string().max(COMMON_NAME_MAX).default('Consilium'),
    'Name on the certificate that is created at the first start',
  ),
  TSA_URL: setting(
    z
      .string()
      .transform(addressesOf)
      .refine(
        (addresses) => addresses.every(isCallable),
        'must be addresses that begin with http:// or https://',
      )
      .refine(
        (addresses) => addresses.length >= 1 && addresses.length <= AUTHORITIES_MAX,
        'must be one address, or two with a comma between them',
      )
      .optional(),
    'Timestamp authority (RFC 3161) for signed agreements, or two with a comma between them: the second is asked if the first fails; none: agreements bear no timestamp',
  ),
  TSA_CA_FILE: setting(
    z.string().optional(),
    'Certificates (PEM) of the timestamp authorities, or of those that issue theirs: no other timestamp is accepted. Production requires it with TSA_URL; without it timestamps are shown as those of an unverified authority',
  ),
  TSA_POLICY: setting(
    z.string().regex(OBJECT_IDENTIFIER, 'must be an object identifier like 1.2.3.4.1').optional(),
    'Policy that timestamps must be given under, as an object identifier; none: any',
  ),
}

export interface SignatureConfig {
  signingKeyFile: string | null
  signingKeyPassphrase: string
  signingName: string
  /** Addresses of timestamp authorities; empty: documents bear no timestamp. */
  timestampUrls: readonly string[]
  /** Whose timestamps are accepted; null: those of any authority, as unverified. */
  timestampCaFile: string | null
  timestampPolicy: string | null
}

export const signatureOf = (values: z.output<z.ZodObject<typeof signatureSettings>>): SignatureConfig => ({
  signingKeyFile: values.SIGNING_KEY_FILE ?? null,
  signingKeyPassphrase: values.SIGNING_KEY_PASSPHRASE ?? '',
  signingName: values.SIGNING_NAME,
  timestampUrls: values.TSA_URL ?? [],
  timestampCaFile: values.TSA_CA_FILE ?? null,
  timestampPolicy: values.TSA_POLICY ?? null,
})
