import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import type { LaborTemplate } from '@consilium/contract/agreements/labor-templates.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes, type Meeting } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { Fieldset, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SelectField } from '../../components/forms/choice-fields.tsx'
import { TimeField } from '../../components/dates/date-fields.tsx'
import { CustomField, LongTextField, MoneyField, TextField } from '../../components/forms/fields.tsx'
import { useFormAround } from '../../components/forms/record-form.tsx'
import { RecordFormPage } from '../../components/forms/record-form-page.tsx'
import { useRecord } from '../../components/records/record-page.tsx'
import { type OptionSource } from '../../components/forms/option-source.ts'
import { RemoteSelect } from '../../components/forms/remote-select.tsx'
import type { Values } from '../../components/forms/form-values.ts'
import { call } from '../../lib/requests/api.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import type { Search } from '../../lib/search.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { MeetingDimensions } from '../dimensions/dimension-fields.tsx'
import { ProjectField } from '../projects/project-field.tsx'
import { ExecutorField } from './executor-field.tsx'
import { InvitationsField } from './invitations-field.tsx'
import { meetingTexts } from './texts.ts'

const CHOICES = '20'

const templates: OptionSource = {
  route: agreementRoutes.listTemplates,
  query: (keyword) => ({
    pageSize: CHOICES,
    status: '0',
    // A sponsor's own template holds without being named.
    ownerKind: 'platform',
    ...(keyword === '' ? {} : { templateName: keyword }),
  }),
  options: (rows) =>
    (rows as LaborTemplate[]).map(({ templateId, templateName }) => ({
      value: String(templateId),
      label: templateName,
    })),
}

/** The chosen template may not be among the first choices. */
const knownTemplate = (meeting: Meeting | null) =>
  meeting?.laborTemplateId && meeting.laborTemplateName !== null
    ? [{ value: String(meeting.laborTemplateId), label: meeting.laborTemplateName }]
    : []

function ProjectName({ projectId }: { projectId: number }) {
  const t = useTexts(meetingTexts)
  const name = useRecord(projectRoutes.get, { projectId }).data?.projectName ?? ''
  return (
    <TextInput
      label={t('meetingName')}
      description={t('meetingNameHint')}
      readOnly
      variant="filled"
      value={name}
    />
  )
}

/** A new meeting has the name of its project. */
function NameFromProject() {
  const projectId = useFormAround().form.getValues()['projectId']
  return typeof projectId === 'number' ? <ProjectName projectId={projectId} /> : null
}

/** Experts and their names. */
type Names = readonly (readonly [expertId: string, name: string])[]

/** Fields that are set when the meeting is created. */
function Beginning({ names = [] }: { names: Names | undefined }) {
  const t = useTexts(meetingTexts)
  const may = useMay()
  return (
    <>
      <ProjectField name="projectId" label={t('project')} />
      <NameFromProject />
      <TextField name="businessId" description={t('businessIdHint')} />
      <ExecutorField meeting={null} />
      {may(expertRoutes.list) && <InvitationsField names={names} />}
    </>
  )
}

const Part = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <Fieldset legend={legend}>
    <Stack gap="md">{children}</Stack>
  </Fieldset>
)

function Groups({ meeting }: { meeting: Meeting | null }) {
  const t = useTexts(meetingTexts)
  const modes = useDictionary('supervision_mode')
  return (
    <>
      <Part legend={t('schedule')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TimeField name="scheduleStartTime" />
          <TimeField name="scheduleEndTime" notBefore="scheduleStartTime" />
        </SimpleGrid>
        <TextField name="scheduleLocation" description={t('scheduleLocationHint')} />
        <LongTextField name="scheduleAgenda" />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextField name="contactName" />
          <TextField name="contactPhone" description={t('contactHint')} inputMode="tel" />
        </SimpleGrid>
      </Part>
      <MeetingDimensions meeting={meeting} />
      <Part legend={t('invitation')}>
        <TextField name="invitationTitle" />
        <LongTextField name="invitationContent" />
        <TimeField name="invitationDeadline" />
      </Part>
      <Part legend={t('labor')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <MoneyField name="laborBudget" />
          <CustomField name="laborTemplateId">
            {(value, set, labelled) => (
              <RemoteSelect
                {...labelled}
                placeholder={t('defaultTemplate')}
                source={templates}
                known={knownTemplate(meeting)}
                value={typeof value === 'number' ? value : null}
                onChange={(next) => set(next ?? '')}
              />
            )}
          </CustomField>
        </SimpleGrid>
        <LongTextField name="laborRemark" />
      </Part>
      <Part legend={t('supervision')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <SelectField name="supervisionMode" options={modes.options} />
          <TextField name="supervisionUserName" />
          <TimeField name="supervisionTime" />
        </SimpleGrid>
        {meeting !== null && <LongTextField name="supervisionOpinion" />}
      </Part>
      {meeting !== null && <ExecutorField meeting={meeting} />}
    </>
  )
}

/** Fields that a copy takes from the copied meeting. Time, place and findings are not copied. */
const COPIED = [
  'projectId',
  'execUserId',
  'scheduleAgenda',
  'contactName',
  'contactPhone',
  'invitationTitle',
  'invitationContent',
  'laborBudget',
  'laborTemplateId',
  'laborRemark',
  'supervisionMode',
  'supervisionUserName',
  'productIds',
  'costCenterIds',
  'departmentIds',
] as const

const ATTENDEES_MAX = '200'

/** The meeting to copy with the experts who attended and their fees; undefined while it is read. */
function useOriginal(meetingId: string | undefined): Values | null | undefined {
  const may = useMay()
  const asks = meetingId !== undefined
  const { data, error } = useQuery({
    queryKey: [meetingRoutes.get.path, 'copy', meetingId],
    enabled: asks,
    queryFn: async () => {
      const meeting = await call(meetingRoutes.get, { params: { meetingId: Number(meetingId) } })
      const copied = Object.fromEntries(COPIED.map((name) => [name, meeting[name]]))
      if (!may(expertRoutes.list)) return copied
      const query = { meetingId: meeting.meetingId, pageSize: ATTENDEES_MAX }
      const { rows } = await call(attendeeRoutes.list, { query })
      const invitations = rows.map(({ expertId, laborFee, laborForm }) => ({ expertId, laborFee, laborForm }))
      const names = rows.map(({ expertId, name }) => [String(expertId), name] as const)
      return { ...copied, ...(invitations.length > 0 ? { invitations, names } : {}) }
    },
  })
  return asks && !error ? data : null
}

export function Page() {
  const t = useTexts(meetingTexts)
  const { copyOf }: Search = useSearch({ strict: false })
  const original = useOriginal(copyOf)
  if (original === undefined) return null
  const { names, ...initial } = original ?? {}
  return (
    <RecordFormPage
      initial={initial}
      get={meetingRoutes.get}
      create={meetingRoutes.create}
      update={meetingRoutes.update}
      id="meetingId"
      base="/meetings"
      createTitle={t('create')}
      editTitle={t('edit')}
      title={({ meetingName }) => meetingName}
    >
      {(meeting) => (
        <>
          {meeting === null ? <Beginning names={names as Names} /> : <TextField name="meetingName" />}
          <Groups meeting={meeting} />
        </>
      )}
    </RecordFormPage>
  )
}
