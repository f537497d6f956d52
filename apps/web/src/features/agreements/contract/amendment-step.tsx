import type { Amendment, LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import { Alert, Button, Text } from '@mantine/core'
import { IconRefreshAlert } from '@tabler/icons-react'
import { useState } from 'react'
import { agreement as agreementRoutes } from 'virtual:light-routes'
import { Confirm } from '../../../components/dialogs/confirm.tsx'
import { Facts, Section } from '../../../components/records/record-page.tsx'
import { money, orNothing } from '../../../lib/format.ts'
import { useSend } from '../../../lib/requests/send.ts'
import { useTexts } from '../../../lib/texts.ts'
import { ContractStep } from './contract-step.tsx'
import type { Signed } from '../signing/sign-form.tsx'
import { amendmentTexts } from './amendment-texts.ts'

/** The fee in force beside the proposed one, and why it is to change. */
function Comparison({ agreement, amendment }: { agreement: LaborAgreement; amendment: Amendment }) {
  const t = useTexts(amendmentTexts)
  const minutes = (count: number | null) => orNothing(count === null ? null : t('minutesOf', { count }))
  return (
    <Section title={t('title')}>
      <Facts
        items={[
          [t('reason'), amendment.reason],
          ...(agreement.feeMinutes === amendment.feeMinutes
            ? []
            : [
                [t('minutesNow'), minutes(agreement.feeMinutes)] as const,
                [t('minutesNext'), minutes(amendment.feeMinutes)] as const,
              ]),
          [t('payableNow'), money(agreement.payableAmount)],
          [t('payableNext'), money(amendment.payableAmount)],
          [t('netNow'), money(agreement.netAmount)],
          [t('netNext'), money(amendment.netAmount)],
        ]}
      />
    </Section>
  )
}

function Decline({ attendeeId }: { attendeeId: number }) {
  const t = useTexts(amendmentTexts)
  const decline = useSend(agreementRoutes.decline)
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="md"
        fullWidth
        maw={420}
        onPointerEnter={Confirm.preload}
        onClick={() => setAsked(true)}
      >
        {t('decline')}
      </Button>
      {isAsked && (
        <Confirm
          title={t('declineTitle')}
          confirmLabel={t('decline')}
          onConfirm={() => decline.mutateAsync({ body: { attendeeId } })}
          onClose={() => setAsked(false)}
        >
          {t('declineHint')}
        </Confirm>
      )}
    </>
  )
}

interface AmendmentStepProps {
  agreement: LaborAgreement
  amendment: Amendment
  /** Nothing prevents signing. */
  isOpen: boolean
  sign: (signature: Signed) => Promise<unknown>
}

/** Another fee for a signed agreement: the expert reads and signs it, or declines. */
export default function AmendmentStep({ agreement, amendment, isOpen, sign }: AmendmentStepProps) {
  const t = useTexts(amendmentTexts)
  return (
    <>
      <Alert color="orange" role="status" icon={<IconRefreshAlert />} title={t('waits')}>
        <Text size="sm">{t('waitsHint')}</Text>
      </Alert>
      <Comparison agreement={agreement} amendment={amendment} />
      {isOpen && <ContractStep agreement={{ ...agreement, ...amendment }} isAmendment sign={sign} />}
      {agreement.abilities.decline && <Decline attendeeId={agreement.attendeeId} />}
    </>
  )
}
