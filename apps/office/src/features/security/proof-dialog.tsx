import {
  ConfirmBody,
  secondFactorRoutes,
  type SecondFactor,
} from '@consilium/contract/login/second-factor.ts'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { PasswordField, TextField } from '../../components/forms/fields.tsx'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { call } from '../../lib/requests/api.ts'
import { askPasskey, isCancelled, passkeysWork } from '@consilium/web-kit/login/passkeys.ts'
import { useTexts } from '../../lib/texts.ts'
import { proofTexts } from '@consilium/web-kit/words/proof-texts.ts'
import { statusQuery } from './security-query.ts'

type Body = z.input<typeof ConfirmBody>
type Field = 'password' | 'code'

const prove = (body: Body) => call(secondFactorRoutes.confirm, { body })

interface ProofDialogProps {
  factorFirst: boolean
  onProven: () => void
  onClose: () => void
}

/** Asks for the password, or for the factors that were not verified recently. */
export default function ProofDialog({ factorFirst, onProven, onClose }: ProofDialogProps) {
  const t = useTexts(proofTexts)
  const { data, error } = useQuery({ ...statusQuery, staleTime: 0 })
  return (
    <Dialog onClose={onClose} title={t('title')}>
      {error && <RequestError error={error} />}
      {data ? (
        <Ways status={data} factorFirst={factorFirst} onProven={onProven} />
      ) : (
        <Skeleton height={120} />
      )}
    </Dialog>
  )
}

interface WaysProps {
  status: SecondFactor
  factorFirst: boolean
  onProven: () => void
}

/**
 * One proof is made at a time. After it the work is tried again: if another one succeeded meanwhile, the next dialog would
 * find nothing left to ask for and send its reader to a new login.
 */
function useOneAtATime() {
  const [isBusy, setBusy] = useState(false)
  const work = async <T,>(proof: () => Promise<T>): Promise<T> => {
    setBusy(true)
    try {
      return await proof()
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, work }
}

type OneAtATime = ReturnType<typeof useOneAtATime>

function Ways({ status, factorFirst, onProven }: WaysProps) {
  const t = useTexts(proofTexts)
  const proofs = useOneAtATime()
  const { password, factor } = status.recentlyProven
  const fields: Field[] = [
    ...(status.hasPassword && !password ? (['password'] as const) : []),
    ...(status.totpTime !== null && !factor ? (['code'] as const) : []),
  ]
  const [chosen, setField] = useState<Field | null>(null)
  if (factorFirst) fields.reverse()
  const field = chosen !== null && fields.includes(chosen) ? chosen : fields[0]
  const other = fields.find((each) => each !== field)
  const byPasskey = status.passkeys.length > 0 && !factor && passkeysWork()
  return (
    <Stack gap="md">
      <Text size="sm">{t('why')}</Text>
      {field && <ByText key={field} field={field} proofs={proofs} onProven={onProven} />}
      {byPasskey && <ByPasskey proofs={proofs} onProven={onProven} />}
      {other && (
        <Button variant="subtle" disabled={proofs.isBusy} onClick={() => setField(other)}>
          {t(other === 'code' ? 'useCode' : 'usePassword')}
        </Button>
      )}
      {!field && !byPasskey && <Text size="sm">{t('logInAgain')}</Text>}
    </Stack>
  )
}

interface ProofProps {
  proofs: OneAtATime
  onProven: () => void
}

function ByText({ field, proofs, onProven }: ProofProps & { field: Field }) {
  const t = useTexts(proofTexts)
  const state = useRecordForm<Body, unknown>({
    schema: ConfirmBody,
    submit: (body) => proofs.work(() => prove(body)),
    onDone: onProven,
  })
  return (
    <RecordForm state={state} plain unguarded saveLabel={t('confirm')} isWaiting={proofs.isBusy}>
      {field === 'password' ? (
        <PasswordField name="password" label={t('password')} autoComplete="current-password" />
      ) : (
        <TextField name="code" label={t('code')} inputMode="numeric" autoComplete="one-time-code" />
      )}
    </RecordForm>
  )
}

function ByPasskey({ proofs, onProven }: ProofProps) {
  const t = useTexts(proofTexts)
  const [error, setError] = useState<unknown>(null)
  const ask = async () => {
    setError(null)
    try {
      const request = await call(secondFactorRoutes.confirmOptions, {})
      await prove({ passkey: await askPasskey(request) })
      onProven()
    } catch (failure) {
      if (!isCancelled(failure)) setError(failure)
    }
  }
  return (
    <>
      {error !== null && <RequestError error={error} />}
      <Button variant="light" disabled={proofs.isBusy} onClick={() => void proofs.work(ask)}>
        {t('usePasskey')}
      </Button>
    </>
  )
}
