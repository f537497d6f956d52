import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { Text } from '@mantine/core'
import { TextLink } from '../../components/links.tsx'
import { Facts, Section } from '../../components/records/record-page.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { minute, money, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { TemplateOfMeeting } from './template-of-meeting.tsx'
import { useDimensionFacts } from '../dimensions/dimension-facts.tsx'
import { meetingTexts } from './texts.ts'

function Supervision({ meeting }: { meeting: Meeting }) {
  const t = useTexts(meetingTexts)
  const modes = useDictionary('supervision_mode')
  const { supervisionMode, supervisionUserName, supervisionTime, supervisionOpinion } = meeting
  const isPlanned = supervisionMode ?? supervisionUserName ?? supervisionTime ?? supervisionOpinion
  return (
    <Section title={t('supervision')}>
      {isPlanned ? (
        <Facts
          cols="fit"
          items={[
            [t('supervisionMode'), supervisionMode === null ? orNothing(null) : modes.label(supervisionMode)],
            [t('supervisionUserName'), orNothing(supervisionUserName)],
            [t('supervisionTime'), minute(supervisionTime)],
            [t('supervisionOpinion'), orNothing(supervisionOpinion)],
          ]}
        />
      ) : (
        <Text size="sm">{t('noSupervision')}</Text>
      )}
    </Section>
  )
}

/** The phone stays on one line, and its characters as they are. */
function Contact({ contactName, contactPhone }: Pick<Meeting, 'contactName' | 'contactPhone'>) {
  if (contactPhone === null) return orNothing(contactName)
  return (
    <>
      {contactName !== null && `${contactName} · `}
      <span style={{ whiteSpace: 'nowrap' }}>{contactPhone}</span>
    </>
  )
}

/** The details of a meeting in groups. A group of which nothing is known says what will be there. */
export function Overview({ meeting }: { meeting: Meeting }) {
  const t = useTexts(meetingTexts)
  const frame = useTexts(frameTexts)
  const dimensions = useDimensionFacts()
  return (
    <>
      <Section title={frame('details')}>
        <Facts
          cols="fit"
          items={[
            [
              t('project'),
              <TextLink key="project" to={`/projects/${meeting.projectId}`} inherit>
                {meeting.projectName}
              </TextLink>,
            ],
            [t('executor'), orNothing(meeting.orgName)],
            ...dimensions(meeting),
            [t('signed'), `${meeting.signedCount} / ${meeting.attendeeCount}`],
            [frame('createTime'), minute(meeting.createTime)],
          ]}
        />
      </Section>
      <Section title={t('schedule')}>
        <Facts
          cols="fit"
          items={[
            [t('scheduleStartTime'), minute(meeting.scheduleStartTime)],
            [t('scheduleEndTime'), minute(meeting.scheduleEndTime)],
            [t('scheduleLocation'), orNothing(meeting.scheduleLocation)],
            [t('scheduleAgenda'), orNothing(meeting.scheduleAgenda)],
            [t('contact'), <Contact key="contact" {...meeting} />],
          ]}
        />
      </Section>
      <Section title={t('invitation')}>
        {(meeting.invitationTitle ?? meeting.invitationContent ?? meeting.invitationDeadline) ? (
          <Facts
            cols="fit"
            items={[
              [t('invitationTitle'), orNothing(meeting.invitationTitle)],
              [t('invitationDeadline'), minute(meeting.invitationDeadline)],
              [t('invitationContent'), orNothing(meeting.invitationContent)],
            ]}
          />
        ) : (
          <Text size="sm">{t('noInvitation')}</Text>
        )}
      </Section>
      <Section title={t('labor')}>
        <Facts
          cols="fit"
          items={[
            [t('laborBudget'), money(meeting.laborBudget)],
            [t('laborTemplate'), <TemplateOfMeeting key="template" meeting={meeting} />],
            [t('laborRemark'), orNothing(meeting.laborRemark)],
          ]}
        />
      </Section>
      <Supervision meeting={meeting} />
    </>
  )
}
