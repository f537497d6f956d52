import type { Meeting } from '@consilium/contract/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations.ts'
import { CustomField } from '../../components/fields.tsx'
import { keywordOptions, RemoteSelect } from '../../components/remote-select.tsx'
import { useMay } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { meetingTexts } from './texts.ts'

const executors = keywordOptions(organizationRoutes.executorOptions)

/** Who runs the meeting; an executor's own are always its own. */
export function ExecutorField({ meeting }: { meeting: Meeting | null }) {
  const t = useTexts(meetingTexts)
  const may = useMay()
  if (!may(organizationRoutes.executorOptions)) return null
  const known =
    meeting && meeting.execUserId !== null
      ? [{ value: String(meeting.execUserId), label: meeting.orgName ?? String(meeting.execUserId) }]
      : []
  return (
    <CustomField name="execUserId" label={t('executor')}>
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
