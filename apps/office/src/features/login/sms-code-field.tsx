import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { CallFailed } from '@consilium/contract/client.ts'
import { phone as phoneField } from '@consilium/contract/fields.ts'
import type { AnonymousCodePurpose, CodeSent } from '@consilium/contract/login/verification.ts'
import { CodeField } from '../../components/forms/code-field.tsx'
import { typedText } from '../../components/forms/form-values.ts'
import { useFormAround } from '../../components/forms/record-form.tsx'
import { call } from '../../lib/requests/api.ts'

/** Sends the code; an address that has requested many solves a proof of work first. */
async function order(phone: string, purpose: AnonymousCodePurpose): Promise<CodeSent> {
  try {
    return await call(accountRoutes.smsCode, { body: { phone, purpose } })
  } catch (error) {
    if (!(error instanceof CallFailed) || error.answer.error !== 'PROOF_REQUIRED') throw error
    const challenge = await call(accountRoutes.challenge, {})
    const { solveProof } = await import('@consilium/web-kit/login/proof-of-work.ts')
    const proof = await solveProof(challenge)
    return await call(accountRoutes.smsCode, { body: { phone, purpose, proof } })
  }
}

/** The field for a code sent to the phone in the same form, with the button that sends it. */
export function SmsCodeField({ name, purpose }: { name: string; purpose: AnonymousCodePurpose }) {
  const { form } = useFormAround()
  const phone = typedText(form.getValues()['phone'])
  const isReady = phoneField.safeParse(phone).success
  return <CodeField name={name} isReady={isReady} send={() => order(phone, purpose)} />
}
