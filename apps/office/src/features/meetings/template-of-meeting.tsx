import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { useQuery } from '@tanstack/react-query'
import { useOwnerName } from '../../components/rules/owner-name.ts'
import { orNothing } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { meetingTexts } from './texts.ts'

/** By which template the next agreement is drawn up, and whose it is. */
export function TemplateOfMeeting({ meeting }: { meeting: Meeting }) {
  const t = useTexts(meetingTexts)
  const ownerName = useOwnerName()
  const may = useMay()
  const { meetingId, laborTemplateName, version } = meeting
  const { data, isSuccess } = useQuery({
    queryKey: [agreementRoutes.templateOfMeeting.path, meetingId, version],
    enabled: may(agreementRoutes.templateOfMeeting),
    queryFn: ({ signal }) => call(agreementRoutes.templateOfMeeting, { params: { meetingId }, signal }),
  })
  if (!isSuccess) return laborTemplateName ?? t('defaultTemplate')
  if (data === null) return orNothing(null)
  const name = data.templateName ?? t('sponsorTemplate')
  return data.owner.kind === 'platform' ? name : t('templateOf', { name, owner: ownerName(data.owner) })
}
