import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import { passkeyRoutes } from '@consilium/contract/login/passkeys.ts'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { call } from '../../lib/requests/api.ts'
import { untilIdle } from '../../lib/live/idle.ts'
import {
  askPasskey,
  canOffer,
  isCancelled,
  passkeysWork,
  stopOffer,
} from '@consilium/web-kit/login/passkeys.ts'
import { useTexts } from '../../lib/texts.ts'
import { factorTexts } from '@consilium/web-kit/words/factor-texts.ts'

async function logIn(isOffer: boolean): Promise<LoginAnswer> {
  const request = await call(passkeyRoutes.loginOptions, {})
  const credential = await askPasskey(request, isOffer)
  return await call(passkeyRoutes.login, { body: { credential } })
}

/** Login without a name or password: by its button and, if the browser supports it, from the list of stored names. */
export default function PasskeyLogin({ onDone }: { onDone: (answer: LoginAnswer) => void }) {
  const t = useTexts(factorTexts)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const arrive = useRef(onDone)
  arrive.current = onDone
  useEffect(() => {
    let isGone = false
    const offer = async () => {
      await untilIdle()
      if (isGone || !(await canOffer())) return
      arrive.current(await logIn(true))
    }
    // A declined offer is not an error; errors are shown for the button only.
    offer().catch(() => undefined)
    return () => {
      isGone = true
      if (passkeysWork()) void stopOffer()
    }
  }, [])
  if (!passkeysWork()) return null
  const ask = async () => {
    setBusy(true)
    setError(null)
    try {
      onDone(await logIn(false))
    } catch (failure) {
      if (!isCancelled(failure)) setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {error !== null && <RequestError error={error} />}
      <Button variant="default" loading={isBusy} onClick={() => void ask()}>
        {t('loginByPasskey')}
      </Button>
    </>
  )
}
