import { gateRoutes, type GatePresetPreview } from '@consilium/contract/gates/gate-routes.ts'
import { CHECK_LABELS, GATE_MODE_LABELS } from '@consilium/contract/gates/gates.ts'
import type { GatePreset } from '@consilium/contract/gates/gate-presets.ts'
import { MEETING_STAGES } from '@consilium/contract/meetings/meetings.ts'
import { Box, List, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import ConfirmDialog from '../../components/dialogs/confirm-dialog.tsx'
import { notifyDone, notifyFailed } from '../../components/dialogs/notify.ts'
import { RequestError, useErrorText } from '../../components/dialogs/request-error.tsx'
import { call } from '../../lib/requests/api.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { useLabel } from '../../lib/format.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { presetTexts } from './preset-texts.ts'

/** The open meetings that the preset would keep from their next stage. */
function Held({ preview: { meetings, examined, isExact } }: { preview: GatePresetPreview }) {
  const t = useTexts(presetTexts)
  const check = useLabel(CHECK_LABELS)
  const stages = useDictionary('meeting_stage')
  return (
    <Stack gap="xs">
      <Title order={3} size="sm">
        {meetings.length === 0 ? t('noneHeld') : t('held', { count: meetings.length })}
      </Title>
      {!isExact && (
        <Text size="xs" c="dimmed">
          {t('onlyLatest', { count: examined })}
        </Text>
      )}
      {meetings.length > 0 && (
        <List size="sm" spacing={4}>
          {meetings.map(({ meetingId, meetingName, stage, checks }) => (
            <List.Item key={meetingId} style={{ overflowWrap: 'anywhere' }}>
              {meetingName}
              <Text size="sm" c="dimmed">
                {t('entering', {
                  stage: stages.label(stage),
                  checks: checks.map(check).join(t('between')),
                })}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}

/** The checks whose mode changes, by the stage that a meeting enters. */
function Changes({ changes }: Pick<GatePresetPreview, 'changes'>) {
  const t = useTexts(presetTexts)
  const check = useLabel(CHECK_LABELS)
  const mode = useLabel(GATE_MODE_LABELS)
  const stages = useDictionary('meeting_stage')
  const entered = MEETING_STAGES.filter((stage) => changes.some((change) => change.stage === stage))
  return (
    <Stack gap="xs">
      <Title order={3} size="sm">
        {t('changes', { count: changes.length })}
      </Title>
      {entered.map((stage) => (
        <div key={stage}>
          <Text size="sm" fw={600}>
            {stages.label(stage)}
          </Text>
          <List size="sm">
            {changes
              .filter((change) => change.stage === stage)
              .map((change) => (
                <List.Item key={change.check}>
                  {check(change.check)}
                  <Text size="sm" c="dimmed">
                    {t('change', { before: mode(change.before), after: mode(change.after) })}
                  </Text>
                </List.Item>
              ))}
          </List>
        </div>
      ))}
    </Stack>
  )
}

/** Shows what a preset would change and puts it into force. */
export default function PresetDialog({ preset, onClose }: { preset: GatePreset; onClose: () => void }) {
  const t = useTexts(presetTexts)
  const say = useErrorText()
  const send = useSend(gateRoutes.applyPreset)
  const { data, error, refetch } = useQuery({
    queryKey: [gateRoutes.previewPreset.path, preset],
    queryFn: ({ signal }) => call(gateRoutes.previewPreset, { query: { preset }, signal }),
  })
  const use = t(preset === 'strict' ? 'useStrict' : 'useAdvisory')
  const apply = async () => {
    try {
      await send.mutateAsync({ body: { preset } })
      notifyDone(t('done'))
    } catch (failure) {
      notifyFailed(use, say(failure))
    }
  }
  return (
    <ConfirmDialog
      title={t(preset === 'strict' ? 'askStrict' : 'askAdvisory')}
      confirmLabel={use}
      isReady={data !== undefined}
      onConfirm={apply}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">{t('fromToday')}</Text>
        {error && <RequestError error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={200} aria-busy />}
        {data && (
          <Box mah="50dvh" style={{ overflow: 'auto' }} role="region" aria-label={t('effects')} tabIndex={0}>
            <Stack gap="md">
              <Held preview={data} />
              <Changes changes={data.changes} />
            </Stack>
          </Box>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
