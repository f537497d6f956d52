import type { Meeting } from '@consilium/contract/meetings.ts'
import { TextLink } from '../../components/links.tsx'
import { Facts, Section } from '../../components/record-page.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { minute, money, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { meetingTexts } from './texts.ts'

/** The details of a meeting in four groups. */
export function Overview({ meeting }: { meeting: Meeting }) {
  const t = useTexts(meetingTexts)
  const frame = useTexts(frameTexts)
  const modes = useDictionary('supervision_mode')
  return (
    <>
      <Section title={frame('details')}>
        <Facts
          items={[
            [
              t('project'),
              <TextLink key="project" to={`/projects/${meeting.projectId}`} inherit>
                {meeting.projectName}
              </TextLink>,
            ],
            [t('executor'), orNothing(meeting.orgName)],
            [t('signed'), `${meeting.signedCount} / ${meeting.attendeeCount}`],
            [frame('createTime'), minute(meeting.createTime)],
          ]}
        />
      </Section>
      <Section title={t('schedule')}>
        <Facts
          items={[
            [t('scheduleStartTime'), minute(meeting.scheduleStartTime)],
            [t('scheduleEndTime'), minute(meeting.scheduleEndTime)],
            [t('scheduleLocation'), orNothing(meeting.scheduleLocation)],
            [t('scheduleAgenda'), orNothing(meeting.scheduleAgenda)],
            [
              t('contact'),
              [meeting.contactName, meeting.contactPhone].filter(Boolean).join(' · ') || orNothing(null),
            ],
          ]}
        />
      </Section>
      <Section title={t('invitation')}>
        <Facts
          items={[
            [t('invitationTitle'), orNothing(meeting.invitationTitle)],
            [t('invitationDeadline'), minute(meeting.invitationDeadline)],
            [t('invitationContent'), orNothing(meeting.invitationContent)],
          ]}
        />
      </Section>
      <Section title={t('labor')}>
        <Facts
          items={[
            [t('laborBudget'), money(meeting.laborBudget)],
            [t('laborTemplate'), meeting.laborTemplateName ?? t('defaultTemplate')],
            [t('laborRemark'), orNothing(meeting.laborRemark)],
          ]}
        />
      </Section>
      <Section title={t('supervision')}>
        <Facts
          items={[
            [
              t('supervisionMode'),
              meeting.supervisionMode === null ? orNothing(null) : modes.label(meeting.supervisionMode),
            ],
            [t('supervisionUserName'), orNothing(meeting.supervisionUserName)],
            [t('supervisionTime'), minute(meeting.supervisionTime)],
            [t('supervisionOpinion'), orNothing(meeting.supervisionOpinion)],
          ]}
        />
      </Section>
    </>
  )
}
