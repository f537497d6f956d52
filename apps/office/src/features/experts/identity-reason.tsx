import type { IdentityCheck } from '@consilium/contract/experts/identity-check.ts'
import { LongTextField, useField } from '../../components/forms/fields.tsx'
import { useTexts } from '../../lib/texts.ts'
import { identityTexts } from './identity-texts.ts'

/** Why an expert is approved whom the verifier has not matched; nothing where no reason is needed. */
export default function IdentityReason({ check: { isOn, state } }: { check: IdentityCheck }) {
  const t = useTexts(identityTexts)
  const { value } = useField('auditStatus')
  if (!isOn || state === 'match' || value !== 'approved') return null
  return (
    <LongTextField name="identityReason" label={t('reasonField')} description={t('reasonHint')} minRows={2} />
  )
}
