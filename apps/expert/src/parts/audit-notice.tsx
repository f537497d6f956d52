import type { Page, Visit } from '../visit.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { auditTexts } from '@consilium/web-kit/audit-texts.ts'

/** Tells an expert who is not approved what to do. On the profile it has no link to the profile. */
export function AuditNotice({ visit, isOnProfile = false }: { visit: Visit; isOnProfile?: boolean }) {
  const t = visit.say(auditTexts)
  const { expert } = visit.profile
  if (!expert || expert.auditStatus === 'approved') return null
  const isRejected = expert.auditStatus === 'rejected'
  const isAgain = expert.auditDifference.length > 0
  return (
    <Notice tone={isRejected ? 'warning' : 'info'} title={t(expert.auditStatus)}>
      <p>{t(isRejected ? 'rejectedHint' : isAgain ? 'againHint' : 'pendingHint')}</p>
      {isRejected && expert.auditOpinion && (
        <p>
          <strong>{t('opinion', { opinion: expert.auditOpinion })}</strong>
        </p>
      )}
      <div class="buttons">
        {!isOnProfile && <Button href="/my-profile">{t('toProfile')}</Button>}
        <Button kind="plain" href="/sign-ups/new">
          {t('toSignUps')}
        </Button>
      </div>
    </Notice>
  )
}

/** A page that only approved experts have: others see what to do, and nothing is requested for them. */
export const unapprovedPage = (visit: Visit, title: string): Page => ({
  status: 200,
  title,
  body: <AuditNotice visit={visit} />,
})
