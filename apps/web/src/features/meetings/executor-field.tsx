import type { Meeting } from '@consilium/contract/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations.ts'
import { projectRoutes } from '@consilium/contract/projects.ts'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CustomField } from '../../components/fields.tsx'
import { useFormAround } from '../../components/record-form.tsx'
import { keywordOptions, RemoteSelect } from '../../components/remote-select.tsx'
import { recordQuery } from '../../lib/record-query.ts'
import { useMay } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { meetingTexts } from './texts.ts'

const NAME = 'execUserId'
const executors = keywordOptions(organizationRoutes.executorOptions)

/** The executor that runs the meeting and pays its experts. */
function ExecutorSelect({ meeting, isAsked = false }: { meeting: Meeting | null; isAsked?: boolean }) {
  const t = useTexts(meetingTexts)
  const known =
    meeting && meeting.execUserId !== null
      ? [{ value: String(meeting.execUserId), label: meeting.orgName ?? String(meeting.execUserId) }]
      : []
  return (
    <CustomField name={NAME} label={t('executor')} description={t('executorHint')} required={isAsked}>
      {(value, set, labelled) => (
        <RemoteSelect
          {...labelled}
          source={executors}
          known={known}
          value={typeof value === 'number' ? value : null}
          onChange={(next) => set(next ?? '')}
        />
      )}
    </CustomField>
  )
}

/** For a new meeting: the only executor of its project is chosen; among several the user chooses. */
function ExecutorOfProject({ projectId }: { projectId: number }) {
  const t = useTexts(meetingTexts)
  const { form } = useFormAround()
  const { data: project } = useQuery(recordQuery(projectRoutes.get, { projectId }))
  const [only, ...others] = project?.execAdminUserIds ?? []
  const taken = others.length === 0 ? only : undefined
  const { setFieldValue } = form
  useEffect(() => setFieldValue(NAME, taken ?? ''), [setFieldValue, projectId, taken])
  if (taken === undefined) return <ExecutorSelect meeting={null} isAsked={others.length > 0} />
  return <TextInput label={t('executor')} readOnly variant="filled" value={project?.execOrgNames ?? ''} />
}

/** Meetings that an executor creates always have that executor. */
export function ExecutorField({ meeting }: { meeting: Meeting | null }) {
  const projectId = useFormAround().form.getValues()['projectId']
  const may = useMay()
  if (!may(organizationRoutes.executorOptions)) return null
  if (meeting === null && typeof projectId === 'number')
    return <ExecutorOfProject key={projectId} projectId={projectId} />
  return <ExecutorSelect meeting={meeting} />
}
