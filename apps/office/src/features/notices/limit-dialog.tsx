import { DEFAULT_LIMITS, deliveryRoutes, type NoticeLimit } from '@consilium/contract/notices/deliveries.ts'
import { NOTICE_CHANNEL_LABELS, PERSONAL_CHANNELS } from '@consilium/contract/notices/notice-kinds.ts'
import { organizationRoutes, type Organization } from '@consilium/contract/organizations/organizations.ts'
import { Text } from '@mantine/core'
import { RemoteField, SelectField } from '../../components/forms/choice-fields.tsx'
import { IntegerField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import type { OptionSource } from '../../components/forms/option-source.ts'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { limitTexts } from './limit-texts.ts'

const CHOICES = '20'

const organizations: OptionSource = {
  route: organizationRoutes.list,
  query: (keyword) => ({ pageSize: CHOICES, ...(keyword === '' ? {} : { orgName: keyword }) }),
  options: (rows) =>
    (rows as Organization[]).map(({ orgId, orgName }) => ({ value: String(orgId), label: orgName })),
}

interface LimitDialogProps {
  /** Null: of an organization that is chosen. */
  limit: NoticeLimit | null
  onClose: () => void
}

/** How many messages of a day and a month may be sent. */
export default function LimitDialog({ limit, onClose }: LimitDialogProps) {
  const t = useTexts(limitTexts)
  const channel = useLabel(NOTICE_CHANNEL_LABELS)
  const initial = limit
    ? { orgId: limit.orgId, channel: limit.channel, perDay: limit.perDay, perMonth: limit.perMonth }
    : { channel: 'sms', ...DEFAULT_LIMITS.sms.organization }
  return (
    <FormDialog
      title={limit ? t('changeTitle') : t('add')}
      route={deliveryRoutes.setLimit}
      initial={initial}
      onClose={onClose}
    >
      {limit ? (
        <Text size="sm">
          {limit.orgName ?? t('whole')} · {channel(limit.channel)}
        </Text>
      ) : (
        <>
          <RemoteField name="orgId" label={t('organization')} source={organizations} />
          <SelectField
            name="channel"
            label={t('channel')}
            options={PERSONAL_CHANNELS.map((value) => ({ value, label: channel(value) }))}
            isFixed
          />
        </>
      )}
      <IntegerField name="perDay" label={t('perDay')} />
      <IntegerField name="perMonth" label={t('perMonth')} />
    </FormDialog>
  )
}
