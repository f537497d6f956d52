import { ownMailRoutes } from '@consilium/contract/accounts/own-mail.ts'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { securityTexts } from '@consilium/web-kit/words/security-texts.ts'
import { Button } from '../parts/button.tsx'
import { secretStyles } from '../parts/inputs/secrets.tsx'
import { Section } from '../parts/section.tsx'
import type { Page, Visit } from '../visit.ts'
import { FactorDialogs } from './factor-dialogs.tsx'
import { Factors, factorScript } from './factors.tsx'
import { Mail } from './mail.tsx'
import { Phone } from './phone.tsx'
import { readSessions, Sessions } from './sessions.tsx'
import styles from './style.css?inline'

function Password({ visit }: { visit: Visit }) {
  const t = visit.say(securityTexts)
  return (
    <Section
      title={t('password')}
      actions={
        <Button kind="plain" href="/password">
          {t('changePassword')}
        </Button>
      }
    >
      <p>{t('passwordHint')}</p>
    </Section>
  )
}

/** What an account may see of itself once it has the factors that its role requires. */
async function readOwn(visit: Visit) {
  const [phone, mail, sessions] = await Promise.all([
    visit.client.call(accountRoutes.ownPhone, {}),
    visit.client.call(ownMailRoutes.get, {}),
    readSessions(visit),
  ])
  return { phone, mail, sessions }
}

/** Ways to log in, and sessions of the account. */
export async function securityPage(visit: Visit): Promise<Page> {
  const t = visit.say(securityTexts)
  const [status, own] = await Promise.all([
    visit.client.call(secondFactorRoutes.status, {}),
    visit.profile.mustEnrolFactor ? null : readOwn(visit),
  ])
  return {
    status: 200,
    title: t('title'),
    styles: secretStyles + styles,
    body: (
      <div class="panels" {...factorScript(visit)}>
        <Factors visit={visit} status={status} />
        <Password visit={visit} />
        {own && (
          <>
            <Phone visit={visit} phone={own.phone} />
            <Mail visit={visit} mail={own.mail} />
            <Sessions visit={visit} sessions={own.sessions} />
          </>
        )}
        <FactorDialogs view={visit} />
      </div>
    ),
  }
}
