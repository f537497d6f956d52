import type { LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import { SIGNING_CONSENT } from '@consilium/contract/signing/signing-consent.ts'
import { Button, Checkbox, Stack } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Confirm } from '../../../components/dialogs/confirm.tsx'
import { money } from '../../../lib/format.ts'
import { useLanguage, useTexts } from '../../../lib/texts.ts'
import type { Drawn, Signature } from './drawing.ts'
import { isCode, SignCodeField } from './sign-code-field.tsx'
import { SignatureField } from './signature-field.tsx'
import { signingTexts } from './signing-texts.ts'
import classes from './signing.module.css'

export interface Signed {
  handsign: string
  /** Given if the name was typed. */
  typedName?: string
  smsCode: string
  readToEnd: boolean
  consentVersion: string
}

type Picture = Extract<Drawn, { picture: string }>
type Problem = { consent?: string; signature?: string; smsCode?: string }

interface SignFormProps {
  agreement: LaborAgreement
  /** Whether the end of the contract has been in sight. */
  isRead: boolean
  sign: (signature: Signed) => Promise<unknown>
}

/** Consent, signature and code. */
export function SignForm({ agreement, sign, isRead }: SignFormProps) {
  const t = useTexts(signingTexts)
  const language = useLanguage()
  const signature = useRef<Signature | null>(null)
  const [hasConsent, setConsent] = useState(false)
  const [smsCode, setCode] = useState('')
  const [problem, setProblem] = useState<Problem>({})
  const [drawn, setDrawn] = useState<Picture | null>(null)
  const settle = (what: keyof Problem) => {
    Confirm.preload()
    setProblem(({ [what]: _settled, ...rest }) => rest)
  }
  const check = () => {
    const read: Drawn = signature.current?.read() ?? { problem: 'empty' }
    const found: Problem = {
      ...(hasConsent && isRead ? {} : { consent: t(isRead ? 'consentMissing' : 'notRead') }),
      ...('problem' in read ? { signature: t(read.problem, { name: agreement.name }) } : {}),
      ...(isCode(smsCode) ? {} : { smsCode: t('codeMissing') }),
    }
    setProblem(found)
    if (hasConsent && isRead && isCode(smsCode) && 'picture' in read) setDrawn(read)
  }
  return (
    <>
      <Stack gap="md">
        <Checkbox
          className={classes.consent}
          label={SIGNING_CONSENT.text[language]}
          size="md"
          checked={hasConsent}
          // The end may come into view after the button was pressed.
          error={problem.consent && !(hasConsent && isRead) && t(isRead ? 'consentMissing' : 'notRead')}
          onChange={({ currentTarget: { checked } }) => {
            setConsent(checked)
            settle('consent')
          }}
        />
        <SignatureField
          signature={signature}
          name={agreement.name}
          error={problem.signature ?? null}
          onChange={() => settle('signature')}
        />
        <SignCodeField
          attendeeId={agreement.attendeeId}
          phone={agreement.phone}
          value={smsCode}
          error={problem.smsCode ?? null}
          onChange={(value) => {
            setCode(value)
            settle('smsCode')
          }}
        />
        <Button
          size="lg"
          fullWidth
          maw={420}
          leftSection={<IconSignature size={20} aria-hidden />}
          onClick={check}
        >
          {t('signNow')}
        </Button>
      </Stack>
      {drawn !== null && (
        <Confirm
          title={t('confirmTitle')}
          confirmLabel={t('signNow')}
          onConfirm={() =>
            sign({
              handsign: drawn.picture,
              ...(drawn.typedName === undefined ? {} : { typedName: drawn.typedName }),
              smsCode,
              readToEnd: isRead,
              consentVersion: SIGNING_CONSENT.version,
            })
          }
          onClose={() => setDrawn(null)}
        >
          {t('confirmHint', { meeting: agreement.meetingName, net: money(agreement.netAmount) })}
        </Confirm>
      )}
    </>
  )
}
