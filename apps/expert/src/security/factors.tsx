import { lightRoute } from '@consilium/contract/light-route.ts'
import { passkeyRoutes } from '@consilium/contract/login/passkeys.ts'
import { PASSKEY_NAME_MAX } from '@consilium/contract/login/proofs.ts'
import {
  secondFactorRoutes,
  type OwnPasskey,
  type SecondFactor,
} from '@consilium/contract/login/second-factor.ts'
import { day, minute } from '@consilium/web-kit/format.ts'
import { factorPanelTexts } from '@consilium/web-kit/words/factor-panel-texts.ts'
import { frameTexts } from '../frame/texts.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/fields.tsx'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { Sending } from '../parts/sending.tsx'
import type { View, Visit } from '../visit.ts'

const ROUTES = {
  status: lightRoute(secondFactorRoutes.status),
  confirm: lightRoute(secondFactorRoutes.confirm),
  confirmOptions: lightRoute(secondFactorRoutes.confirmOptions),
  beginTotp: lightRoute(secondFactorRoutes.beginTotp),
  confirmTotp: lightRoute(secondFactorRoutes.confirmTotp),
  removeTotp: lightRoute(secondFactorRoutes.removeTotp),
  renewRecoveryCodes: lightRoute(secondFactorRoutes.renewRecoveryCodes),
  createOptions: lightRoute(passkeyRoutes.createOptions),
  createPasskey: lightRoute(passkeyRoutes.create),
  removePasskey: lightRoute(passkeyRoutes.remove),
}

/** What `client/security/security.ts` follows: buttons with `data-act`, which may ask for a proof before they act. */
export const factorScript = (view: View) => ({
  'data-script': 'security',
  'data-routes': JSON.stringify(ROUTES),
  'data-cancel': view.say(frameTexts)('cancel'),
})

interface Shown {
  visit: Visit
  status: SecondFactor
}

function App({ visit, status: { totpTime } }: Shown) {
  const t = visit.say(factorPanelTexts)
  const isOff = totpTime === null
  return (
    <Section
      title={t('totp')}
      actions={
        <Button kind={isOff ? 'main' : 'plain'} data-act={isOff ? 'setUpApp' : 'removeApp'}>
          {t(isOff ? 'setUp' : 'turnOff')}
        </Button>
      }
    >
      <p class="pieces">
        <Badge tone={isOff ? 'plain' : 'good'}>{t(isOff ? 'off' : 'on')}</Badge>
        <span>{isOff ? t('totpHint') : t('since', { day: day(totpTime) })}</span>
      </p>
    </Section>
  )
}

function Passkey({ visit, passkey }: { visit: Visit; passkey: OwnPasskey }) {
  const t = visit.say(factorPanelTexts)
  const frame = visit.say(frameTexts)
  const { passkeyId, name, createTime, lastUsedTime } = passkey
  const dialog = `rename-${passkeyId}`
  return (
    <li class="to-sign">
      <div>
        <p class="strong">{name}</p>
        <p class="soft small">
          {[
            t('added', { day: day(createTime) }),
            lastUsedTime === null ? t('neverUsed') : t('lastUsed', { time: minute(lastUsedTime) }),
          ].join(' · ')}
        </p>
      </div>
      <div class="buttons">
        <Button kind="plain" label={`${t('rename')} ${name}`} data-opens={dialog}>
          {t('rename')}
        </Button>
        <Button
          kind="plain"
          label={`${t('remove')} ${name}`}
          data-act="removePasskey"
          data-id={String(passkeyId)}
          data-name={name}
        >
          {t('remove')}
        </Button>
      </div>
      <Dialog view={visit} id={dialog} title={t('rename')}>
        <Sending route={passkeyRoutes.rename} body={{ passkeyId }} done={frame('saved')}>
          <TextField
            view={visit}
            id={`${dialog}-name`}
            name="name"
            label={t('passkeyName')}
            value={name}
            maxLength={PASSKEY_NAME_MAX}
            isRequired
          />
          <div class="buttons">
            <Button type="submit">{frame('save')}</Button>
          </div>
        </Sending>
      </Dialog>
    </li>
  )
}

/** The script finds out whether the browser has passkeys at this address, and says where else it would. */
function Passkeys({ visit, status: { passkeys, passkeysUsable } }: Shown) {
  const t = visit.say(factorPanelTexts)
  return (
    <Section
      title={t('passkeys')}
      actions={passkeysUsable && <Button data-act="addPasskey">{t('addPasskey')}</Button>}
    >
      <p data-part="impossible" data-named={t('passkeysNamed')} hidden={passkeysUsable}>
        {t('passkeysNever')}
      </p>
      {passkeys.length === 0 && passkeysUsable && <p data-part="possible">{t('passkeysHint')}</p>}
      {passkeys.length > 0 && (
        <ul class="rows">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.passkeyId} visit={visit} passkey={passkey} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Recovery({ visit, status: { recoveryCodesLeft } }: Shown) {
  const t = visit.say(factorPanelTexts)
  return (
    <Section
      title={t('recoveryCodes')}
      actions={
        <Button kind="plain" data-act="renewCodes">
          {t('renew')}
        </Button>
      }
    >
      <p>{t('codesLeft', { count: recoveryCodesLeft })}</p>
    </Section>
  )
}

/** The second factors, with a notice if the role requires one. */
export function Factors(shown: Shown) {
  const { visit, status } = shown
  const t = visit.say(factorPanelTexts)
  return (
    <>
      {status.missing && (
        <Notice tone="warning" title={t('required')}>
          <p>{t(status.required === 'both' ? 'requiredBoth' : 'requiredAny')}</p>
        </Notice>
      )}
      <App {...shown} />
      <Passkeys {...shown} />
      {(status.totpTime !== null || status.passkeys.length > 0) && <Recovery {...shown} />}
    </>
  )
}
