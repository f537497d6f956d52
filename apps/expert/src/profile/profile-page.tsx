import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { consentRoutes } from '@consilium/contract/consents/consents.ts'
import { expertRoutes, type Expert } from '@consilium/contract/experts/experts.ts'
import { ID_TYPE_LABELS } from '@consilium/contract/labels.ts'
import { PICTURES_AND_PDF } from '@consilium/web-kit/files.ts'
import { orNothing } from '@consilium/web-kit/format.ts'
import { AccountFacts } from '../parts/payee/account.tsx'
import { AuditNotice } from '../parts/audit-notice.tsx'
import { Button } from '../parts/button.tsx'
import { ConsentSection } from './consent.tsx'
import { readLabels } from '../parts/dictionary.ts'
import { MissingFacts, personalFacts } from '../parts/payee/personal-facts.tsx'
import { Facts, Section } from '../parts/section.tsx'
import { Upload, uploadStyles } from '../parts/inputs/upload.tsx'
import type { Page, View, Visit } from '../visit.ts'
import { Declaration } from './declaration.tsx'
import styles from './style.css?inline'
import { profileTexts } from './texts.ts'

/** Front and back, and a second picture of each. */
const PICTURES_MAX = 4

interface Shown {
  view: View
  expert: Expert
}

function Personal({ view, expert }: Shown) {
  const t = view.say(profileTexts)
  return (
    <Section title={t('personal')}>
      <Facts
        items={[
          [t('name'), expert.name],
          [t('phone'), expert.phone],
          [t('unit'), orNothing(expert.unit)],
          [t('department'), orNothing(expert.department)],
          [t('jobTitle'), orNothing(expert.title)],
        ]}
      />
    </Section>
  )
}

function Payment({ view, expert }: Shown) {
  const t = view.say(profileTexts)
  return (
    <Section title={t('payment')}>
      <MissingFacts view={view} expert={expert} />
      <Facts
        items={[
          [t('idType'), view.label(ID_TYPE_LABELS, expert.idType)],
          [t('idCardNo'), orNothing(expert.idCardNo)],
          ...personalFacts(view, expert.idType, expert),
          [t('bankName'), orNothing(expert.bankName)],
          [t('bankBranch'), orNothing(expert.bankBranch)],
          expert.bankAccount === null
            ? [t('bankAccount'), orNothing(null)]
            : [t('bankAccount'), <AccountFacts key="account" view={view} expert={expert} />, 'medium'],
          [t('bankRegion'), orNothing(expert.bankRegion)],
        ]}
      />
      <p class="soft small">{t('paymentHint')}</p>
    </Section>
  )
}

/** Pictures of the identity card, which are saved as soon as they are uploaded. */
function IdentityPictures({ view, expert }: Shown) {
  const t = view.say(profileTexts)
  const { idCardAttachments, idCardAttachmentUrls } = expert
  const ids = idCardAttachments === '' ? [] : idCardAttachments.split(',')
  return (
    <Section title={t('pictures')}>
      <Upload
        view={view}
        id="pictures"
        label={t('pictures')}
        hint={t('picturesHint')}
        accept={PICTURES_AND_PDF}
        max={PICTURES_MAX}
        naming={t('picture', { number: '{{number}}' })}
        files={ids.map((id, index) => ({
          fileId: Number(id),
          fileName: t('picture', { number: index + 1 }),
          url: idCardAttachmentUrls[index] ?? '',
          isPicture: true,
        }))}
        keptIn={{
          read: expertRoutes.me,
          write: expertRoutes.updateMe,
          field: 'idCardAttachments',
          saved: t('pictureSaved'),
          removed: t('pictureRemoved'),
          question: t('removePicture'),
        }}
      />
    </Section>
  )
}

/** What the platform knows of the expert. */
export async function profilePage(visit: Visit): Promise<Page> {
  const t = visit.say(profileTexts)
  const { client } = visit
  const [expert, consent, declaration, statusOf] = await Promise.all([
    client.call(expertRoutes.me, {}),
    client.call(consentRoutes.get, {}),
    client.call(capRoutes.ownDeclaration, {}),
    readLabels(visit, 'audit_status'),
  ])
  const shown = { view: visit, expert }
  return {
    status: 200,
    title: t('title'),
    subtitle: `${t('auditStatus')} · ${statusOf(expert.auditStatus)}`,
    styles: uploadStyles + styles,
    actions: (
      <Button icon="pencil" href="/my-profile/edit">
        {t('edit')}
      </Button>
    ),
    body: (
      <>
        <AuditNotice visit={visit} isOnProfile />
        <Personal {...shown} />
        <Payment {...shown} />
        <ConsentSection view={visit} consent={consent} />
        <Declaration view={visit} own={declaration} />
        <IdentityPictures {...shown} />
      </>
    ),
  }
}
